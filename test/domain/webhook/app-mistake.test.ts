import { describe, expect, it } from 'vitest';
import { askApp, maxCopies } from '../../../src/domain/webhook/app-mistake.js';

const sent = Buffer.from('{"id":"evt_1","event":"envelope.sent","data":{"title":"Ünïcode ☃","n":1.50}}');
const previous = `whsec_${'b2'.repeat(32)}`;

/** A search in which the app takes no copy. */
const search = async (current: string, before?: string) => {
  const secrets = { current, foreign: 'whsec_foreign', ...(before === undefined ? {} : { previous: before }) };
  const posted: string[] = [];
  const result = await askApp({
    secrets,
    sent,
    status: 401,
    now: () => 1_770_000_000_000,
    post: (copy) => {
      posted.push(`${copy.signature} ${copy.body.toString('latin1')}`);
      return Promise.resolve(401);
    },
  });
  return { ...result, posted };
};

describe('the copies that an app is asked with', () => {
  it.each([
    ['hex digits', `whsec_${'a1'.repeat(32)}`],
    ['letters of base64url', 'whsec_aB-_x_yz'],
    ['no prefix', 'plain'],
    ['quotation marks and spaces', ' "whsec_a_b" '],
  ])('stay below the number that is announced, so that none is cut, for a secret with %s', async (_, secret) => {
    for (const before of [undefined, previous]) {
      const { cause, copies, posted } = await search(secret, before);
      expect(cause).toBeNull();
      expect(copies).toBeLessThan(maxCopies);
      expect(posted).toHaveLength(copies);
    }
  });
});
