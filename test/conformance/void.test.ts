import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { day, expectRefusal, hour, minute, once } from '../support/emulator.js';
import { http, type Answer } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

const scene = agreementScene();

const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, ...changes });
const withdraw = <T = Envelope>(id: string, body: unknown = { reason: 'The tenant withdrew' }): Promise<Answer<T>> =>
  scene.organisation.live<T>(`POST /api/v1/envelopes/${id}/void`, body, once());
const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const act = (envelope: Envelope, role: string, name: string, body: object = {}): Promise<Envelope> =>
  scene.emulator.control<Envelope>(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`, body);
const signed = async (...roles: readonly string[]): Promise<Envelope> => {
  const envelope = await sent();
  for (const role of roles) await act(envelope, role, 'sign');
  return envelope;
};

describe('voiding [state.void]', () => {
  it('a sent envelope answers 200, not 201, with status voided [void.200]', async () => {
    const answer = await withdraw((await sent()).id);
    expect([answer.status, answer.body.status]).toEqual([200, 'voided']);
  });

  it('a partially signed one: signatures already collected stay, who signed still reads signed [void.200, state.void-signatures-stay]', async () => {
    const envelope = await signed('Tenant');
    expect((await read(envelope.id)).status).toBe('partially_signed');
    const answer = await withdraw(envelope.id);
    expect([answer.body.status, answer.body.recipients[0]!.status]).toEqual(['voided', 'signed']);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
  });

  it('raises envelope.voided once [event.voided]', async () => {
    const envelope = await sent();
    await withdraw(envelope.id);
    await scene.emulator.settle();
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(data.map(({ event }) => event).toSorted()).toEqual(['envelope.sent', 'envelope.voided']);
  });

  it('revokes every outstanding signing link, and a signer with an old one reads that it was withdrawn [void.old-link]', async () => {
    const envelope = await sent();
    const { link } = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
    const target = new URL(link!).pathname;
    const open = await http(scene.emulator.url, 'GET', target);
    expect([open.status, open.bytes.toString('utf8')]).toEqual([200, expect.stringContaining('Thandi')]);
    await withdraw(envelope.id);
    const late = await http(scene.emulator.url, 'GET', target);
    expect(late.bytes.toString('utf8')).toMatch(/withdrawn/i);
    expect(late.bytes.toString('utf8')).not.toMatch(/<form/i);
  });

  it('revokes a signing URL that was minted and not yet opened', async () => {
    const envelope = await sent({ recipients: [{ ...tenant, embedded: true }, landlord] });
    const line = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
    const { url } = (await scene.organisation.live<{ url: string }>(line)).body;
    await withdraw(envelope.id);
    const page = await http(scene.emulator.url, 'GET', new URL(url).pathname);
    expect(page.bytes.toString('utf8')).not.toMatch(/<form/i);
    expect((await scene.organisation.live(line)).status).toBe(409);
  });

  it('signing is refused afterwards', async () => {
    const envelope = await sent();
    await withdraw(envelope.id);
    await expect(act(envelope, 'Tenant', 'sign')).rejects.toThrow(/409.*envelope_not_open/s);
  });

  it('keeps the reason on the record [state.void-signatures-stay]', async () => {
    const envelope = await sent();
    await withdraw(envelope.id, { reason: 'The flat was sold' });
    const mails = await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=voided`);
    expect(mails.map(({ to, text }) => [to.email, text.includes('The flat was sold')])).toEqual([
      ['thandi@example.test', true],
    ]);
  });
});

describe('void is refused with envelope_not_sent [void.only-open, state.void-refused, state.names]', () => {
  const refused = async (envelope: Envelope): Promise<void> => {
    const before = await read(envelope.id);
    expectRefusal(await withdraw<never>(envelope.id), 409, 'envelope_not_sent');
    expect(await read(envelope.id)).toEqual(before);
  };

  it('from draft', async () => refused(await createEnvelope(scene.organisation.live, scene.template)));
  it('from completed', async () => refused(await signed('Tenant', 'Landlord')));
  it('from completed and sealed', async () => {
    const envelope = await signed('Tenant', 'Landlord');
    await scene.emulator.advance(5 * minute);
    await refused(envelope);
  });
  it('from voided', async () => {
    const envelope = await sent();
    await withdraw(envelope.id);
    await refused(envelope);
  });
  it('from declined', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'decline', { reason: 'No' });
    await refused(envelope);
  });
  it('from expired', async () => {
    const envelope = await sent({ expires_at: new Date(scene.emulator.now() + 2 * hour).toISOString() });
    await scene.emulator.advance(day);
    expect((await read(envelope.id)).status).toBe('expired');
    await refused(envelope);
  });
});

describe('the request [void.reason]', () => {
  it('needs an Idempotency-Key [void.key-required]', async () => {
    const { id } = await sent();
    expectRefusal(
      await scene.organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'x' }),
      400,
      'idempotency_key_required',
    );
    expect((await read(id)).status).toBe('sent');
  });

  it.each([
    undefined,
    {},
    { reason: null },
    { reason: '' },
    { reason: '  ' },
    { reason: 7 },
    { reason: 'x'.repeat(501) },
  ])('needs a reason of at most 500 characters: %j [limits.void-reason]', async (body) => {
    const { id } = await sent();
    expectRefusal(await withdraw<never>(id, body ?? {}), 400, 'invalid_request', 'reason');
    expect((await read(id)).status).toBe('sent');
  });

  it('characters are counted, not bytes [limits.void-reason]', async () => {
    expect((await withdraw((await sent()).id, { reason: 'é'.repeat(500) })).status).toBe(200);
  });

  it('an unknown, foreign or non-uuid id is the one 404 [conventions.one-404]', async () => {
    const other = await scene.emulator.organisation();
    const foreign = await createEnvelope(other.live, await createTemplate(other.live), {
      send: true,
      recipients: [tenant, landlord],
    });
    for (const id of [foreign.id, '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', 'x'])
      expectRefusal(await withdraw<never>(id), 404, 'not_found');
  });
});
