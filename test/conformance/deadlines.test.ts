import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, landlord, tenant } from '../support/agreement.js';
import { day, expectRefusal, hour, minute, once, second } from '../support/emulator.js';
import { http } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

const scene = agreementScene();

const at = (milliseconds: number): string => new Date(scene.emulator.now() + milliseconds).toISOString();
const withDeadline = (milliseconds: number, changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, expires_at: at(milliseconds), ...changes });
const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const act = (envelope: Envelope, role: string, name: string, body: object = {}): Promise<Envelope> =>
  scene.emulator.control<Envelope>(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`, body);
const events = async (envelope: Envelope): Promise<readonly string[]> => {
  const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
    `GET /_emulator/events?envelope_id=${envelope.id}`,
  );
  return data.map(({ event }) => event).toSorted();
};

describe('when the deadline passes before everybody acted [state.expire]', () => {
  it('a sent envelope is expired, with the event envelope.expired [event.expired]', async () => {
    const envelope = await withDeadline(2 * hour);
    await scene.emulator.advance(2 * hour - second);
    expect((await read(envelope.id)).status).toBe('sent');
    await scene.emulator.advance(2 * second);
    expect((await read(envelope.id)).status).toBe('expired');
    expect(await events(envelope)).toEqual(['envelope.expired', 'envelope.sent']);
  });

  it('a partially signed envelope is expired; who signed still reads signed [state.expire]', async () => {
    const envelope = await withDeadline(2 * hour);
    await act(envelope, 'Tenant', 'sign');
    await scene.emulator.advance(3 * hour);
    const after = await read(envelope.id);
    expect([after.status, after.recipients[0]!.status]).toEqual(['expired', 'signed']);
  });

  it('expired is terminal: signing is refused [event.expired]', async () => {
    const envelope = await withDeadline(2 * hour);
    await scene.emulator.advance(3 * hour);
    await expect(act(envelope, 'Tenant', 'sign')).rejects.toThrow(/409.*envelope_not_open/s);
    await scene.emulator.advance(day);
    expect((await read(envelope.id)).status).toBe('expired');
  });

  it('the e-mailed link is capped by it [state.expire]', async () => {
    const envelope = await withDeadline(2 * hour);
    const { link } = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
    await scene.emulator.advance(3 * hour);
    const page = await http(scene.emulator.url, 'GET', new URL(link!).pathname);
    expect(page.bytes.toString('utf8')).not.toMatch(/<form/i);
  });
});

describe('when it does not', () => {
  it('an envelope without a deadline never expires [envelope.expires-null]', async () => {
    const envelope = await createEnvelope(scene.organisation.live, scene.template, { send: true });
    await scene.emulator.advance(366 * day);
    expect((await read(envelope.id)).status).toBe('sent');
  });

  it('a completed envelope stays completed after its deadline [state.expire]', async () => {
    const envelope = await withDeadline(2 * hour);
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    await scene.emulator.advance(day);
    expect((await read(envelope.id)).status).toBe('completed');
    expect(await events(envelope)).not.toContain('envelope.expired');
  });

  it('a voided envelope stays voided [state.expire]', async () => {
    const envelope = await withDeadline(2 * hour);
    await scene.organisation.live(
      `POST /api/v1/envelopes/${envelope.id}/void`,
      { reason: 'sold' },
      { 'Idempotency-Key': `v-${envelope.id}` },
    );
    await scene.emulator.advance(day);
    expect([(await read(envelope.id)).status, await events(envelope)]).toEqual([
      'voided',
      ['envelope.sent', 'envelope.voided'],
    ]);
  });

  it('a draft does not expire: only a sent or partially signed envelope does [state.expire]', async () => {
    const envelope = await withDeadline(2 * hour, { send: false });
    await scene.emulator.advance(3 * hour);
    expect([(await read(envelope.id)).status, await events(envelope)]).toEqual(['draft', []]);
  });
});

it('a draft whose deadline has passed cannot be sent any more [send.past-deadline]', async () => {
  const draft = await withDeadline(2 * hour, { send: false });
  await scene.emulator.advance(3 * hour);
  const answer = await scene.organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once());
  expectRefusal(answer, 400, 'invalid_request', 'expires_at');
  expect((await read(draft.id)).status).toBe('draft');
});

it('there is no operation that extends a deadline [purpose.no-longer-deadline]', async () => {
  const envelope = await withDeadline(2 * hour);
  for (const line of [`PATCH /api/v1/envelopes/${envelope.id}`, `POST /api/v1/envelopes/${envelope.id}/extend`]) {
    expectRefusal(await scene.organisation.live(line, { expires_at: at(day) }), 404, 'not_found');
  }
  expect((await read(envelope.id)).expires_at).toBe(envelope.expires_at);
});

it('the signing URL ends with the deadline when that is sooner than ten minutes [limits.signing-url, mint.answer]', async () => {
  const envelope = await withDeadline(hour, { recipients: [{ ...tenant, embedded: true }, landlord] });
  await scene.emulator.advance(55 * minute);
  const minted = await scene.organisation.live<{ expires_at: string }>(
    `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`,
  );
  expect([minted.status, minted.body.expires_at]).toEqual([200, envelope.expires_at]);
});
