import { schemaOf } from '../../contract/openapi.js';
import type { ControlRoute } from './route.js';

/** OpenAPI 3.1 of the emulator's own routes, which need no credential. */
export function describeRoutes(routes: readonly ControlRoute[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = {
      summary: route.summary,
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
  return { openapi: '3.1.0', info: { title: 'Emulator control', version }, paths };
}
