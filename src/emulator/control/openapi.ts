import { componentName, createComponents } from '../../contract/json-schema.js';
import type { Schema } from '../../contract/schema.js';
import { errorBody } from '../../contract/resources/error.js';
import { type ControlRoute, statusOf } from './route.js';

const credential =
  'The token of this start: ESIGN_EMULATOR_TOKEN in a command of `esign emulator exec`, `token` of `startEmulator`. ' +
  'Or a live API key of this emulator. Pages of other origins are always refused.';

/** OpenAPI 3.1 of the emulator's own routes and their credential. */
export function describeRoutes(all: readonly ControlRoute[], version: string): object {
  const routes = all.filter(({ undescribed }) => undescribed !== true);
  const components = createComponents('#/components/schemas/');
  const error = components.refer(errorBody(), { basis: null });
  const answerOf = (schema: Schema, id: string): object =>
    components.refer(schema, { name: componentName(id, 'Response'), basis: null });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const { method, path, summary, body, query = {} } = route;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const id = idOf(route);
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      tags: [tagOf(route)],
      summary,
      description: route.open === true ? `${summary}. No credential is needed.` : `${summary}.`,
      ...(route.open === true ? { security: [] } : {}),
      parameters: [
        ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...Object.entries(query).map(([name, description]) => ({
          name,
          in: 'query',
          required: false,
          description,
          schema: { type: 'string' },
        })),
      ],
      ...(body === null
        ? {}
        : {
            requestBody: {
              content: {
                'application/json': {
                  schema: components.refer(body, {
                    name: componentName(id, 'Request'),
                    basis: null,
                  }),
                },
              },
            },
          }),
      responses: {
        [statusOf(route)]: {
          description: route.answer === null ? 'Done, without a body.' : summary,
          ...(route.answer === null
            ? {}
            : { content: { 'application/json': { schema: answerOf(route.answer(), id) } } }),
        },
        '4XX': { $ref: '#/components/responses/Refused' },
      },
    };
  }
  const tags = [...new Set(routes.map(tagOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Emulator control',
      version,
      description: 'The own routes of the emulator, apart from those of the service that it emulates.',
      contact: { name: 'esign' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The emulator that serves this document.' }],
    tags: tags.map((name) => ({ name, description: `Routes below /_emulator/${name}.` })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: credential } },
      schemas: components.schemas,
      responses: {
        Refused: {
          description: 'Refused, with the error shape of the service.',
          content: { 'application/json': { schema: error } },
        },
      },
    },
  };
}

/** The room of a route: `clock` of `/_emulator/clock`. */
const tagOf = ({ path }: ControlRoute): string => path.split('/')[2] ?? '';

/** `postKeysByIdRotate` of `POST /_emulator/keys/{id}/rotate`. */
const idOf = ({ method, path }: ControlRoute): string =>
  path
    .replace('/_emulator/', '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .reduce((id, word) => `${id}${word.charAt(0).toUpperCase()}${word.slice(1)}`, method.toLowerCase());
