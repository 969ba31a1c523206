import { describe, expect, it } from 'vitest';
import { createAwaitQuiet } from '../../src/emulator/await-quiet.js';
import { deferred } from '../support/network/deferred.js';
import { createRig, rigStart } from '../support/emulator/temporary-store.js';
import { fresh } from '../support/shared.js';

const rig = fresh(createRig);

const begin = (subject: string): void =>
  rig.store.commitNow(() => rig.scheduler.schedule('deliver', subject, rigStart));

describe('settling', () => {
  it('holds an answer until what the request set off, and what that set off, is done', async () => {
    const gate = deferred();
    const done: string[] = [];
    rig.scheduler.on('deliver', async ({ subject }) => {
      await gate.promise;
      return () => {
        done.push(subject);
        if (subject === 'first') rig.scheduler.schedule('deliver', 'second', rigStart);
      };
    });
    rig.scheduler.start();
    const settled = createAwaitQuiet({ ...rig, settings: { seeded: true } })();
    begin('first');
    const waiting = settled().then(() => [...done]);
    gate.resolve();
    expect(await waiting).toEqual(['first', 'second']);
  });

  it.each([
    ['a request that came while something was under way', true, true],
    ['a service without a seed', false, false],
  ])('does not hold %s', async (_, seeded, busy) => {
    const gate = deferred();
    rig.scheduler.on('deliver', async () => {
      await gate.promise;
      return () => undefined;
    });
    rig.scheduler.start();
    if (busy) begin('earlier');
    const settled = createAwaitQuiet({ ...rig, settings: { seeded } })();
    begin('own');
    await settled();
    expect(rig.scheduler.resting).toBe(false);
    gate.resolve();
    await rig.scheduler.rest();
  });

  it('gives up on what takes too long, such as a receiver that waits for the very answer', async () => {
    const gate = deferred();
    rig.scheduler.on('deliver', async () => {
      await gate.promise;
      return () => undefined;
    });
    rig.scheduler.start();
    const settled = createAwaitQuiet({ ...rig, settings: { seeded: true }, timeoutMs: 5 })();
    begin('own');
    await settled();
    expect(rig.scheduler.resting).toBe(false);
    gate.resolve();
    await rig.scheduler.rest();
  });
});
