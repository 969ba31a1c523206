import { expect, it } from 'vitest';
import { finished, type ProveState, resumed, stateFile } from '../../../src/cli/prove/state.js';

const hour = 3_600_000;
const at = (now: number, contract = '{}'): ProveState => resumed(null, contract, now);
const used = (now: number): ProveState => ({
  ...at(now),
  outcomes: { 'get-template': { result: 'confirmed', seen: '200', lines: [], exchange: null } },
  lines: { 'createEnvelope.status': 200 },
  writes: { 'create-draft': { key: 'k', body: '{}' }, send: { key: 's', body: null } },
  facts: { template: { id: 't' }, sent: { id: 'e' } },
  endpoint: { id: null },
});

it('an interrupted run continues with what it made and knows', () => {
  const before = used(0);
  expect(resumed(before, '{}', hour)).toBe(before);
});

it('another contract file asks everything again, and uses what was made', () => {
  const { outcomes, lines, writes, facts } = resumed(used(0), '{"a":1}', hour);
  expect([outcomes, lines, Object.keys(writes), facts]).toEqual([
    {},
    {},
    ['create-draft'],
    { template: { id: 't' }, sent: undefined },
  ]);
});

it('after most of a day only an endpoint that was left is remembered, to be deleted', () => {
  const { writes, facts, endpoint, mark } = resumed(used(0), '{}', 21 * hour);
  expect([writes, facts, endpoint, mark]).toEqual([{}, {}, { id: null }, mark]);
  expect(resumed(used(2 * hour), '{}', hour).writes).toEqual({});
});

it('a finished run leaves its template and draft for the next one', () => {
  const { outcomes, facts, writes } = finished(used(0));
  expect([outcomes, facts, Object.keys(writes)]).toEqual([
    {},
    { template: { id: 't' }, sent: undefined },
    ['create-draft'],
  ]);
});

it('the name of its file tells nothing of the key', () => {
  const file = stateFile('/s', 'https://api.example.com', 'acme_test_secret');
  expect(file).toMatch(/^\/s\/prove\/[0-9a-f]{16}\.json$/);
  expect(stateFile('/s', 'https://api.example.com', 'acme_test_other')).not.toBe(file);
});
