import { beforeEach, describe, expect, it } from 'vitest';
import { newEndpointMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

interface Attempt {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly status: number | null;
  readonly faults: readonly string[];
}

const at = shared(newEndpointMachine);
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'clear']);
  at.receiver.answer(204);
  // What earlier tests left on its ladder.
  await at.ok(['emulator', 'redeliver', '--failed']);
  await at.settle();
  at.receiver.received.length = 0;
});

const log = async (): Promise<readonly Attempt[]> =>
  (await at.ok(['emulator', 'log', 'deliveries', '--json'])).json<{ data: readonly Attempt[] }>().data;

describe('emulator fault deliveries', () => {
  it('sets faults of deliveries, shows them with their count, and clears them', async () => {
    const flags = ['--duplicate', '1', '--delay', '5s@0.5', '--clock-skew', '-400s@0', '--seed', '7', '--count', '1'];
    const words = ['emulator', 'fault', 'deliveries'];
    const set = await at.ok([...words, ...flags, '--endpoint', at.endpoint, '--tsv']);
    expect(set.stdout).toContain('duplicate 100 %, delay 5 s 50 %');
    await at.send();
    await at.emulator.advance(6000);
    expect(at.receiver.received).toHaveLength(2);
    const [shown] = (await at.ok([...words, '--json'])).json<{ data: Record<string, unknown>[] }>().data;
    expect(shown).toMatchObject({
      duplicate: 1,
      delay_seconds: 5,
      seed: 7,
      count: 1,
      struck: 1,
      webhook_id: at.endpoint,
    });
    expect((await at.ok([...words, '--tsv'])).stdout).toMatch(/\t1 of 1, used up\n$/);
    await at.ok(['emulator', 'fault', 'clear', 'deliveries']);
    expect((await at.ok(words, { terminal: true })).stdout).toContain('No delivery faults are set.');
  });

  it('signs wrongly, at another time, or not at all, as requested', async () => {
    for (const [flags, faults] of [
      [['--wrong-signature', '1'], ['wrong_signature']],
      [['--clock-skew', '400s'], ['clock_skew']],
      [['--drop', '1'], ['drop']],
      [['--lose-answer', '.5', '--seed', '1'], expect.anything()],
    ] as const) {
      await at.ok(['emulator', 'fault', 'deliveries', ...flags]);
      await at.send();
      await at.settle();
      expect((await log()).at(-1)?.faults).toEqual(faults);
    }
  });

  it.each([
    [['--duplicate', '2'], 'Invalid --duplicate value "2". Use a probability from 0 to 1'],
    [['--drop', '-0.1'], 'Invalid --drop value "-0.1". Use a probability from 0 to 1'],
    [['--delay', '5'], 'Invalid --delay value "5"'],
    [['--delay', '-5s'], 'Invalid --delay value "-5s"'],
    [['--delay', '5s@2'], 'Invalid --delay value "2". Use a probability from 0 to 1'],
    [['--clock-skew', 'yesterday'], 'Invalid --clock-skew value "yesterday"'],
    [['--seed', '7'], 'No fault specified'],
    [['--count', '0', '--drop', '1'], 'Invalid --count value "0". Use a whole number of at least 1'],
    [['--endpoint', 'x', '--drop', '1'], 'Invalid webhook ID'],
  ])('refuses %j', async (words, told) => {
    const ran = await at.run(['emulator', 'fault', 'deliveries', ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });
});
