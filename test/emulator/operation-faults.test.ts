import { describe, expect, it } from 'vitest';
import {
  createOperationFaults,
  type OperationFaultPlan,
  type OperationFaults,
} from '../../src/emulator/operation-faults.js';

/** Time that passes when the test says so. */
function hands(): { readonly faults: OperationFaults; readonly slept: number[]; pass(): void } {
  const slept: number[] = [];
  let wake = (): void => undefined;
  const faults = createOperationFaults((milliseconds) => {
    slept.push(milliseconds);
    return new Promise((resolve) => (wake = resolve));
  });
  return { faults, slept, pass: () => wake() };
}

const plan = (changes: Partial<OperationFaultPlan> = {}): OperationFaultPlan => ({
  operation: 'createEnvelope',
  effect: { kind: 'reset' },
  stage: 'arrival',
  delay_seconds: 0,
  probability: 1,
  seed: 7,
  count: null,
  ...changes,
});

/** Which of so many requests in a row are struck. */
function strikes(faults: OperationFaults, most: number): readonly number[] {
  return Array.from({ length: most }, (_, index) => index).filter(
    () => faults.arrive('createEnvelope').before() !== null,
  );
}

describe('faults of operations', () => {
  it('apply to the same requests for the same seed, with about their probability', () => {
    const run = (seed: number): readonly number[] => {
      const { faults } = hands();
      faults.add(plan({ probability: 0.2, seed }));
      return strikes(faults, 1000);
    };
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
    expect(run(7).length).toBeGreaterThan(150);
    expect(run(7).length).toBeLessThan(250);
  });

  it('requests of other operations and other plans change nothing', () => {
    const alone = hands().faults;
    alone.add(plan({ probability: 0.5 }));
    const among = hands().faults;
    among.add(plan({ probability: 0.5 }));
    among.add(plan({ operation: null, effect: { kind: 'drop_after_commit' } }));
    for (let each = 0; each < 10; each += 1) among.arrive('getEnvelope').before();
    expect(strikes(among, 50)).toEqual(strikes(alone, 50));
  });

  it('two with one seed are independent of each other, and a new run repeats them', () => {
    const { faults } = hands();
    const run = (): readonly (readonly number[])[] => {
      faults.clear();
      faults.add(plan({ probability: 0.5 }));
      faults.add(plan({ probability: 0.5, effect: { kind: 'drop_after_commit' } }));
      const met = Array.from({ length: 400 }, () => faults.arrive('createEnvelope'));
      return [met.map((one) => Number(one.before() !== null)), met.map((one) => Number(one.after() !== null))];
    };
    const [early = [], late = []] = run();
    const together = early.filter((struck, at) => struck === late[at]).length;
    expect(together).toBeGreaterThan(140);
    expect(together).toBeLessThan(260);
    expect(run()).toEqual([early, late]);
  });

  it('end after their count, and a refunded fault applies again', () => {
    const { faults } = hands();
    faults.add(plan({ count: 2 }));
    faults.arrive('createEnvelope').before()?.spare();
    expect(strikes(faults, 4)).toEqual([0, 1]);
    expect(faults.list()).toMatchObject([{ met: 5, struck: 2, count: 2 }]);
  });

  it('an answer is dropped after the request only, and never by more than the count', () => {
    const { faults } = hands();
    faults.add(plan({ effect: { kind: 'drop_after_commit' }, count: 1 }));
    const [one, other] = [faults.arrive('createEnvelope'), faults.arrive('createEnvelope')];
    expect([one.before(), other.before()]).toEqual([null, null]);
    expect([other.after()?.plan.effect.kind, one.after()]).toEqual(['drop_after_commit', null]);
  });

  it('the first that applies wins over later ones, and those of one operation are cleared alone', () => {
    const { faults } = hands();
    faults.add(plan({ effect: { kind: 'answer', code: 'internal_error', status: null }, count: 1 }));
    faults.add(plan({ operation: 'getEnvelope' }));
    faults.add(plan());
    const kinds = (): unknown[] => [1, 2].map(() => faults.arrive('createEnvelope').before()?.plan.effect.kind);
    expect(kinds()).toEqual(['answer', 'reset']);
    faults.clear('createEnvelope');
    expect(kinds()).toEqual([undefined, undefined]);
    expect(faults.list()).toMatchObject([{ operation: 'getEnvelope' }]);
  });

  it('a wait is over with its time, with a release, or comes to nothing when it is abandoned', async () => {
    const { faults, slept, pass } = hands();
    const timed = faults.wait(1.5);
    pass();
    expect([await timed, slept]).toEqual([true, [1500]]);
    const endless = faults.wait(null);
    faults.release();
    expect(await endless).toBe(true);
    const both = [faults.wait(null), faults.wait(60)];
    faults.add(plan());
    faults.abandon();
    expect([await Promise.all(both), faults.list()]).toEqual([[false, false], []]);
  });

  it('apply right before the handler when made for it, and are removed by operation', async () => {
    const { faults } = hands();
    faults.add(plan({ effect: { kind: 'hold' }, stage: 'handler', count: 1 }));
    const arrival = faults.arrive('createEnvelope');
    expect([arrival.before(), arrival.handled()?.plan.effect.kind, arrival.handled()]).toEqual([null, 'hold', null]);
    const held = faults.wait(null);
    expect(faults.held()).toBe(1);
    faults.forgetHandler('createEnvelope');
    expect([faults.list(), faults.held()]).toEqual([[], 1]);
    faults.release();
    expect([await held, faults.held()]).toEqual([true, 0]);
  });
});
