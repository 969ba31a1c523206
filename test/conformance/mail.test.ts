import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, landlord, tenant } from '../support/agreement.js';
import { minute, once, second } from '../support/emulator.js';
import { http } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

const scene = agreementScene();

const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, ...changes });
const act = (envelope: Envelope, role: string, name: string, body: object = {}): Promise<unknown> =>
  scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`, body);
const delivered = async (envelope: Envelope, index = 0): Promise<boolean | null> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${envelope.id}`)).body.recipients[index]!
    .invitation_delivered;

describe('an invitation', () => {
  it('names the document, the recipient and carries a link to sign [state.send]', async () => {
    const envelope = await sent({ title: 'Lease of Flat 7' });
    const [mail] = await scene.emulator.mails(`?envelope_id=${envelope.id}`);
    expect(mail).toMatchObject({
      kind: 'invitation',
      to: { name: 'Thandi Mokoena', email: 'thandi@example.test' },
      recipient_id: envelope.recipients[0]!.id,
    });
    expect(`${mail!.subject} ${mail!.text}`).toContain('Lease of Flat 7');
    expect(mail!.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  });

  it('its link opens the page on which the recipient signs [state.send]', async () => {
    const [mail] = await scene.emulator.mails(`?envelope_id=${(await sent()).id}`);
    const page = await http(scene.emulator.url, 'GET', new URL(mail!.link!).pathname);
    expect([page.status, page.bytes.toString('utf8').includes('Thandi Mokoena')]).toEqual([200, true]);
  });

  it('its link is dead once the recipient has signed [state.recipient-observed]', async () => {
    const envelope = await sent();
    const [mail] = await scene.emulator.mails(`?envelope_id=${envelope.id}`);
    await act(envelope, 'Tenant', 'sign');
    const page = await http(scene.emulator.url, 'GET', new URL(mail!.link!).pathname);
    expect(page.bytes.toString('utf8')).not.toMatch(/<form/i);
  });

  it('is not sent again by a repeated send or by a read [get.safe]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    const key = once();
    for (let index = 0; index < 3; index += 1)
      await scene.organisation.live(`POST /api/v1/envelopes/${draft.id}/send`, {}, key);
    await scene.organisation.live(`GET /api/v1/envelopes/${draft.id}`);
    expect(await scene.emulator.mails(`?envelope_id=${draft.id}`)).toHaveLength(1);
  });
});

describe('delivery evidence [recipient.delivered-read]', () => {
  it('acceptance without a delivery report reads false, the report turns it true', async () => {
    const envelope = await sent();
    expect(envelope.recipients[0]!.invitation_delivered).toBe(true);
    expect(await delivered(envelope)).toBe(false);
    await scene.emulator.advance(29 * second);
    expect(await delivered(envelope)).toBe(false);
    await scene.emulator.advance(2 * second);
    expect(await delivered(envelope)).toBe(true);
  });

  it('a replayed creation still reads true, as it did the first time', async () => {
    const key = once();
    const body = { template_id: scene.template.id, recipients: [tenant, landlord], send: true };
    const first = await scene.organisation.live<Envelope>('POST /api/v1/envelopes', body, key);
    const again = await scene.organisation.live<Envelope>('POST /api/v1/envelopes', body, key);
    expect([first.body, again.body].map(({ recipients }) => recipients[0]!.invitation_delivered)).toEqual([true, true]);
    expect(await delivered(first.body)).toBe(false);
  });

  it('recipients invited later are measured by their own invitation', async () => {
    const envelope = await sent();
    await scene.emulator.advance(minute);
    await act(envelope, 'Tenant', 'sign');
    expect([await delivered(envelope, 0), await delivered(envelope, 1)]).toEqual([true, false]);
  });
});

describe('an embedded recipient [recipient.embedded]', () => {
  it('is never e-mailed, whatever happens to the envelope', async () => {
    const recipients = [{ ...tenant, email: 'never@example.test', embedded: true }, landlord];
    const completed = await sent({ recipients, completion_delivery: 'service' });
    await act(completed, 'Tenant', 'sign');
    await act(completed, 'Landlord', 'sign');
    await scene.emulator.advance(5 * minute);
    const voided = await sent({ recipients });
    await scene.organisation.live(`POST /api/v1/envelopes/${voided.id}/void`, { reason: 'sold' }, once());
    const declined = await sent({ recipients });
    await act(declined, 'Tenant', 'decline', { reason: 'No' });
    await scene.emulator.settle();
    expect(await scene.emulator.mails('?to=never@example.test')).toEqual([]);
  });
});
