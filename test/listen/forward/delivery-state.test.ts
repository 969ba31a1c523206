import { describe, expect, it } from 'vitest';
import type { Forward } from '../../../src/store/delivery.js';
import { stateAfter, stateOf, stateWords } from '../../../src/listen/forward/delivery-state.js';

const tried = { target: 'http://app.test/', attempts: 1, at: '2026-12-01T08:00:00Z', status: 500, milliseconds: 1 };

describe('the state of a delivery', () => {
  it.each<[Forward, string | null]>([
    [{ is: 'none' }, null],
    [{ is: 'waiting', target: 'http://app.test/' }, 'waiting'],
    [{ is: 'failed', ...tried, words: 'x' }, 'failing'],
    [{ is: 'given-up', ...tried, words: 'x' }, 'given_up'],
    [{ is: 'delivered', ...tried }, 'delivered'],
  ])('of %o is %s', (forward, state) => expect(stateOf(forward)).toBe(state));

  it('after a try follows from the answer, and from whether there is another', () => {
    const answer = { is: 'answered', status: 500, milliseconds: 1, said: '' } as const;
    expect(stateAfter({ ...answer, status: 204 }, true)).toBe('delivered');
    expect(stateAfter(answer, true)).toBe('failing');
    expect(stateAfter(answer, false)).toBe('given_up');
    expect(stateWords('given_up')).toBe('given up');
  });
});
