import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, rental, tenant } from '../../support/agreement.js';
import { startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bearer, http, type Answer } from '../../support/http.js';
import type { Envelope, Refused, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
});

const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(organisation.live, template, { send: true, ...changes });
const act = <T = Refused>(envelope: Envelope, recipient: string, verb: string, body: object): Promise<Answer<T>> =>
  http<T>(emulator.url, 'POST', `/_emulator/envelopes/${envelope.id}/recipients/${recipient}/${verb}`, {
    headers: bearer(emulator.token),
    body,
  });
const field = (label: string): string => template.fields.find((each) => each.label === label)!.id;

describe('signing as a recipient', () => {
  it('names them by id or by role, and fills what must be filled', async () => {
    const envelope = await sent({ values: [rental] });
    const [first] = envelope.recipients;
    expect((await act<Envelope>(envelope, first!.id, 'sign', {})).body.status).toBe('partially_signed');
    expect((await act<Envelope>(envelope, 'Landlord', 'sign', {})).body.status).toBe('completed');
  });

  it('names the one whose turn it is by next, until nobody has to act', async () => {
    const envelope = await sent({ values: [rental] });
    expect((await act<Envelope>(envelope, 'next', 'sign', {})).body.recipients[0]?.status).toBe('signed');
    expect((await act<Envelope>(envelope, 'next', 'sign', {})).body.status).toBe('completed');
    const { status, body } = await act(envelope, 'next', 'sign', {});
    expect([status, body.error.message]).toEqual([404, 'Nobody has to act: the envelope is completed.']);
  });

  it('without filling is refused, naming every missing field', async () => {
    const { status, body } = await act(await sent(), 'Tenant', 'sign', { fill: false });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    for (const label of ['Full name', 'Full name again', 'Signature of the tenant'])
      expect(body.error.message).toContain(label);
  });

  it('without filling goes through with every answer given', async () => {
    const values = [
      { subject: 'tenant', key: 'person.full_name', value: 'Thandi' },
      { field_id: field('Occupation date'), value: '2026-04-01' },
    ];
    const done = await act<Envelope>(await sent(), 'Tenant', 'sign', { fill: false, signature: 'T M', values });
    expect([done.status, done.body.status]).toEqual([200, 'partially_signed']);
  });

  it.each([
    ['a box of somebody else', { key: 'rental.amount', value: '1' }, 'value_address_unknown'],
    ['a key that names nothing', { key: 'rental.ammount', value: '1' }, 'value_address_unknown'],
    ['neither a key nor a box', { value: '1' }, 'invalid_request'],
    ['a date that is none', { key: 'occupation.start_date', value: 'soon' }, 'invalid_request'],
  ])('is refused for %s', async (_name, value, code) => {
    const { body } = await act(await sent(), 'Tenant', 'sign', { values: [value] });
    expect(body.error.code).toBe(code);
  });

  it('is refused for a field that signing itself fills', async () => {
    const values = [{ field_id: field('Signature of the tenant'), value: 'me' }];
    expect((await act(await sent(), 'Tenant', 'sign', { values })).body.error.code).toBe('value_not_writable');
  });

  it('is refused with the codes of the signing page', async () => {
    const envelope = await sent();
    expect((await act(envelope, 'Landlord', 'sign', {})).body.error.code).toBe('recipient_not_yet_turn');
    await act(envelope, 'Tenant', 'sign', {});
    expect((await act(envelope, 'Tenant', 'sign', {})).body.error.code).toBe('recipient_already_acted');
    await act(envelope, 'Landlord', 'decline', { reason: 'No' });
    expect((await act(envelope, 'Landlord', 'sign', {})).body.error.code).toBe('envelope_not_open');
    const copied = await sent({ recipients: [{ ...tenant, role: 'cc' }, tenant, { ...tenant, role: 'Landlord' }] });
    expect((await act(copied, 'cc', 'sign', {})).body.error.code).toBe('recipient_not_yet_turn');
  });

  it('for an unknown recipient is the same 404', async () => {
    expect((await act(await sent(), 'Nobody', 'sign', {})).body.error.code).toBe('not_found');
    expect((await act({ id: 'none' } as Envelope, 'Tenant', 'sign', {})).body.error.code).toBe('not_found');
  });
});

describe('sealing again', () => {
  const requeue = (id: string): Promise<Answer<Refused>> =>
    http<Refused>(emulator.url, 'POST', `/_emulator/envelopes/${id}/requeue-sealing`, {
      headers: bearer(emulator.token),
    });

  it('is refused before completion and after sealing', async () => {
    const envelope = await sent({ values: [rental] });
    expect((await requeue(envelope.id)).body.error.code).toBe('invalid_request');
    await act(envelope, 'Tenant', 'sign', {});
    await act(envelope, 'Landlord', 'sign', {});
    await emulator.advance(120_000);
    const late = await requeue(envelope.id);
    expect([late.body.error.code, late.body.error.message]).toEqual([
      'invalid_request',
      expect.stringContaining('already sealed'),
    ]);
    expect((await requeue('none')).body.error.code).toBe('not_found');
  });
});
