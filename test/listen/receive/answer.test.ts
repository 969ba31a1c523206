import { describe, expect, it } from 'vitest';
import { answerTo, isSuccess, type AppAnswer } from '../../../src/listen/receive/answer.js';

const answered = (status: number): AppAnswer => ({ is: 'answered', status, milliseconds: 1, said: '' });
const silent = (timedOut: boolean): AppAnswer => ({ is: 'silent', timedOut, sent: true, words: 'x', milliseconds: 1 });

describe('the answer to the service', () => {
  it.each([
    ['unknown', 404],
    ['too-large', 413],
    ['refused', 401],
    ['not-recorded', 503],
    ['taken', 200],
  ] as const)('%s is %i, and says nothing more', (is, status) => expect(answerTo({ is })).toEqual({ status }));

  it.each([200, 204, 302, 400, 404, 500, 599])('is the app’s own %i under --ack app', (status) => {
    expect(answerTo({ is: 'app', answer: answered(status) }).status).toBe(status);
  });

  it('is a gateway’s when the app sent nothing, or nothing that can be passed on', () => {
    expect(answerTo({ is: 'app', answer: silent(true) }).status).toBe(504);
    expect(answerTo({ is: 'app', answer: silent(false) }).status).toBe(502);
    expect(answerTo({ is: 'app', answer: answered(101) }).status).toBe(502);
  });

  it('counts a 2xx alone as taken', () => {
    expect([199, 200, 299, 300].map((status) => isSuccess(answered(status)))).toEqual([false, true, true, false]);
    expect(isSuccess(silent(false))).toBe(false);
  });
});
