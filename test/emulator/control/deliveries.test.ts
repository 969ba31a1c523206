import { beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/listening/deliveries.js';
import { minute, startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import type { Refused, Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

interface Logged {
  readonly sequence: number;
  readonly at: string;
  readonly event: string;
  readonly envelope_id: string;
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly attempt: number;
  readonly copy: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly faults: readonly string[];
}

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let receiver: Receiver;
let endpoint: Webhook;
beforeEach(async () => {
  await emulator.control('DELETE /_emulator/faults');
  organisation = await emulator.organisation();
  receiver = await startReceiver();
  const body = { url: receiver.url, events: ['envelope.sent', 'envelope.voided'] };
  endpoint = (await organisation.live<Webhook>('POST /api/v1/webhooks', body)).body;
  return () => receiver.close();
});

const happen = async (event = 'envelope.sent'): Promise<string> => {
  const body = { event, organisation_id: organisation.id };
  return (await emulator.control<{ envelope: { id: string } }>('POST /_emulator/trigger', body)).envelope.id;
};
const log = (query = ''): Promise<{ readonly data: readonly Logged[]; readonly last: number }> =>
  emulator.control(`GET /_emulator/deliveries/log?webhook_id=${endpoint.id}${query}`);
const refused = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<Refused['error'] & { status: number }> => {
  const answer = await http<Refused>(emulator.url, method, path, { headers: bearer(emulator.token), body });
  return { status: answer.status, ...answer.body.error };
};

it('lists the deliveries in pages', async () => {
  for (let made = 0; made < 3; made++) await happen();
  const page = async (query: string): Promise<readonly [ids: readonly string[], more: boolean]> => {
    const path = `GET /_emulator/deliveries?webhook_id=${endpoint.id}${query}`;
    const body = await emulator.control<{ data: readonly { id: string }[]; more: boolean }>(path);
    return [body.data.map(({ id }) => id), body.more];
  };
  const [ids, more] = await page('');
  expect([ids.length, more]).toEqual([3, false]);
  expect(await page('&limit=2')).toEqual([ids.slice(0, 2), true]);
  expect(await page(`&limit=2&after=${ids[1]}`)).toEqual([ids.slice(2), false]);
  expect(await refused('GET', `/_emulator/deliveries?after=${organisation.id}`)).toMatchObject({
    status: 400,
    message: 'after must be the ID of a delivery.',
  });
});

describe('the log of deliveries', () => {
  it('tells every attempt as it ended: time, event, endpoint, attempt, status and what was wrong', async () => {
    receiver.answer(503);
    const envelope = await happen();
    await emulator.advance(minute);
    const { data } = await log();
    expect(data).toMatchObject([
      { event: 'envelope.sent', envelope_id: envelope, webhook_id: endpoint.id, attempt: 1, copy: 0, status: 503 },
      { attempt: 2, status: 503, error: null, faults: [] },
    ]);
    expect(Date.parse(data[1]!.at) - Date.parse(data[0]!.at)).toBe(minute);
  });

  it('says why there was no answer, and holds no secret and no body', async () => {
    await receiver.close();
    await happen();
    await emulator.advance(0);
    const answer = JSON.stringify(await log());
    expect(answer).toContain('nothing is listening there');
    expect(answer).not.toContain('whsec_');
    expect(answer).not.toContain(endpoint.secret);
    expect(answer).not.toContain('/api/v1/envelopes');
  });

  it('is read on from where it was left, in pieces, of one envelope', async () => {
    await happen();
    const second = await happen('envelope.voided');
    await emulator.advance(0);
    const first = await log('&limit=1');
    expect(first.data).toHaveLength(1);
    const rest = await log(`&after=${first.last}`);
    expect(rest.data).toHaveLength(2);
    expect(await log(`&after=${rest.last}`)).toEqual({ data: [], last: rest.last });
    expect((await log(`&envelope_id=${second}`)).data.map(({ event }) => event).toSorted()).toEqual([
      'envelope.sent',
      'envelope.voided',
    ]);
  });

  it.each(['limit=0', 'limit=100000', 'after=-1', 'after=x', 'limit=1e3'])('refuses %s', async (query) => {
    expect(await refused('GET', `/_emulator/deliveries/log?${query}`)).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});

describe('faults of deliveries', () => {
  const faults = (body: object): Promise<Record<string, unknown>> =>
    emulator.control('POST /_emulator/faults/deliveries', body);

  it('are set, listed with their counts, and cleared', async () => {
    const made = await faults({ duplicate: 1, seed: 3, count: 1, webhook_id: endpoint.id });
    expect(made).toMatchObject({ duplicate: 1, drop: 0, delay: 0, seed: 3, count: 1, struck: 0 });
    await happen();
    await emulator.advance(0);
    expect(receiver.received).toHaveLength(2);
    expect((await log()).data.map(({ copy, faults: struck }) => [copy, struck])).toEqual([
      [0, ['duplicate']],
      [1, ['duplicate']],
    ]);
    const listed = await emulator.control<{ data: unknown[] }>('GET /_emulator/faults/deliveries');
    expect(listed.data).toMatchObject([{ duplicate: 1, struck: 1, webhook_id: endpoint.id }]);
    await emulator.control('DELETE /_emulator/faults/deliveries');
    expect(await emulator.control('GET /_emulator/faults/deliveries')).toEqual({ data: [] });
  });

  it('say which seed they have, so that a run can be repeated', async () => {
    const { seed } = await faults({ drop: 0.5 });
    expect(Number.isSafeInteger(seed)).toBe(true);
  });

  it('always apply when only the seconds are given', async () => {
    expect(await faults({ delay_seconds: 5, clock_skew_seconds: -400 })).toMatchObject({ delay: 1, clock_skew: 1 });
  });

  it('go with a reset, and with all other faults', async () => {
    await faults({ drop: 1 });
    await emulator.control('DELETE /_emulator/faults');
    expect(await emulator.control('GET /_emulator/faults/deliveries')).toEqual({ data: [] });
  });

  it.each([
    { duplicate: 1.1 },
    { drop: -0.1 },
    { drop: '1' },
    { delay: 1 },
    { clock_skew: 0.5 },
    { delay_seconds: 0 },
    { count: 0, drop: 1 },
    { webhook_id: 'x' },
    { lose: 1 },
  ])('%j is invalid_request', async (body) => {
    expect((await refused('POST', '/_emulator/faults/deliveries', body)).code).toBe('invalid_request');
  });
});

describe('a redelivery', () => {
  const redeliver = (body: object): Promise<{ data: readonly { id: string; attempts: unknown[] }[] }> =>
    emulator.control('POST /_emulator/deliveries/redeliver', body);

  it('of a delivery, of an event and of all that failed', async () => {
    await happen();
    await emulator.advance(0);
    const [{ delivery_id: delivery } = { delivery_id: '' }] = (await log()).data;
    expect((await redeliver({ id: delivery })).data).toHaveLength(1);
    await emulator.advance(0);
    expect((await redeliver({ id: receiver.received[0]!.body.id })).data).toHaveLength(1);
    await emulator.advance(0);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(3);
    receiver.answer(500);
    await happen();
    await emulator.advance(0);
    receiver.answer(200);
    expect((await redeliver({ failed: true, webhook_id: endpoint.id })).data).toMatchObject([
      { attempts: [{ number: 1, status: 500 }] },
    ]);
    await emulator.advance(0);
    expect(receiver.received.map(({ body }) => body.retry_count)).toEqual([0, 0, 0, 0, 1]);
  });

  it.each([{}, { id: 'x' }, { failed: false }, { id: '00000000-0000-4000-8000-000000000000', failed: true }])(
    '%j is invalid_request',
    async (body) => {
      expect((await refused('POST', '/_emulator/deliveries/redeliver', body)).code).toBe('invalid_request');
    },
  );

  it('of nothing is the one 404', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect((await refused('POST', '/_emulator/deliveries/redeliver', { id })).status).toBe(404);
  });
});
