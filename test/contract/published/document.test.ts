import { describe, expect, it } from 'vitest';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { openApi } from '../../../src/contract/openapi.js';
import { compareDescriptions } from '../../../src/contract/published/compare.js';
import type { Difference } from '../../../src/contract/published/difference.js';
import { DescriptionUnreadable } from '../../../src/contract/published/document.js';
import { isObject } from '../../../src/core/platform/json.js';

const ours = openApi();
const one = '/api/v1/envelopes/{envelopeId}';
const compare = (theirs: unknown): readonly Difference[] =>
  compareDescriptions(ours, theirs, readContract({})).differences;

describe('a description from somebody who means harm', () => {
  const wrapped = (schema: unknown, components: unknown = {}): unknown => ({
    openapi: '3.1.0',
    info: {},
    paths: { [one]: { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
    components: { schemas: components },
  });
  const loop = { $ref: '#/components/schemas/Loop' };
  const wide = (width: number): unknown => ({
    properties: Object.fromEntries(Array.from({ length: width }, (_, at) => [`p${at}`, {}])),
  });
  const deep = `{"enum":[${'['.repeat(20_000)}${']'.repeat(20_000)},{"toString":1}]}`;

  it.each<[string, unknown]>([
    ['no paths', { openapi: '3.1.0', info: {} }],
    ['a list', []],
    ['nothing', null],
    [
      'a schema that is made of itself many times',
      wrapped(loop, { Loop: { allOf: Array.from({ length: 30 }, () => loop) } }),
    ],
    [
      'too many operations',
      { paths: Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`/${at}`, { get: {} }])) },
    ],
    ['an endless address of its server', { paths: {}, servers: [{ url: `/${'/'.repeat(300_000)}x` }] }],
    ['more choices than anybody reads', wrapped({ anyOf: Array.from({ length: 5000 }, (_, at) => ({ const: at })) })],
    [
      'a thousand times a thousand properties',
      wrapped({ allOf: Array.from({ length: 90 }, () => loop) }, { Loop: wide(2000) }),
    ],
  ])('is refused: %s', (_, theirs) => {
    expect(() => compare(theirs)).toThrow(DescriptionUnreadable);
  });

  it.each<[string, unknown]>([
    ['a reference to itself', wrapped(loop, { Loop: loop })],
    ['a reference elsewhere', wrapped({ $ref: 'http://127.0.0.1:1/evil.json' })],
    ['a reference into the prototype', wrapped({ $ref: '#/constructor/prototype' })],
    ['values that are no words', wrapped(JSON.parse(deep))],
    ['a pointer without end', wrapped({ $ref: `#${'/x'.repeat(1_000_000)}` })],
    ['a broken pointer', wrapped({ $ref: '#/%E0%A4%A' })],
    ['values of every wrong type', { paths: { [one]: 7, x: { get: 'y', post: { parameters: 1, responses: [] } } } }],
  ])('is compared all the same, as saying nothing: %s', (_, theirs) => {
    expect(compare(theirs).length).toBeGreaterThan(20);
  });

  it('never fills the screen: a thousand differences, and that there are more', () => {
    const paths = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`/x${at}`, { get: {} }]));
    const { differences, cut } = compareDescriptions(ours, { paths }, readContract({}));
    expect([differences.length, cut]).toEqual([1000, true]);
    expect(isObject(ours)).toBe(true);
  });
});
