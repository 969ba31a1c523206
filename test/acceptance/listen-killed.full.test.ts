import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { times } from '../support/counts.js';
import { deferred } from '../support/network/deferred.js';
import { bearer, http } from '../support/http.js';
import { type App, type Listening, listening, startApp } from '../support/listening/listening.js';

const events = Number(process.env['ESIGN_LISTEN_EVENTS'] ?? times(800, 10_000));
/** A trigger of this one makes `envelope.sent` happen first, and nothing is sealed, which would take long. */
const trigger = { event: 'envelope.voided' };
const perTrigger = 2;
const kills = Number(process.env['ESIGN_LISTEN_KILLS'] ?? times(3, 10));

let program: BuiltProgram;
let app: App;
let data: string;
let base: string;
let key: string;

beforeAll(async () => {
  program = builtProgram();
  app = await startApp();
  // The emulator syncs its data at every step; in memory that costs nothing, and it is not what is tested here.
  data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'esign-many-'));
  const start = ['emulator', 'start', '--detach', '--port', '0', '--json', '--data', data];
  ({ url: base, live_key: key } = JSON.parse((await program.run(start)).stdout) as { url: string; live_key: string });
});
afterAll(async () => {
  await program.remove();
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await http<T>(base, method, `/_emulator${path}`, { headers: bearer(key), body });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.bytes.toString()}`);
  return answer.body;
};

/**
 * How many events may still be made: each listener has its share, however slow the machine is, and only a few happen
 * while none is there. What nobody took waits for the ladder, which moves at the end.
 */
class Supply {
  #spare = 0;
  #more = deferred();

  async take(): Promise<void> {
    while (this.#spare < 1) await this.#more.promise;
    this.#spare -= 1;
  }

  grant(count: number): void {
    this.#spare += count;
    this.#more.resolve();
    this.#more = deferred();
  }
}
const share = events / perTrigger / (kills + 1);
const spareWhileShut = 30;

/** Makes events happen, a few at once. */
async function makeEvents(supply: Supply): Promise<void> {
  let left = events / perTrigger;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await supply.take();
      await control('POST', '/trigger', trigger);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

const listen = (): Listening => listening(program, ['--keep', '--forward-to', app.url]);

/** Kills the listener whenever the app took half of its share, and starts it again. */
async function killNowAndThen(first: Listening, supply: Supply): Promise<Listening> {
  let one = first;
  for (let count = 0; count < kills; count += 1) {
    await app.has(app.took.length + Math.floor((share * perTrigger) / 2));
    one.signal('SIGKILL');
    await one.ended;
    supply.grant(spareWhileShut);
    one = listen();
    await one.ready();
    supply.grant(count + 1 === kills ? events : share - spareWhileShut);
  }
  return one;
}

describe(`a listener that is killed and started again, ${kills} times`, () => {
  it(
    `brings ${events} events to the app once each, or names them, and none twice`,
    { timeout: 240_000 + kills * 5_000 },
    async () => {
      const faults = { drop: 0.05, duplicate: 0.05, reorder: 0.05, lose_answer: 0.05, seed: 7 };
      await control('POST', '/faults/deliveries', faults);
      const first = listen();
      // Before it is registered, nothing is for it.
      await first.ready();
      const supply = new Supply();
      supply.grant(share);
      const made = makeEvents(supply);
      const one = await killNowAndThen(first, supply);
      await made;
      // The ladder brings what failed; the faults go on.
      for (let round = 0; round < 6; round += 1) {
        await control('POST', '/clock', { action: 'advance', seconds: round < 2 ? 61 : 9 * 3600 });
      }
      one.signal('SIGINT');
      await one.ended;
      type Happened = { readonly data: readonly { readonly id: string }[] };
      const happened = (await control<Happened>('GET', '/events')).data.map(({ id }) => id);
      expect(happened).toHaveLength(events);
      const taken = new Map<string, number>();
      for (const { id } of app.took) taken.set(id ?? '', (taken.get(id ?? '') ?? 0) + 1);
      expect([...taken].filter(([, count]) => count > 1)).toEqual([]);
      const listed = await program.run(['event', 'list', '--undelivered', '--json', '--limit', '1000']);
      expect(listed.code).toBe(0);
      const undelivered = new Set([...listed.stdout.matchAll(/"event_id":"([^"]+)"/g)].map(([, id]) => id));
      const lost = happened.filter((id) => !taken.has(id) && !undelivered.has(id));
      expect(lost).toEqual([]);
      // The few that were on their way at a kill are named, whether the app has them or not.
      expect(undelivered.size).toBeLessThan(kills * 9);
      expect(taken.size).toBeGreaterThan(events - kills * 9);
    },
  );
});
