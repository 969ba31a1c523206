import { expect, it } from 'vitest';
import { PublishedDocument } from '../../../src/contract/published/document.js';
import { readShape, type Shape } from '../../../src/contract/published/shape.js';

const plain = ({ types, values, properties }: Shape): unknown => ({
  types: [...types].toSorted(),
  values: values === null ? null : [...values].toSorted(),
  properties: Object.fromEntries([...properties].map(([name, { required }]) => [name, required])),
});
const read = (schema: unknown): unknown => plain(readShape(new PublishedDocument({}), schema));

it.each<[unknown, unknown, string | null, Readonly<Record<string, boolean>>]>([
  [{ type: 'string' }, ['string'], null, {}],
  [{ type: 'string', nullable: true }, ['null', 'string'], null, {}],
  [{ type: ['integer', 'null'] }, ['integer', 'null'], null, {}],
  [{ enum: ['a', 'b', null] }, ['null', 'string'], 'a,b', {}],
  [{ const: 'a' }, ['string'], 'a', {}],
  [{ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }, ['null', 'string'], 'a', {}],
  [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, ['string'], 'a,b', {}],
  [{ oneOf: [{ const: 'a' }, { type: 'string' }] }, ['string'], null, {}],
  [{ anyOf: [{ type: 'string' }, {}] }, [], null, {}],
  [{ items: {} }, ['array'], null, {}],
  [{ properties: { a: {}, b: {} }, required: ['a'] }, ['object'], null, { a: true, b: false }],
  [
    { allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }], required: ['b'] },
    ['object'],
    null,
    { a: true, b: true },
  ],
  [
    {
      oneOf: [
        { properties: { a: {}, b: {} }, required: ['a', 'b'] },
        { properties: { a: {} }, required: ['a'] },
      ],
    },
    ['object'],
    null,
    { a: true, b: false },
  ],
  [true, [], null, {}],
  [undefined, [], null, {}],
])('reads %j', (schema, types, values, properties) => {
  expect(read(schema)).toEqual({ types, values: values === null ? null : values.split(','), properties });
});

it('follows references, also to itself, one level at a time', () => {
  const document = new PublishedDocument({
    components: { schemas: { 'a/b~c': { properties: { next: { $ref: '#/components/schemas/a~1b~0c' } } } } },
  });
  const shape = readShape(document, { $ref: '#/components/schemas/a~1b~0c' });
  expect([...(shape.properties.get('next')?.shape().properties.keys() ?? [])]).toEqual(['next']);
});
