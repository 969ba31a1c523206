import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { day, expectRefusal, minute, once, type TestOrganisation } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Envelope, Template } from '../support/shapes.js';

const scene = agreementScene();

const send = <T = Envelope>(id: string, body: unknown = {}): Promise<Answer<T>> =>
  scene.organisation.live<T>(`POST /api/v1/envelopes/${id}/send`, body, once());
const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const sign = (envelope: Envelope, role: string): Promise<unknown> =>
  scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/sign`, {});
const delivered = (envelope: Envelope): readonly (boolean | null)[] =>
  envelope.recipients.map(({ invitation_delivered }) => invitation_delivered);

describe('the send operation', () => {
  it('takes a draft to sent and answers 200 with the envelope [send.operation]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    const answer = await send(draft.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: draft.id,
      status: 'sent',
      sent_at: new Date(scene.emulator.now()).toISOString(),
    });
  });

  it('raises envelope.sent once [event.sent]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    await send(draft.id);
    await scene.emulator.settle();
    const events = await scene.emulator.control<{ data: { event: string; recipient_id: null }[] }>(
      `GET /_emulator/events?envelope_id=${draft.id}`,
    );
    expect(events.data.map(({ event, recipient_id }) => [event, recipient_id])).toEqual([['envelope.sent', null]]);
  });

  it('takes an absent body as well as an empty one [send.empty-body]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    expect((await send(draft.id, undefined)).status).toBe(200);
  });

  it('a body that would change something is refused: nothing can change between creation and send [send.empty-body, purpose.no-change-of-draft]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    expectRefusal(await send<never>(draft.id, { title: 'Another' }), 400, 'invalid_request', 'title');
    expect((await read(draft.id)).status).toBe('draft');
  });

  it('for an envelope that was sent already is envelope_not_draft [send.not-draft]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template, { send: true });
    expectRefusal(await send<never>(draft.id), 409, 'envelope_not_draft');
  });

  it('invites everyone whose turn it is, and no one else [state.send]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    await send(draft.id);
    const mails = await scene.emulator.mails(`?envelope_id=${draft.id}`);
    expect(mails.map(({ kind, to }) => [kind, to.email])).toEqual([['invitation', 'thandi@example.test']]);
  });

  it('an embedded recipient gets no link, no invitation and no mail [recipient.embedded]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template, {
      recipients: [{ ...tenant, embedded: true }, landlord],
    });
    await send(draft.id);
    await scene.emulator.settle();
    expect(await scene.emulator.mails(`?envelope_id=${draft.id}`)).toEqual([]);
  });

  it('an unknown, foreign or non-uuid id is the one 404 [conventions.one-404]', async () => {
    for (const id of ['0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', 'draft'])
      expectRefusal(await send<never>(id), 404, 'not_found');
  });
});

describe('invitation_delivered', () => {
  it('is true on the send answer, since the provider accepted it, and false on a read before the delivery report [recipient.delivered-send, recipient.delivered-read]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    expect(delivered((await send(draft.id)).body)[0]).toBe(true);
    expect(delivered(await read(draft.id))[0]).toBe(false);
  });

  it('is true on a read once the provider reported delivery [recipient.delivered-read]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    await send(draft.id);
    await scene.emulator.advance(minute);
    expect(delivered(await read(draft.id))[0]).toBe(true);
  });

  it('stays false on a read when the mail that was accepted never arrives [recipient.delivered-send, recipient.delivered-read]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'mail', code: 'internal_error' });
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    expect(delivered((await send(draft.id)).body)[0]).toBe(true);
    await scene.emulator.advance(day);
    expect(delivered(await read(draft.id))[0]).toBe(false);
    expect(await scene.emulator.mails(`?envelope_id=${draft.id}`)).toMatchObject([{ delivered_at: null, lost: true }]);
  });

  it('is true on the answer of a creation that sends [recipient.delivered-send]', async () => {
    expect(delivered(await createEnvelope(scene.organisation.live, scene.template, { send: true }))[0]).toBe(true);
  });

  it('is null for an embedded signer, from the send and from a read [recipient.delivered-null]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template, {
      recipients: [{ ...tenant, embedded: true }, landlord],
    });
    expect(delivered((await send(draft.id)).body)[0]).toBeNull();
    await scene.emulator.advance(minute);
    expect(delivered(await read(draft.id))[0]).toBeNull();
  });

  it('is null for a position that a sequential envelope still holds back, and a boolean once its turn comes [recipient.delivered-null]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    const sent = (await send(draft.id)).body;
    expect(delivered(sent)[1]).toBeNull();
    await scene.emulator.advance(minute);
    expect(delivered(await read(draft.id))[1]).toBeNull();
    await sign(sent, 'Tenant');
    expect(delivered(await read(draft.id))[1]).toBe(false);
    await scene.emulator.advance(minute);
    expect(delivered(await read(draft.id))[1]).toBe(true);
  });
});

describe('the plan allowance [limits.free-plan]', () => {
  const free = async (): Promise<{ readonly organisation: TestOrganisation; readonly template: Template }> => {
    const made = await scene.emulator.organisation();
    const its = await createTemplate(made.live);
    await scene.emulator.control(`PATCH /_emulator/organisations/${made.id}`, { plan: 'free' });
    return { organisation: made, template: its };
  };
  const sendOne = (call: TestOrganisation['live'], id: string): Promise<Answer> =>
    call('POST /api/v1/envelopes', { template_id: id, recipients: [tenant, landlord], send: true }, once());

  it('of the free plan is 5 documents a month; the next send is send_allowance_exhausted', async () => {
    const { organisation: poor, template: its } = await free();
    for (let sent = 0; sent < 5; sent += 1) expect((await sendOne(poor.live, its.id)).status).toBe(201);
    expectRefusal(await sendOne(poor.live, its.id), 402, 'send_allowance_exhausted');
  });

  it('is spent by sending: drafts may still be created, and sending one is refused [state.send-allowance]', async () => {
    const { organisation: poor, template: its } = await free();
    for (let sent = 0; sent < 5; sent += 1) await sendOne(poor.live, its.id);
    const draft = await createEnvelope(poor.live, its);
    expectRefusal(
      await poor.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, once()),
      402,
      'send_allowance_exhausted',
    );
    expect((await poor.live<Envelope>(`GET /api/v1/envelopes/${draft.id}`)).body.status).toBe('draft');
  });

  it('is never reached by a test key, and a sandbox envelope consumes none of it [state.send-allowance]', async () => {
    const { organisation: poor, template: its } = await free();
    await scene.emulator.control(`PATCH /_emulator/organisations/${poor.id}`, {
      confirmed_addresses: [tenant.email, landlord.email],
    });
    for (let sent = 0; sent < 7; sent += 1) expect((await sendOne(poor.test, its.id)).status).toBe(201);
    for (let sent = 0; sent < 5; sent += 1) expect((await sendOne(poor.live, its.id)).status).toBe(201);
    expectRefusal(await sendOne(poor.live, its.id), 402, 'send_allowance_exhausted');
    expect((await sendOne(poor.test, its.id)).status).toBe(201);
  });

  it('starts again with the month [free-plan.month]', async () => {
    const { organisation: poor, template: its } = await free();
    for (let sent = 0; sent < 5; sent += 1) await sendOne(poor.live, its.id);
    expectRefusal(await sendOne(poor.live, its.id), 402, 'send_allowance_exhausted');
    await scene.emulator.advance(31 * day);
    expect((await sendOne(poor.live, its.id)).status).toBe(201);
  });

  it('of another plan is counted and never stopped [limits.other-plans]', async () => {
    for (let sent = 0; sent < 8; sent += 1)
      expect((await sendOne(scene.organisation.live, scene.template.id)).status).toBe(201);
  });
});
