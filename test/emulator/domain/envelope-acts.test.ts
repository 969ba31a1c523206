import { describe, expect, it } from 'vitest';
import {
  decline,
  delegate,
  expire,
  opened,
  send,
  sign,
  wasInvited,
  withdraw,
} from '../../../src/emulator/domain/envelope-acts.js';
import type { Envelope } from '../../../src/emulator/domain/envelope.js';
import { draftEnvelope } from '../../support/envelope-form.js';

const at = '2026-03-02T09:00:00.000Z';
const statuses = (envelope: Envelope) => envelope.recipients.map(({ id, status }) => `${id} ${status}`);
const byId = (envelope: Envelope, id: string) => envelope.recipients.find((each) => each.id === id)!;
const sent = send(draftEnvelope(), at, 'Acme', []).envelope;

describe('sending', () => {
  it('invites the first who signs, leaves the others held back and the copy alone', () => {
    const { envelope, events, invited } = send(draftEnvelope(), at, 'Acme', []);
    expect(envelope).toMatchObject({ status: 'sent', sent_at: at, brand_name: 'Acme' });
    expect(statuses(envelope)).toEqual(['copy pending', 'tenant sent', 'landlord pending']);
    expect(events).toEqual([{ name: 'envelope.sent', recipient_id: null }]);
    expect(invited?.id).toBe('tenant');
  });

  it('signs for a position under a mandate and continues with the next', () => {
    const { envelope, events, invited } = send(draftEnvelope(), at, 'Acme', [
      { recipient_id: 'tenant', number: 'SA-0001' },
    ]);
    expect(statuses(envelope)).toEqual(['copy pending', 'tenant signed', 'landlord sent']);
    expect(envelope.status).toBe('sent');
    expect(invited?.id).toBe('landlord');
    expect(events.map(({ name }) => name)).toEqual(['envelope.sent', 'recipient.completed']);
    expect(envelope.history.map(({ text }) => text).join()).toContain('SA-0001');
  });

  it('completes an envelope that mandates sign altogether', () => {
    const mandates = ['tenant', 'landlord'].map((id) => ({ recipient_id: id, number: 'SA-0001' }));
    const { envelope, events } = send(draftEnvelope(), at, 'Acme', mandates);
    expect(envelope).toMatchObject({ status: 'completed', completed_at: at });
    expect(events.at(-1)?.name).toBe('envelope.completed');
  });
});

describe('acting', () => {
  it('is partially signed after the first of two, and invites the second', () => {
    const { envelope, events, invited } = sign(
      sent,
      byId(sent, 'tenant'),
      { name: { value: 'T', locked: false } },
      { at },
    );
    expect(envelope.status).toBe('partially_signed');
    expect(envelope.answers).toEqual({ name: { value: 'T', locked: false } });
    expect(invited?.id).toBe('landlord');
    expect(events).toEqual([{ name: 'recipient.completed', recipient_id: 'tenant' }]);
  });

  it('is completed by the last, after the recipient', () => {
    const half = sign(sent, byId(sent, 'tenant'), {}, { at }).envelope;
    const { envelope, events, invited } = sign(half, byId(half, 'landlord'), {}, { at });
    expect(envelope).toMatchObject({ status: 'completed', completed_at: at });
    expect(events.map(({ name }) => name)).toEqual(['recipient.completed', 'envelope.completed']);
    expect(invited).toBeNull();
  });

  it('ends with a refusal, and keeps the reason', () => {
    const { envelope, events } = decline(sent, byId(sent, 'tenant'), 'Too dear', { at });
    expect(envelope).toMatchObject({ status: 'declined', end_reason: 'Too dear' });
    expect(statuses(envelope)).toEqual(['copy pending', 'tenant declined', 'landlord pending']);
    expect(events).toEqual([{ name: 'envelope.declined', recipient_id: null }]);
  });

  it('puts a replacement right after the delegating signer, embedded as before, without their other data', () => {
    const embedded = { ...byId(sent, 'tenant'), embedded: true, external_ref: 'mine', job_title: 'Director' };
    const before = { ...sent, recipients: [embedded, byId(sent, 'landlord')] };
    const { envelope, invited, events } = delegate(
      before,
      embedded,
      { id: 'new', name: 'N', email: 'n@example.com' },
      { at },
    );
    expect(statuses(envelope)).toEqual(['tenant delegated', 'new sent', 'landlord pending']);
    expect(invited).toMatchObject({ id: 'new', role: 'Tenant', embedded: true, external_ref: null, job_title: null });
    expect(events).toEqual([]);
  });
});

describe('the history', () => {
  const texts = (envelope: Envelope) => envelope.history.map(({ text }) => text);
  const from = { way: 'link', address: '203.0.113.7', device: 'Mozilla/5.0' } as const;

  it('tells who was asked, who opened the document, and how they signed', () => {
    const seen = opened(sent, byId(sent, 'tenant'), '2026-03-02T09:05:00.000Z', from);
    const again = opened(seen, byId(seen, 'tenant'), '2026-03-02T09:06:00.000Z', from);
    expect(again).toBe(seen);
    const signed = sign(again, byId(again, 'tenant'), {}, { at, from }).envelope;
    expect(signed.history.filter((line) => line.from === from)).toHaveLength(2);
    expect(texts(signed)).toEqual([
      'Sent',
      'Thandi Mokoena (Tenant) invited at tenant@example.com',
      'Thandi Mokoena (Tenant) opened the document through the link in the e-mail',
      'Thandi Mokoena (Tenant) signed through the link in the e-mail',
      'Pieter Botha (Landlord) invited at landlord@example.com',
    ]);
  });

  it.each([
    ['fills_in', 'filled in their part'],
    ['agrees', 'agreed to the document'],
  ] as const)('says of nobody without a place to sign that they signed: one who %s', (part, act) => {
    expect(texts(sign(sent, byId(sent, 'tenant'), {}, { at }, part).envelope)).toContain(
      `Thandi Mokoena (Tenant) ${act} with an emulator command`,
    );
  });

  it('says so when a command signed, and where somebody signs embedded', () => {
    expect(texts(sign(sent, byId(sent, 'tenant'), {}, { at }).envelope)).toContain(
      'Thandi Mokoena (Tenant) signed with an emulator command',
    );
    const session = { ...from, way: 'session' } as const;
    const seen = opened(sent, byId(sent, 'tenant'), at, session);
    expect(texts(sign(seen, byId(seen, 'tenant'), {}, { at, from: session }).envelope)).toContain(
      'Thandi Mokoena (Tenant) signed on the embedded page',
    );
    // Who only looked at the page did not sign on it.
    expect(texts(sign(seen, byId(seen, 'tenant'), {}, { at }).envelope)).toContain(
      'Thandi Mokoena (Tenant) signed with an emulator command',
    );
  });

  it('starts again for the new signer', () => {
    const seen = opened(sent, byId(sent, 'tenant'), at, from);
    const to = { id: 'new', name: 'Naledi', email: 'n@example.com' };
    const { envelope } = delegate(seen, byId(seen, 'tenant'), to, { at });
    expect(texts(envelope).slice(-2)).toEqual([
      'Thandi Mokoena (Tenant) delegated to Naledi <n@example.com>',
      'Naledi (Tenant) invited at n@example.com',
    ]);
    expect(byId(envelope, 'new').opened_at).toBeUndefined();
  });
});

describe('ending', () => {
  it('keeps the signatures already collected when it is voided', () => {
    const half = sign(sent, byId(sent, 'tenant'), {}, { at }).envelope;
    const { envelope, events } = withdraw(half, 'Wrong rent', at);
    expect(envelope).toMatchObject({ status: 'voided', end_reason: 'Wrong rent' });
    expect(statuses(envelope)).toEqual(['copy pending', 'tenant signed', 'landlord sent']);
    expect(events).toEqual([{ name: 'envelope.voided', recipient_id: null }]);
  });

  it('expires', () => {
    expect(expire(sent, at)).toMatchObject({ envelope: { status: 'expired' }, events: [{ name: 'envelope.expired' }] });
  });

  it('concerns those who were invited by mail', () => {
    expect(sent.recipients.filter(wasInvited).map(({ id }) => id)).toEqual(['tenant']);
    const tenant = byId(sent, 'tenant');
    expect(
      [
        { ...tenant, embedded: true },
        { ...tenant, standing_authorisation_id: 'x' },
      ].some(wasInvited),
    ).toBe(false);
  });
});
