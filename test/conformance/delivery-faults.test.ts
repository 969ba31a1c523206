import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import type { EventBody } from '../support/listening/deliveries.js';
import {
  hour,
  minute,
  second,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import type { Envelope, Template, Webhook } from '../support/shapes.js';

interface Judged {
  readonly body: EventBody;
  readonly raw: string;
  readonly header: string;
  readonly verdict: 'accepted' | 'repeated' | 'out of time' | 'not signed by us';
}

/** The clock of the machine, which signatures carry; the emulator's own is moved by the tests. */
let machine = Date.parse('2026-06-01T12:00:00.000Z');
let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let server: Server;
let endpoint: Webhook;
/** Everything that came, judged as the description says that a receiver judges. */
let judged: Judged[];
beforeAll(async () => {
  emulator = await startTestEmulator({}, () => machine);
  organisation = await emulator.organisation({ plan: 'paid' });
  template = await createTemplate(organisation.live);
  server = createServer((request, response) => {
    void judge(request).then((verdict) => {
      const good = verdict === 'accepted' || verdict === 'repeated';
      response.writeHead(good ? 204 : 401, { Connection: 'close' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const body = { url, events: ['envelope.sent', 'envelope.voided'] };
  endpoint = (await organisation.live<Webhook>('POST /api/v1/webhooks', body)).body;
});
afterAll(async () => {
  await emulator.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  await emulator.control('DELETE /_emulator/faults');
  await emulator.advance(minute);
  judged = [];
});

async function judge(request: IncomingMessage): Promise<Judged['verdict']> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts).toString('utf8');
  const header = String(request.headers['service-signature']);
  const verdict = verdictOf(header, raw);
  judged.push({ body: JSON.parse(raw) as EventBody, raw, header, verdict });
  return verdict;
}

function verdictOf(header: string, raw: string): Judged['verdict'] {
  const [, t = '', v1 = ''] = /^t=(\d+), ?v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (Math.abs(machine / second - Number(t)) > 300) return 'out of time';
  if (createHmac('sha256', endpoint.secret!).update(`${t}.${raw}`).digest('hex') !== v1) return 'not signed by us';
  const { id } = JSON.parse(raw) as EventBody;
  return judged.some(({ body, verdict }) => verdict === 'accepted' && body.id === id) ? 'repeated' : 'accepted';
}

const faults = (body: object): Promise<unknown> => emulator.control('POST /_emulator/faults/deliveries', body);
const sent = (): Promise<Envelope> => createEnvelope(organisation.live, template, { send: true });
const verdicts = (): readonly string[] => judged.map(({ verdict }) => verdict);

describe('a receiver that does as the description says [auth.deliveries-signed]', () => {
  it('deduplicates on id: a duplicate carries the same one [event.id-stable]', async () => {
    await faults({ duplicate: 1 });
    await sent();
    await emulator.settle();
    expect(verdicts()).toEqual(['accepted', 'repeated']);
    expect(judged[0]!.body.id).toBe(judged[1]!.body.id);
  });

  it('sees the same id again, with a later retry_count, when its answer was lost [event.id-stable, event.retry-count]', async () => {
    await faults({ lose_answer: 1, count: 1 });
    await sent();
    await emulator.advance(minute);
    expect(judged.map(({ body, verdict }) => [body.id, body.retry_count, verdict])).toEqual([
      [judged[0]!.body.id, 0, 'accepted'],
      [judged[0]!.body.id, 1, 'repeated'],
    ]);
  });

  it('a shuffled delivery is in order again by created_at [delivery.unordered]', async () => {
    await faults({ reorder: 1 });
    const envelope = await sent();
    await emulator.advance(second);
    await organisation.live(
      `POST /api/v1/envelopes/${envelope.id}/void`,
      { reason: 'Wrong' },
      { 'Idempotency-Key': '1' },
    );
    await emulator.advance(5 * second);
    expect(judged.map(({ body }) => body.event)).toEqual(['envelope.voided', 'envelope.sent']);
    const ordered = judged.toSorted((one, other) => one.body.created_at.localeCompare(other.body.created_at));
    expect(ordered.map(({ body }) => body.event)).toEqual(['envelope.sent', 'envelope.voided']);
  });

  it.each([301, -301])(
    'rejects a t that is %d seconds off, and gets the event a minute later [signature.tolerance, limits.webhook-numbers]',
    async (seconds) => {
      await faults({ clock_skew_seconds: seconds, count: 1 });
      await sent();
      await emulator.advance(minute);
      expect(verdicts()).toEqual(['out of time', 'accepted']);
    },
  );

  it.each([300, -300])(
    'accepts a t that is %d seconds off [signature.tolerance, limits.webhook-numbers]',
    async (seconds) => {
      await faults({ clock_skew_seconds: seconds, count: 1 });
      await sent();
      await emulator.advance(0);
      expect(verdicts()).toEqual(['accepted']);
    },
  );

  it('rejects what another secret signed, and gets the event a minute later [signature.material]', async () => {
    await faults({ wrong_signature: 1, count: 1 });
    await sent();
    await emulator.advance(minute);
    expect(verdicts()).toEqual(['not signed by us', 'accepted']);
  });

  it('a postponed attempt carries the time of the event, and is signed at the machine’s time of sending [event.signed-anew]', async () => {
    await faults({ delay_seconds: 90 });
    const before = emulator.now();
    await sent();
    machine += 7 * second;
    await emulator.advance(90 * second);
    const [only] = judged;
    expect(only!.body.created_at).toBe(new Date(before).toISOString());
    expect(only!.header).toContain(`t=${Math.floor(machine / second)}`);
    expect(only!.body.retry_count).toBe(0);
  });

  it('misses an event only when all seven attempts were lost [ladder.attempts, limits.webhook-numbers]', async () => {
    await faults({ drop: 1 });
    await sent();
    await emulator.advance(36 * hour);
    const log = await emulator.control<{ data: { attempt: number; error: string }[] }>(
      `GET /_emulator/deliveries/log?webhook_id=${endpoint.id}`,
    );
    expect(judged).toEqual([]);
    expect(
      log.data.filter(({ error }) => error === 'a fault dropped the delivery').map(({ attempt }) => attempt),
    ).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('accepts every event exactly once, however they are treated on their way [event.id-stable]', async () => {
    await faults({
      duplicate: 0.2,
      reorder: 0.2,
      drop: 0.2,
      lose_answer: 0.1,
      wrong_signature: 0.1,
      clock_skew: 0.1,
      clock_skew_seconds: 400,
      delay: 0.1,
      delay_seconds: 5,
      seed: 11,
    });
    const envelopes = await Promise.all(Array.from({ length: 200 }, () => sent()));
    await emulator.advance(36 * hour);
    const accepted = judged.filter(({ verdict }) => verdict === 'accepted').map(({ body }) => body.envelope_id);
    expect(accepted.toSorted()).toEqual(envelopes.map(({ id }) => id).toSorted());
    for (const verdict of ['repeated', 'out of time', 'not signed by us']) expect(verdicts()).toContain(verdict);
    const webhook = await organisation.live<Webhook>(`GET /api/v1/webhooks/${endpoint.id}`);
    expect(webhook.body).toMatchObject({ active: true, consecutive_failures: 0 });
  });
});
