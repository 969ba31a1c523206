import { expect, it } from 'vitest';
import { waitLimit } from '../../src/cli/wait-limit.js';

const context = (timeout?: number) => ({ flags: () => (timeout === undefined ? {} : { timeout }) });

it('is --max-wait; --timeout limits one request, and the wait where --max-wait is not given', () => {
  expect(waitLimit(context(), {})).toBeUndefined();
  expect(waitLimit(context(5_000), {})).toBe(5_000);
  expect(waitLimit(context(5_000), { maxWait: 60_000 })).toBe(60_000);
});
