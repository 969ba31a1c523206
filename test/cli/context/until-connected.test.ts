import { expect, it } from 'vitest';
import { ServiceFailure, TransportFailure } from '../../../src/client/failure.js';
import { untilConnected } from '../../../src/cli/context/until-connected.js';

const operation = 'createTemplate';
const lost = new TransportFailure('the time limit passed', {
  reason: 'timeout',
  outcomeUnknown: true,
  operation,
  attempts: 1,
});
const underWay = new ServiceFailure('The first request is still in progress.', {
  code: 'request_in_progress',
  status: 409,
  operation,
  attempts: 1,
});

/** Throws these one after the other, and then answers; says what was said. */
async function attempt(failures: readonly Error[]): Promise<{ readonly done: boolean; readonly said: unknown[] }> {
  const said: unknown[] = [];
  const left = [...failures];
  const prompt = { say: (words: unknown) => void said.push(words), select: () => Promise.resolve('again' as never) };
  const done = await untilConnected(prompt, () => {
    const failure = left.shift();
    return failure === undefined ? Promise.resolve(true) : Promise.reject(failure);
  });
  return { done, said };
}

it('tries again while the attempt whose response was lost is under way, and only then', async () => {
  const { done, said } = await attempt([lost, underWay, underWay]);
  expect(done).toBe(true);
  expect(said[1]).toBe('The service is busy; nothing is lost. The first request is still in progress.');
  await expect(attempt([underWay])).rejects.toBe(underWay);
});
