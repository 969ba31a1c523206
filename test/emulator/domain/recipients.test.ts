import { describe, expect, it } from 'vitest';
import type { RecipientRequest } from '../../../src/domain/rules/recipients.js';
import { newRecipients } from '../../../src/emulator/domain/recipients.js';
import { leaseForm } from '../../support/envelope-form.js';

const asked = (role: string, parts: Partial<RecipientRequest> = {}): RecipientRequest => ({
  role,
  name: 'Thandi Mokoena',
  email: 'thandi@example.com',
  job_title: null,
  company: null,
  embedded: false,
  external_ref: null,
  standing_authorisation_id: null,
  ...parts,
});

describe('the recipients of an envelope', () => {
  it('start as pending, in the order of the request, with the routing type of their role', () => {
    let id = 0;
    const made = newRecipients(
      [asked('cc'), asked('Landlord', { embedded: true, external_ref: 'x-1' })],
      leaseForm,
      () => `id-${++id}`,
    );
    expect(
      made.map(({ id: own, routing_type, status, embedded, external_ref }) => [
        own,
        routing_type,
        status,
        embedded,
        external_ref,
      ]),
    ).toEqual([
      ['id-1', 'cc', 'pending', false, null],
      ['id-2', 'sign', 'pending', true, 'x-1'],
    ]);
  });
});
