import { schemaOf } from '../../contract/openapi.js';
import type { ControlRoute } from './route.js';

const credential =
  'The token of this start: ESIGN_EMULATOR_TOKEN in a command of `esign emulator exec`, `token` of `startEmulator`. ' +
  'Or a live API key of this emulator. Pages of other origins are always refused.';

/** OpenAPI 3.1 of the emulator's own routes and their credential. */
export function describeRoutes(routes: readonly ControlRoute[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = {
      summary: route.summary,
      ...(route.open === true ? { security: [] } : {}),
      parameters: [
        ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...Object.entries(route.query ?? {}).map(([name, description]) => ({
          name,
          in: 'query',
          required: false,
          description,
          schema: { type: 'string' },
        })),
      ],
      ...(route.body === null
        ? {}
        : { requestBody: { content: { 'application/json': { schema: schemaOf(route.body) } } } }),
      responses: {
        '2XX': { description: 'Done.' },
        '4XX': { description: 'Refused, with the error shape of the service.' },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Emulator control', version },
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: credential } } },
  };
}
