import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { envelopeReads } from '../../support/emulator/count-envelopes.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { scriptedClock } from '../../support/program/clock.js';
import { shared } from '../../support/shared.js';

const count = 20;
/** A test key emails nobody. */
const inApp = people.map((word) => (word.startsWith('role=') ? `${word},embedded=true` : word));
const at = shared(newEmulatorMachine);
let env: Record<string, string>;
let ids: string[];

beforeAll(async () => {
  const free = await at.emulator.organisation({ plan: 'free' });
  env = { ...at.live(), ESIGN_API_KEY: free.testKey };
  ids = [];
  const clock = { now: () => at.emulator.now(), sleep: () => Promise.resolve() };
  for (let made = 0; made < count; made += 1) {
    const words = [
      'envelope',
      'one-off',
      'agreement.pdf',
      '--title',
      `Number ${made}`,
      ...inApp,
      '--send',
      '-q',
      '--yes',
    ];
    ids.push((await at.ok(words, { env, clock })).stdout.trim());
    // The rate limit of the smallest plan.
    await at.emulator.advance(5_000);
  }
  await at.emulator.advance(60_000);
});

/** A desk that is watched for a number of seconds; `steps` happen at the given seconds. */
async function follow(
  seconds: number,
  steps: Readonly<Record<number, (terminal: { type(text: string): void }) => Promise<unknown> | void>> = {},
) {
  const leave = new AbortController();
  let second = 0;
  const clock = scriptedClock([], {
    start: at.emulator.now(),
    each: async (milliseconds) => {
      await at.emulator.advance(milliseconds);
      second += 1;
      await steps[second]?.(desk.terminal);
      if (second >= seconds) leave.abort();
    },
  });
  const options = { env, clock, terminal: true, columns: 100, signal: leave.signal };
  const desk = at.machine.start(['envelope', 'desk'], options);
  const ran = await desk.ended;
  return { ...ran, shown: stripVTControlCharacters(ran.stdout) };
}

it('needs a terminal, and names the command that does not', async () => {
  const ran = await at.run(['envelope', 'desk', '--json'], { env });
  expect(ran.code).toBe(2);
  expect(ran.error()).toMatchObject({
    code: 'no_terminal',
    hint: 'Use this command instead: esign envelope list --sort waiting',
  });
  const dumb = await at.run(['envelope', 'desk'], { env: { ...env, TERM: 'dumb' }, terminal: true, columns: 100 });
  expect([dumb.code, dumb.stdout]).toEqual([2, '']);
  expect(dumb.stderr).toContain('esign envelope list --sort waiting');
});

it('reads everything again and again, with at most a fifth of the rate limit in a minute', async () => {
  const reads: number[] = [];
  const look = async (): Promise<void> => void reads.push((await envelopeReads(at.emulator)).length);
  const before = (await envelopeReads(at.emulator)).length;
  const { code, shown } = await follow(241, { 60: look, 120: look, 180: look, 240: look });
  expect(code).toBe(130);
  for (const [minute, sum] of reads.entries()) expect(sum - (reads[minute - 1] ?? before)).toBeLessThanOrEqual(12);
  const asked = (await envelopeReads(at.emulator, 'path')).slice(before);
  expect(new Set(asked)).toHaveLength(count);
  expect(asked.length).toBeGreaterThan(count);
  expect(shown).toContain(`${count} envelopes: ${count} waiting`);
});

it('reads an envelope at once when a listener here received an event about it', async () => {
  const last = ids.at(-1)!;
  const before = await envelopeReads(at.emulator, 'path');
  await follow(14, {
    8: async () => {
      const heard = {
        envelopeId: last,
        host: at.emulator.host,
        at: new Date(at.emulator.now()).toISOString(),
      };
      await recordDeliveries(at.machine.env['ESIGN_STATE_DIR']!, [heard]);
    },
  });
  const asked = (await envelopeReads(at.emulator, 'path')).slice(before.length);
  expect(asked.at(-1)).toContain(last);
});

it('asks nothing about an envelope that was left while it was read', async () => {
  const { shown } = await follow(6, { 2: ({ type }) => type('vWrong unit'), 3: ({ type }) => type('\r\u001b') });
  expect(shown).toContain('Reason, kept on record: Wrong unit');
  expect(shown).not.toContain('Void it?');
});

it('says when it really read, and asks no sooner than a refusal says', async () => {
  const before = (await envelopeReads(at.emulator)).length;
  const { shown } = await follow(90, {
    10: () => at.ok(['emulator', 'fault', 'operation', 'getEnvelope', '--code', 'rate_limited']),
  });
  await at.ok(['emulator', 'fault', 'clear']);
  const refused = (await envelopeReads(at.emulator)).slice(before).filter((status) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(3);
  expect(shown.slice(-400)).toMatch(/Read 1m( \d+s)? ago/);
});

it('shows a lost connection, goes on, and tries again at once on r', async () => {
  const fault = ['emulator', 'fault', 'operation', 'getEnvelope', '--reset'];
  const { shown } = await follow(90, {
    10: () => at.ok(fault),
    80: async ({ type }) => {
      await at.ok(['emulator', 'fault', 'clear']);
      type('r');
    },
  });
  const lost = shown.lastIndexOf('Not connected since');
  expect(lost).toBeGreaterThan(-1);
  expect(shown.slice(lost)).toMatch(/Trying again in \d+ s; press r to try now\.[\s\S]*Read 0s ago/);
});
