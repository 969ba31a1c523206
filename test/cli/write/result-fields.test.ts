import { expect, it } from 'vitest';
import { shapeFields } from '../../../src/cli/write/result-fields.js';
import * as s from '../../../src/contract/shape-blocks.js';

it('names the properties of a shape, those inside of others with a dot', () => {
  const shape = s.object({ id: s.text, app: s.nullable(s.object({ status: s.optional(s.count) })) });
  expect(shapeFields(shape)).toEqual(['id', 'app', 'app.status']);
});

it('names the properties of the items of a list', () => {
  expect(shapeFields(s.object({ data: s.list(s.object({ id: s.text })), more: s.flag }))).toEqual(['id']);
});

it('names what any of several shapes has', () => {
  const item = s.object({ seed: s.number });
  expect(shapeFields(s.either(item, s.object({ point: s.text }), s.object({ data: s.list(item) })))).toEqual([
    'seed',
    'point',
  ]);
});

it('leaves open what stands inside a resource of the service, and what has any shape', () => {
  expect(shapeFields(s.object({ envelope: s.envelope, facts: s.record(s.anything) }))).toEqual(['envelope', 'facts']);
  expect([shapeFields(s.anything), shapeFields(s.envelope)]).toEqual([null, null]);
  expect(shapeFields(s.object({ id: s.text, data: s.list(s.envelope) }))).toBeNull();
});
