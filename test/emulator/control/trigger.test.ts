import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../../support/agreement.js';
import { startReceiver, type Receiver } from '../../support/listening/deliveries.js';
import { minute, startTestEmulator, type TestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import type { Documents, Envelope, Refused, Template, Webhook } from '../../support/shapes.js';

interface Triggered {
  readonly event: { readonly id: string; readonly event: string; readonly recipient_id: string | null };
  readonly envelope: Envelope;
  readonly deliveries: readonly { readonly id: string; readonly webhook_id: string }[];
}

const events = [
  'envelope.sent',
  'recipient.completed',
  'envelope.completed',
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
  'envelope.sealing_failed',
];

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let receiver: Receiver;
let endpoint: Webhook;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  receiver = await startReceiver();
  endpoint = (await organisation.live<Webhook>('POST /api/v1/webhooks', { url: receiver.url, events })).body;
});
afterAll(async () => {
  await emulator.close();
  await receiver.close();
});
beforeEach(async () => {
  // What earlier tests left to be delivered or sealed.
  await emulator.advance(2 * minute);
  receiver.received.length = 0;
});

const trigger = (event: string, more: object = {}): Promise<Triggered> =>
  emulator.control<Triggered>('POST /_emulator/trigger', { event, organisation_id: organisation.id, ...more });
const refusedTrigger = async (event: string, more: object): Promise<string> => {
  const answer = await http<Refused>(emulator.url, 'POST', '/_emulator/trigger', {
    headers: bearer(emulator.token),
    body: { event, ...more },
  });
  return answer.body.error.code;
};
const told = (): readonly string[] => receiver.received.map(({ body }) => body.event).toSorted();

describe('a trigger of an envelope of its own', () => {
  it.each([
    ['envelope.sent', 'sent', ['envelope.sent']],
    ['recipient.completed', 'partially_signed', ['envelope.sent', 'recipient.completed']],
    [
      'envelope.completed',
      'completed',
      ['envelope.completed', 'envelope.sent', 'recipient.completed', 'recipient.completed'],
    ],
    ['envelope.declined', 'declined', ['envelope.declined', 'envelope.sent']],
    ['envelope.voided', 'voided', ['envelope.sent', 'envelope.voided']],
    ['envelope.expired', 'expired', ['envelope.expired', 'envelope.sent']],
    [
      'envelope.sealed',
      'completed',
      ['envelope.completed', 'envelope.sealed', 'envelope.sent', 'recipient.completed', 'recipient.completed'],
    ],
    [
      'envelope.sealing_failed',
      'completed',
      ['envelope.completed', 'envelope.sealing_failed', 'envelope.sent', 'recipient.completed', 'recipient.completed'],
    ],
  ])('%s leaves it %s, and every event on the way is delivered', async (event, status, way) => {
    const before = emulator.now();
    const done = await trigger(event);
    expect([done.event.event, done.envelope.status]).toEqual([event, status]);
    expect(done.deliveries.map(({ webhook_id: webhook }) => webhook)).toEqual([endpoint.id]);
    expect(emulator.now()).toBe(before);
    await emulator.advance(0);
    expect(told()).toEqual(way);
    expect(receiver.received.find(({ body }) => body.event === event)?.body).toMatchObject({
      id: done.event.id,
      envelope_id: done.envelope.id,
      recipient_id: done.event.recipient_id,
    });
    const read = await organisation.live<Envelope>(`GET /api/v1/envelopes/${done.envelope.id}`);
    expect(read.body).toEqual(done.envelope);
  });

  it('recipient.completed names the one who signed', async () => {
    const { event, envelope } = await trigger('recipient.completed');
    expect(event.recipient_id).toBe(envelope.recipients[0]!.id);
    expect(envelope.recipients.map(({ status }) => status)).toEqual(['signed', 'sent']);
  });

  it('envelope.expired has a deadline that has passed', async () => {
    const { envelope } = await trigger('envelope.expired');
    expect(Date.parse(envelope.expires_at!)).toBeLessThanOrEqual(emulator.now());
  });

  it('uses one template for all of them', async () => {
    await trigger('envelope.sent');
    await trigger('envelope.sent');
    const list = await organisation.live<{ data: Template[] }>('GET /api/v1/templates');
    expect(list.body.data.map(({ name }) => name).toSorted()).toEqual(['Created by trigger', 'Lease']);
  });

  it('may be a sandbox one', async () => {
    const { envelope } = await trigger('envelope.completed', { mode: 'test' });
    const documents = await organisation.test<Documents>(`GET /api/v1/envelopes/${envelope.id}/documents`);
    expect(documents.status).toBe(200);
  });
});

describe('a trigger of a given envelope', () => {
  const made = (changes: object = {}): Promise<Envelope> => createEnvelope(organisation.live, template, changes);

  it('sends a draft first, and continues from any state of the envelope', async () => {
    const { id } = await made();
    expect((await trigger('recipient.completed', { envelope_id: id })).envelope.status).toBe('partially_signed');
    expect((await trigger('envelope.completed', { envelope_id: id })).envelope.status).toBe('completed');
    await trigger('envelope.sealing_failed', { envelope_id: id });
    const documents = (): Promise<{ body: Documents }> =>
      organisation.live<Documents>(`GET /api/v1/envelopes/${id}/documents`);
    expect((await documents()).body.sealed).toBe(false);
    await trigger('envelope.sealed', { envelope_id: id });
    expect((await documents()).body.sealed).toBe(true);
    await emulator.advance(0);
    expect(told()).toEqual([
      'envelope.completed',
      'envelope.sealed',
      'envelope.sealing_failed',
      'envelope.sent',
      'recipient.completed',
      'recipient.completed',
    ]);
  });

  it('a sealing that fails on request leaves other envelopes alone', async () => {
    const other = await trigger('envelope.completed');
    await trigger('envelope.sealing_failed');
    await emulator.advance(2 * minute);
    expect(receiver.received.find(({ body }) => body.event === 'envelope.sealed')?.body.envelope_id).toBe(
      other.envelope.id,
    );
  });

  it('is refused as the service would refuse what leads to it', async () => {
    const { id } = await made({ send: true });
    expect(await refusedTrigger('envelope.sent', { envelope_id: id })).toBe('envelope_not_draft');
    await trigger('envelope.voided', { envelope_id: id });
    for (const event of events.slice(1)) {
      const code = event === 'envelope.voided' ? 'envelope_not_sent' : 'envelope_not_open';
      expect([event, await refusedTrigger(event, { envelope_id: id })]).toEqual([event, code]);
    }
    const sealed = (await trigger('envelope.sealed')).envelope;
    expect(await refusedTrigger('envelope.sealed', { envelope_id: sealed.id })).toBe('invalid_request');
  });

  it('without an event, with an unknown event or property is refused', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await refusedTrigger('envelope.sent', { envelope_id: nobody })).toBe('not_found');
    expect(await refusedTrigger('envelope.sent', { organisation_id: nobody })).toBe('not_found');
    expect(await refusedTrigger('envelope.created', {})).toBe('invalid_request');
    expect(await refusedTrigger('envelope.sent', { envelope: nobody })).toBe('invalid_request');
  });
});
