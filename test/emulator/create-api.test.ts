import { beforeEach, describe, expect, it } from 'vitest';
import { ControlRefused, startEmulator, WaitTimedOut } from '../../src/emulator/emulator.js';
import type { Envelope } from '../../src/contract/overlay/entry.js';
import { createEnvelope, createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import { once, type Call } from '../support/emulator.js';
import { http } from '../support/http.js';
import { startReceiver } from '../support/listening/deliveries.js';
import type { Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const service = shared(() => startEmulator({ frozen: true, now: '2026-03-02T08:00:00.000Z' }));
let template: Template;
const live: Call = (line, body, headers = {}) => {
  const [method = '', target = ''] = line.split(' ');
  return http(service.url, method, target, {
    body,
    headers: { Authorization: `Bearer ${service.keys.live}`, ...headers },
  });
};
const sent = (changes: object = {}) => createEnvelope(live, template, { send: true, ...changes });

beforeEach(async () => {
  await service.reset();
  service.faults.clear();
  template = await createTemplate(live);
});

describe('acts of recipients', () => {
  it('signs as the recipient whose turn it is, and returns the envelope', async () => {
    const envelope = await sent();
    const first: Envelope = await service.sign(envelope);
    expect(first.recipients.map(({ status }) => status)).toEqual(['signed', 'sent']);
    const second = await service.sign(envelope.id, 'next', { values: [rental], signature: 'P. van Wyk' });
    expect(second.status).toBe('completed');
  });

  it('has delivered what it causes when it returns, also under a clock that runs', async () => {
    const receiver = await startReceiver();
    const running = await startEmulator();
    try {
      const call: Call = (line, body, headers = {}) => {
        const [method = '', target = ''] = line.split(' ');
        const all = { Authorization: `Bearer ${running.keys.live}`, ...headers };
        return http(running.url, method, target, { body, headers: all });
      };
      const events = ['envelope.sent', 'recipient.completed', 'envelope.completed'];
      await call('POST /api/v1/webhooks', { url: receiver.url, events });
      const envelope = await createEnvelope(call, await createTemplate(call), { send: true });
      await running.settled();
      expect(receiver.received.map(({ body }) => body.event)).toEqual(['envelope.sent']);
      await running.sign(envelope);
      expect(receiver.received).toHaveLength(2);
      await running.sign(envelope);
      expect(receiver.received.map(({ body }) => body.event).toSorted()).toEqual([
        'envelope.completed',
        'envelope.sent',
        'recipient.completed',
        'recipient.completed',
      ]);
    } finally {
      await running.close();
      await receiver.close();
    }
  });

  it('causes events, sends them again, and seals again what failed', async () => {
    const receiver = await startReceiver();
    try {
      const { body } = await live<{ readonly id: string }>('POST /api/v1/webhooks', {
        url: receiver.url,
        events: ['envelope.sent', 'envelope.sealing_failed', 'envelope.sealed'],
      });
      const sealing = await service.trigger('envelope.sealing_failed');
      expect(sealing.envelope.status).toBe('completed');
      expect(receiver.received.map((each) => each.body.event)).toEqual(['envelope.sent', 'envelope.sealing_failed']);
      await service.requeue(sealing.envelope);
      expect(receiver.received.at(-1)?.body.event).toBe('envelope.sealed');
      const sentDraft = await service.trigger('envelope.sent', { envelope: await sent({ send: false }) });
      expect(sentDraft.deliveries).toMatchObject([{ webhook_id: body.id }]);
      const before = receiver.received.length;
      const again = await service.redeliver(sentDraft.event);
      expect(again).toMatchObject([{ event: 'envelope.sent' }]);
      expect(receiver.received.slice(before).map((each) => each.body.id)).toEqual([sentDraft.event.id]);
      expect(await service.redeliver('failed')).toEqual([]);
      await expect(service.redeliver('00000000-0000-4000-8000-000000000000')).rejects.toBeInstanceOf(ControlRefused);
    } finally {
      await receiver.close();
    }
  });

  it('signs as a role, or as a recipient of the envelope', async () => {
    const envelope = await sent();
    await service.sign(envelope, 'Tenant');
    expect((await service.sign(envelope, envelope.recipients[1])).status).toBe('completed');
  });

  it('is refused by the rules of the service', async () => {
    const envelope = await sent();
    const early = service.sign(envelope, 'Landlord');
    await expect(early).rejects.toBeInstanceOf(ControlRefused);
    await expect(service.sign(envelope, 'next', { fill: false })).rejects.toThrow('Full name is required');
    await expect(service.sign(envelope, 'Witness')).rejects.toThrow('Use one of: Tenant, Landlord.');
  });

  it('declines, after which nobody has to act', async () => {
    const envelope = await sent();
    expect((await service.decline(envelope, undefined, { reason: 'Too dear' })).status).toBe('declined');
    await expect(service.sign(envelope)).rejects.toBeInstanceOf(ControlRefused);
  });

  it('delegates to another person', async () => {
    const envelope = await sent();
    const after = await service.delegate(envelope, 'Tenant', { name: 'Sipho Dlamini', email: 'sipho@example.test' });
    expect(after.recipients.map(({ name, status }) => [name, status])).toEqual([
      ['Thandi Mokoena', 'delegated'],
      ['Sipho Dlamini', 'sent'],
      [landlord.name, 'pending'],
    ]);
    expect((await service.sign(envelope)).recipients[1]?.status).toBe('signed');
  });
});

describe('scenarios and grants', () => {
  it('creates a scenario by its name', async () => {
    const { id, name } = await service.scenario('half-signed', { mode: 'test' });
    expect(name).toBe('half-signed');
    expect(service.events.list({ envelope: id }).map(({ event }) => event)).toContain('recipient.completed');
  });

  it('grants a standing authorisation', async () => {
    const body = {
      brand_id: service.brandId,
      legal_entity: { name: 'Khumalo Homes', registration_number: null },
      grantor: { name: 'Naledi Khumalo', email: 'naledi@example.test', job_title: null },
      intended_use: 'Leases',
      valid_until: '2026-12-01T00:00:00Z',
    };
    const made = await live<{ id: string }>('POST /api/v1/standing-authorisations', body, once());
    expect((await service.grant(made.body)).status).toBe('active');
  });
});

describe('deliveries', () => {
  it('are awaited, listed, and fail as their faults say', async () => {
    const receiver = await startReceiver();
    try {
      const events = ['envelope.sent', 'recipient.completed'];
      const hook = await live<{ id: string }>('POST /api/v1/webhooks', { url: receiver.url, events });
      const envelope = await sent();
      const delivered = await service.deliveries.waitFor('envelope.sent', { envelope });
      expect(delivered).toMatchObject({ webhook_id: hook.body.id, status: 'delivered', attempts: [{ status: 204 }] });

      expect(await service.faults.deliveries({ drop: 1, count: 1, seed: 1 })).toMatchObject({ drop: 1, struck: 0 });
      await service.sign(envelope);
      await service.clock.advance(0);
      const late = service.deliveries.waitFor('recipient.completed', { envelope, webhook: hook.body, timeout: 1 });
      await expect(late).rejects.toThrow(
        'recipient.completed queued (attempt 1: a fault dropped the delivery, next at 2026-03-02T08:01:00.000Z)',
      );
      await service.clock.advance('1m');
      await service.deliveries.waitFor('recipient.completed', { envelope });
      expect(service.deliveries.list({ webhook: hook.body, status: 'delivered' })).toHaveLength(2);
      expect(service.deliveries.list({ event: 'envelope.sent' })).toEqual([delivered]);

      const second = await sent();
      const next = await service.deliveries.waitFor('envelope.sent', { after: delivered });
      expect([next.id === delivered.id, next.event]).toEqual([false, 'envelope.sent']);
      expect(service.deliveries.list({ envelope: second, after: next.id })).toEqual([]);
      const none = service.deliveries.waitFor('envelope.sent', { after: next, timeout: 1 });
      await expect(none).rejects.toThrow(`after ${next.id}`);
    } finally {
      await receiver.close();
    }
  });
});

describe('a template of fields alone', () => {
  it('can be sent and signed, with the roles and keys that it names', async () => {
    const made = await service.template({
      name: 'Lease',
      fields: [
        { type: 'text', role: 'Tenant', label: 'Rent', data_key: 'rent', required: true },
        { type: 'signature', role: 'Tenant' },
      ],
    });
    expect(made.roles.map(({ name }) => name)).toEqual(['Tenant']);
    const body = { template_id: made.id, recipients: [{ ...tenant, role: 'Tenant' }], send: true };
    const envelope = await live<Envelope>('POST /api/v1/envelopes', body, once());
    expect((await service.sign(envelope.body)).status).toBe('completed');
    await expect(service.template({ name: '', fields: [] })).rejects.toThrow(ControlRefused);
  });
});

describe('faults of operations', () => {
  it('strike as given, and are cleared', async () => {
    const fault = { operation: 'listTemplates', code: 'service_unavailable' } as const;
    expect(await service.faults.operation(fault)).toMatchObject({ ...fault, fault: 'answer', struck: 0 });
    expect((await live('GET /api/v1/templates')).status).toBe(503);
    service.faults.clear();
    expect((await live('GET /api/v1/templates')).status).toBe(200);
    await expect(service.faults.operation({ operation: 'listTemplates' })).rejects.toThrow('must have one of');
  });
});

describe('plain JavaScript, which no compiler checks', () => {
  // As it is written there.
  const js = <T>(given: unknown): T => given as T;
  it.each<[string, () => unknown, string]>([
    [
      'a start',
      () => startEmulator(js({ seedfile: 'seed.yaml' })),
      '"seedfile" is not an option of startEmulator. Did you mean "seedFile"?',
    ],
    ['a start by a path', () => startEmulator(js('seed.yaml')), 'startEmulator takes its options as an object.'],
    ['a plan', () => startEmulator(js({ plan: 'pro' })), '"pro" is not a valid plan. Use one of: free, paid.'],
    [
      'a port in words',
      () => startEmulator(js({ port: '4000' })),
      'port of startEmulator must be a number, not a string.',
    ],
    [
      'a switch in words',
      () => startEmulator(js({ strict: 'no' })),
      'strict of startEmulator must be a boolean, not a string.',
    ],
    [
      'a filter of mail',
      () => service.inbox.latest(js({ envelope: 'x' })),
      '"envelope" is not an option of inbox. Did you mean "envelopeId"?',
    ],
    ['a wait for mail', () => service.inbox.waitFor(js({ too: 'x' })), '"too" is not an option of inbox.'],
    [
      'its time',
      () => service.inbox.waitFor({}, js({ timeuot: 1 })),
      '"timeuot" is not an option of inbox.waitFor. Did you mean "timeout"?',
    ],
    [
      'a wait for an event',
      () => service.events.waitFor('envelope.sent', js({ envelopeId: 'x' })),
      '"envelopeId" is not an option of events.waitFor. Did you mean "envelope"?',
    ],
    [
      'a time in words',
      () => service.events.waitFor('envelope.sent', js({ timeout: '5s' })),
      'timeout is a number of milliseconds.',
    ],
    [
      'an event',
      () => service.events.waitFor(js('envelope.seald')),
      '"envelope.seald" is not a valid event. Did you mean "envelope.sealed"?',
    ],
    [
      'deliveries',
      () => service.deliveries.list(js({ webhooks: 'x' })),
      '"webhooks" is not an option of deliveries. Did you mean "webhook"?',
    ],
    [
      'a wait for a delivery',
      () => service.deliveries.waitFor('envelope.sent', js({ status: 'deliverd' })),
      '"deliverd" is not a valid status. Did you mean "delivered"?',
    ],
    [
      'a trigger',
      () => service.trigger('envelope.sent', js({ envelop: 'x' })),
      '"envelop" is not an option of trigger. Did you mean "envelope"?',
    ],
    [
      'a fault',
      () => service.faults.add(js({ point: 'seal', code: 'internal_error', cuont: 2 })),
      'cuont is not a property of this request. Did you mean "count"?',
    ],
    ['a point', () => service.faults.add(js({ point: 'seel', code: 'internal_error' })), 'point must be seal, '],
  ])('refuses what %s would ignore, or wait for in vain', async (_, call, words) => {
    const refused = await Promise.resolve()
      .then(call)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TypeError);
    expect((refused as Error).message).toContain(words);
  });

  it('is told by a control route what it misspelt', async () => {
    const envelope = await sent();
    const misspelt = service.sign(envelope, 'next', js({ vaules: [] }));
    await expect(misspelt).rejects.toThrow('vaules is not a property of this request. Did you mean "values"?');
  });
});

describe('waiting', () => {
  it('for a mail that comes later, or is there', async () => {
    const waiting = service.inbox.waitFor({ to: tenant.email, kind: 'invitation' });
    const envelope = await sent();
    expect((await waiting).envelope_id).toBe(envelope.id);
    expect(await service.inbox.waitFor({ envelopeId: envelope.id })).toEqual(await waiting);
  });

  it('for an event of one envelope', async () => {
    const other = await sent();
    const envelope = await sent();
    const waiting = service.events.waitFor('recipient.completed', { envelope });
    await service.sign(other);
    await service.sign(envelope);
    expect(await waiting).toMatchObject({ event: 'recipient.completed', envelope_id: envelope.id });
  });

  it('says what came instead, and what is due at a frozen clock', async () => {
    const envelope = await sent();
    await service.sign(envelope);
    await service.sign(envelope);
    const now = service.clock.now();
    const due = new Date(now.getTime() + 30_000).toISOString();
    const late = service.events.waitFor('envelope.sealed', { envelope, timeout: 1 });
    await expect(late).rejects.toBeInstanceOf(WaitTimedOut);
    await expect(late).rejects.toThrow(
      `No event envelope.sealed (envelope ${envelope.id}) within 1 ms. Found instead: envelope.sent; recipient.completed; recipient.completed; envelope.completed. The clock is frozen at ${now.toISOString()}, and the next action is due at ${due}.`,
    );
    await expect(service.inbox.waitFor({ to: 'nobody@example.test' }, { timeout: 1 })).rejects.toThrow(
      `Found instead: invitation to ${tenant.email} about envelope ${envelope.id}; invitation to ${landlord.email}`,
    );
  });

  it('ends when the emulator is closed', async () => {
    const own = await startEmulator({ frozen: true });
    const waiting = own.events.waitFor('envelope.sent');
    const refused = expect(waiting).rejects.toThrow('The emulator was closed.');
    await own.close();
    await refused;
  });
});
