import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/emulator/store/store.js';
import { agreementPdf, landlord, tenant, upload } from '../support/agreement.js';
import { times } from '../support/counts.js';
import { startReceiver, type Receiver } from '../support/listening/deliveries.js';
import { killWhileStarting, send, startKilled, type KilledEmulator } from '../support/emulator/killed-emulator.js';
import type { Envelope, Template, Webhook } from '../support/shapes.js';

const kills = times(6, 100);
const workers = 6;
/** Keys enough that no check at the end meets the limit of a minute. */
const keyCount = 12;

/** One creation and, for some, the void that followed: what was sent, and what was acknowledged. */
interface Written {
  readonly key: string;
  readonly title: string;
  created?: Envelope;
  voidSent?: boolean;
  voided?: boolean;
}

let folder: string;
let receiver: Receiver;
let running: KilledEmulator | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-sigkill-'));
  receiver = await startReceiver();
});
afterAll(async () => {
  await running?.kill();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers from 0 to 1, the same in every run: when it is killed still depends on the machine. */
function dice(): () => number {
  let state = 20_261_121;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it(
  `killed ${kills} times under load, it starts again every time and has lost nothing`,
  { timeout: 240_000 },
  async () => {
    const roll = dice();
    const written: Written[] = [];
    running = await startKilled(folder);
    const { liveKey } = running;
    const keys: string[] = [liveKey];
    while (keys.length < keyCount) {
      keys.push((await send<{ key: string }>(running, liveKey, 'POST /_emulator/keys', { mode: 'live' })).body.key);
    }
    const file = { name: 'Lease', documents: [upload(agreementPdf())] };
    const template = (await send<Template>(running, liveKey, 'POST /api/v1/templates', file, 'template')).body;
    const events = ['envelope.sent', 'envelope.voided'];
    const hook = (await send<Webhook>(running, liveKey, 'POST /api/v1/webhooks', { url: receiver.url, events })).body;
    const body = (title: string) => ({ template_id: template.id, title, send: true, recipients: [tenant, landlord] });

    const load = async (emulator: KilledEmulator, worker: number): Promise<void> => {
      for (;;) {
        const number = written.length;
        const key = keys[(number + worker) % keys.length] ?? liveKey;
        const own: Written = { key: `create-${number}`, title: `Envelope ${number}` };
        written.push(own);
        const created = await send<Envelope>(emulator, key, 'POST /api/v1/envelopes', body(own.title), own.key);
        if (created.status !== 201) throw new Error(`created ${created.status}: ${created.bytes.toString('utf8')}`);
        own.created = created.body;
        if (number % 3 > 0) continue;
        own.voidSent = true;
        const target = `POST /api/v1/envelopes/${own.created.id}/void`;
        own.voided = (await send(emulator, key, target, { reason: 'sold' }, `void-${number}`)).status === 200;
      }
    };

    const answered = (): number => written.filter((own) => own.created !== undefined).length;
    const refused: unknown[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const emulator: KilledEmulator = running;
      const working = Array.from({ length: workers }, (_, worker) =>
        load(emulator, worker).catch((error: unknown) => {
          // A connection that broke is the kill; anything else is not.
          if (!(error instanceof Error && 'code' in error)) refused.push(error);
        }),
      );
      await wait(5 + roll() * 120);
      // However slow the machine is, something was answered by then that can be lost.
      for (let tries = 0; tries < 4_000 && answered() <= kill + 1; tries += 1) await wait(5);
      await emulator.kill();
      await Promise.all(working);
      if (kill % 10 === 0) await killWhileStarting(folder, roll() * 150);
      running = await startKilled(folder);
    }
    expect(refused).toEqual([]);

    // What was not acknowledged is asked for again with its key: it was written whole or not at all.
    const emulator: KilledEmulator = running;
    const pick = (index: number): string => keys[index % keys.length] ?? liveKey;
    const known = new Map<string, Written & { readonly created: Envelope }>();
    for (const [index, own] of written.entries()) {
      if (index % 3000 === 0)
        await send(emulator, liveKey, 'POST /_emulator/clock', { action: 'advance', seconds: 60 });
      const again = await send<Envelope>(emulator, pick(index), 'POST /api/v1/envelopes', body(own.title), own.key);
      expect([again.status, again.body.title]).toEqual([201, own.title]);
      if (own.created !== undefined) {
        expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', own.created]);
        const read = await send<Envelope>(emulator, pick(index), `GET /api/v1/envelopes/${own.created.id}`);
        if (own.voided === true) expect(read.body.status).toBe('voided');
        else if (own.voidSent !== true) expect(read.body.status).toBe('sent');
      }
      known.set(again.body.id, { ...own, created: again.body });
    }
    expect(known.size).toBe(written.length);
    expect(answered()).toBeGreaterThan(kills);

    // Everything that was still on its way arrives, and nothing else.
    await send(emulator, liveKey, 'POST /_emulator/clock', { action: 'advance', seconds: 40 * 3600 });
    const told = await send<{ data: readonly { id: string; event: string; envelope_id: string }[] }>(
      emulator,
      liveKey,
      'GET /_emulator/events',
    );
    const sent = told.body.data.filter(({ event }) => event === 'envelope.sent').map((event) => event.envelope_id);
    expect(sent.toSorted()).toEqual([...known.keys()].toSorted());
    const voided = told.body.data.filter(({ event }) => event === 'envelope.voided').map((event) => event.envelope_id);
    const acknowledged = [...known.values()].filter((own) => own.voided === true).map((own) => own.created.id);
    expect(new Set(voided).size).toBe(voided.length);
    expect(acknowledged.filter((id) => !voided.includes(id))).toEqual([]);

    const arrived = new Set(receiver.received.map((delivery) => delivery.body.id));
    expect([...arrived].toSorted()).toEqual(told.body.data.map(({ id }) => id).toSorted());
    for (const { headers, raw } of receiver.received) {
      const [, t, v1] = /^t=(\d+), v1=([0-9a-f]{64})$/.exec(headers['service-signature'] ?? '') ?? [];
      expect(v1).toBe(createHmac('sha256', hook.secret).update(`${t}.`).update(raw).digest('hex'));
    }

    await emulator.kill();
    const store = openStore(join(folder, 'data', 'emulator.db'));
    const integrity = store.sql.all<{ integrity_check: string }>('PRAGMA integrity_check');
    store.close();
    expect(integrity).toEqual([{ integrity_check: 'ok' }]);
  },
);
