import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreementPdf, landlord, tenant, upload } from '../support/agreement.js';
import { times } from '../support/counts.js';
import {
  forgetfulDisk,
  type ForgetfulDisk,
  type KilledEmulator,
  send,
  startKilled,
} from '../support/emulator/killed-emulator.js';
import { type Answer } from '../support/http.js';
import type { Envelope, Template } from '../support/shapes.js';

const kills = times(4, 300);
const connections = 16;
/** Each has the requests of one minute. */
const keyCount = 16;
/** Kills until the disk is as it was at first, so that it does not become full. */
const roundsOnOneDisk = 10;
const steps = ['draft', 'sent', 'voided'] as const;

interface Written {
  readonly key: string;
  readonly title: string;
  readonly sends: boolean;
  /** The bytes of the answer. */
  answer?: Buffer;
}

/** What the answers of one life of the emulator told. */
interface Life {
  readonly written: Written[];
  /** By envelope: how far it was, at the least. */
  readonly told: Map<string, number>;
  readonly refused: unknown[];
}

let state: string;
let disk: ForgetfulDisk | null = null;
let running: KilledEmulator | undefined;
beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'esign-forgetful-'));
  disk = forgetfulDisk();
});
afterAll(async () => {
  await running?.kill();
  disk?.close();
  rmSync(state, { recursive: true, force: true });
});

let numbered = 0;
let seed = 20_261_125;
/** From 0 to 1, the same in every run; when the kill comes still depends on the machine. */
function roll(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

function hear(life: Life, { status, body }: Answer<Envelope>): void {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  const step = steps.indexOf(body.status as (typeof steps)[number]);
  life.told.set(body.id, Math.max(step, life.told.get(body.id) ?? 0));
}

/** Creates, reads and voids until the connection breaks; also what another connection is about to void. */
async function work(
  emulator: KilledEmulator,
  key: string,
  life: Life,
  bodyOf: (own: Written) => object,
): Promise<void> {
  for (;;) {
    const number = (numbered += 1);
    const own: Written = { key: `create-${number}`, title: `Envelope ${number}`, sends: number % 2 === 0 };
    life.written.push(own);
    const created = await send<Envelope>(emulator, key, 'POST /api/v1/envelopes', bodyOf(own), own.key);
    own.answer = created.bytes;
    hear(life, created);
    if (own.sends) {
      const target = `POST /api/v1/envelopes/${created.body.id}/void`;
      hear(life, await send(emulator, key, target, { reason: 'sold' }, `void-${number}`));
    }
    const latest = [...life.told.keys()].at(-1) ?? created.body.id;
    hear(life, await send(emulator, key, `GET /api/v1/envelopes/${latest}`));
  }
}

/** Answers that the disk does not bear out. */
async function losses(emulator: KilledEmulator, keys: readonly string[], life: Life, bodyOf: (own: Written) => object) {
  const lost: string[] = [];
  const pick = (index: number): string => keys[index % keys.length] ?? '';
  for (const [index, own] of life.written.entries()) {
    if (own.answer === undefined) continue;
    const again = await send<Envelope>(emulator, pick(index), 'POST /api/v1/envelopes', bodyOf(own), own.key);
    const isKept = again.headers['idempotency-replayed'] === 'true' && again.bytes.equals(own.answer);
    if (!isKept) lost.push(`the answer with the key ${own.key}`);
  }
  for (const [index, [id, told]] of [...life.told].entries()) {
    const { status, body } = await send<Envelope>(emulator, pick(index), `GET /api/v1/envelopes/${id}`);
    const step = status === 200 ? steps.indexOf(body.status as (typeof steps)[number]) : -1;
    if (step < told) lost.push(`${id} was ${steps[told]} and is ${steps[step] ?? `answered ${status}`}`);
  }
  return lost;
}

it(
  `a disk that forgets what was not synced loses no answer in ${kills} kills under ${connections} connections`,
  { timeout: 2 * 3600 * 1000 },
  async (context) => {
    if (disk === null) return context.skip('this user cannot mount a file system');
    const own: ForgetfulDisk = disk;
    const start = (): Promise<KilledEmulator> => startKilled(state, join(own.folder, 'data'));
    const first = (running = await start());
    const keys: string[] = [];
    while (keys.length < keyCount) {
      keys.push((await send<{ key: string }>(first, first.liveKey, 'POST /_emulator/keys', { mode: 'live' })).body.key);
    }
    const file = { name: 'Lease', documents: [upload(agreementPdf())] };
    const template = (await send<Template>(first, first.liveKey, 'POST /api/v1/templates', file, 'template')).body;
    const bodyOf = ({ title, sends }: Written): object => ({
      template_id: template.id,
      title,
      send: sends,
      recipients: [tenant, landlord],
    });
    await first.kill();
    own.keep();

    let answers = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % roundsOnOneDisk === 0) {
        await running.kill();
        own.rewind();
        running = await start();
      }
      const emulator: KilledEmulator = running;
      const life: Life = { written: [], told: new Map(), refused: [] };
      const working = Array.from({ length: connections }, (_, at) =>
        work(emulator, keys[at] ?? '', life, bodyOf).catch((error: unknown) => {
          // A connection that broke is the kill; anything else is not.
          if (!(error instanceof Error && 'code' in error)) life.refused.push(error);
        }),
      );
      // However slow the machine is, something was answered by then that can be lost.
      while (life.told.size < connections && life.refused.length === 0) await wait(2);
      await wait(roll() * 200);
      await emulator.kill();
      await Promise.all(working);
      own.crash();
      running = await start();
      expect(life.refused).toEqual([]);
      expect(await losses(running, keys, life, bodyOf)).toEqual([]);
      // What the requests above spent of the minute must not refuse those of the next life.
      await send(running, first.liveKey, 'POST /_emulator/clock', { action: 'advance', seconds: 60 });
      answers += life.told.size;
    }
    process.stderr.write(`${answers} envelopes told of in ${kills} lives, none lost\n`);
    expect(answers).toBeGreaterThanOrEqual(kills * connections);
  },
);
