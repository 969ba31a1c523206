import { expect, it } from 'vitest';
import { failMissing } from '../../../src/commands/envelope/which-envelopes.js';

it('names a few of many unknown IDs, and counts the others', () => {
  const missing = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(() => failMissing({ ids: 'ids.txt' }, missing)).toThrow('7 envelopes not found: a, b, c, d, e and 2 more.');
  expect(() => failMissing({ ids: 'ids.txt' }, ['a'])).toThrow('Envelope a not found.');
  failMissing({ ids: 'ids.txt' }, []);
});
