import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createComponents, schemaOf } from '../../src/contract/json-schema.js';
import {
  assumed,
  answer,
  anyText,
  described,
  named,
  nullable,
  optional,
  problems,
  text,
} from '../../src/contract/schema.js';

const inner = named('Inner', answer({ said: anyText, guessed: assumed('A2', optional(text(3))) }));
const outer = answer({ one: nullable(inner), own: described(anyText) });

describe('marks and names', () => {
  it('change nothing about what is accepted', () => {
    const plain = answer({ said: anyText, guessed: optional(text(3)) });
    for (const value of [
      { said: 'a' },
      { said: 'a', guessed: 'abcd' },
      { guessed: 1 },
      {},
      [],
      null,
      { said: 'a', more: 1 },
    ])
      expect(problems(inner, value)).toEqual(problems(plain, value));
  });

  it('are in no schema that stands alone', () => {
    const schema = schemaOf(outer);
    expect(JSON.stringify(schema)).not.toMatch(/x-|\$ref/);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect([validate({ one: null, own: 'x' }), validate({ one: { said: 1 }, own: 'x' })]).toEqual([true, false]);
  });
});

describe('components', () => {
  it('hold what has a name once, each property with its own basis', () => {
    const components = createComponents('#/parts/');
    const basis = { basis: 'assumed', assumption: 'A1' } as const;
    expect(components.refer(outer, { name: 'Outer', basis })).toEqual({ $ref: '#/parts/Outer' });
    expect(components.refer(inner)).toEqual({ $ref: '#/parts/Inner' });
    expect(components.schemas).toMatchObject({
      Outer: {
        properties: {
          one: { anyOf: [{ $ref: '#/parts/Inner' }, { type: 'null' }], 'x-basis': 'assumed', 'x-assumption': 'A1' },
          own: { 'x-basis': 'described' },
        },
      },
      // A resource is described, wherever it stands.
      Inner: { properties: { said: { 'x-basis': 'described' }, guessed: { 'x-assumption': 'A2', maxLength: 3 } } },
    });
  });

  it('refuse one name for two schemas', () => {
    const components = createComponents('#/parts/');
    components.refer(inner);
    expect(() => components.refer(named('Inner', answer({})))).toThrow('two schemas have the name Inner');
  });
});
