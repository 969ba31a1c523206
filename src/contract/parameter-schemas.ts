import type { Parameter } from './operation.js';

/** What a path parameter has to look like, as JSON Schema. */
export const parameterSchemas: Readonly<Record<Parameter, Readonly<Record<string, unknown>>>> = {
  uuid: { type: 'string', format: 'uuid' },
  id: { type: 'string', minLength: 1 },
  field_id: { type: 'string', format: 'uuid' },
  person_id: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  position: { type: 'string', pattern: '^[1-9][0-9]*$', description: 'From 1, in one spelling only.' },
};
