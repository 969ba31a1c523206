import type { EnvelopeForm, EnvelopeField } from '../../src/emulator/domain/envelope-form.js';
import type { Envelope, Recipient } from '../../src/emulator/domain/envelope.js';

/** A lease in small: a tenant with details, choices and a signature, a landlord with a signature, and a copy. */

let boxes = 0;

export const box = (parts: Partial<EnvelopeField> & Pick<EnvelopeField, 'id'>): EnvelopeField => ({
  type: 'text',
  label: parts.id,
  required: false,
  role: 'Tenant',
  document: 1,
  page: 1,
  rect: { x: 0.1, y: 0.01 * (boxes++ % 90), w: 0.3, h: 0.02 },
  subject: null,
  data_key: null,
  question_id: null,
  option_value: null,
  options: null,
  multiline: false,
  cells: null,
  continuations: null,
  start: null,
  ...parts,
});

export const leaseForm: EnvelopeForm = {
  roles: [
    { name: 'Tenant', routing_type: 'sign' },
    { name: 'Landlord', routing_type: 'sign' },
    { name: 'Agent copy', routing_type: 'cc' },
  ],
  subjects: ['tenant', 'property'],
  questions: [
    { id: 'pay', label: 'Payment method', role: 'Tenant', min_selected: 1, max_selected: 1 },
    { id: 'included', label: 'Included', role: 'Tenant', min_selected: 0, max_selected: 2 },
  ],
  fields: [
    box({ id: 'name', label: 'Full name', subject: 'tenant', data_key: 'person.full_name', required: true }),
    box({ id: 'name-again', label: 'Full name', subject: 'tenant', data_key: 'person.full_name', page: 2 }),
    box({ id: 'born', label: 'Date of birth', type: 'date', subject: 'tenant', data_key: 'person.birth_date' }),
    box({
      id: 'bank',
      label: 'Bank',
      type: 'dropdown',
      subject: 'tenant',
      data_key: 'bank.name',
      options: ['FNB', 'Absa'],
    }),
    box({ id: 'pets', label: 'Pets', type: 'tickbox', data_key: 'lease.pets' }),
    box({ id: 'rules', label: 'House rules read', type: 'tickbox', required: true, data_key: 'lease.rules_read' }),
    box({ id: 'notes', label: 'Notes', data_key: 'lease.notes', multiline: true }),
    box({ id: 'pay-eft', type: 'tickbox', question_id: 'pay', option_value: 'eft', data_key: 'payment.method' }),
    box({ id: 'pay-cash', type: 'tickbox', question_id: 'pay', option_value: 'cash', data_key: 'payment.method' }),
    box({
      id: 'inc-water',
      type: 'tickbox',
      question_id: 'included',
      option_value: 'water',
      data_key: 'lease.included',
    }),
    box({
      id: 'inc-power',
      type: 'tickbox',
      question_id: 'included',
      option_value: 'power',
      data_key: 'lease.included',
    }),
    box({
      id: 'inc-fibre',
      type: 'tickbox',
      question_id: 'included',
      option_value: 'fibre',
      data_key: 'lease.included',
    }),
    box({ id: 'title', type: 'signer_title', data_key: 'tenant_signer.title' }),
    box({ id: 'sign', label: 'Signature', type: 'signature', required: true, data_key: 'tenant_signer.signature' }),
    box({ id: 'initials', label: 'Initials', type: 'initials' }),
    box({ id: 'signed-on', type: 'date_signed', data_key: 'tenant_signer.date' }),
    box({ id: 'landlord-sign', type: 'signature', role: 'Landlord', required: true }),
    box({ id: 'landlord-name', type: 'signer_name', role: 'Landlord' }),
  ],
};

export const person = (parts: Partial<Recipient> & Pick<Recipient, 'id'>): Recipient => ({
  role: 'Tenant',
  name: 'Thandi Mokoena',
  email: `${parts.id}@example.com`,
  job_title: null,
  company: null,
  routing_type: 'sign',
  status: 'pending',
  embedded: false,
  external_ref: null,
  standing_authorisation_id: null,
  acted_at: null,
  ...parts,
});

export const draftEnvelope = (parts: Partial<Envelope> = {}): Envelope => ({
  id: 'envelope',
  organisation_id: 'organisation',
  mode: 'live',
  template_id: 'template',
  title: 'Lease',
  status: 'draft',
  created_at: '2026-03-02T08:00:00.000Z',
  sent_at: null,
  expires_at: null,
  brand_id: 'brand',
  brand_name: null,
  completion_delivery: 'integrator',
  completed_at: null,
  sealed_at: null,
  sealing_failed_at: null,
  end_reason: null,
  recipients: [
    person({ id: 'copy', role: 'Agent copy', routing_type: 'cc' }),
    person({ id: 'tenant' }),
    person({ id: 'landlord', role: 'Landlord', name: 'Pieter Botha' }),
  ],
  documents: [{ id: 'document', position: 1, name: 'Lease', page_count: 2, sha256: 'a'.repeat(64) }],
  answers: {},
  history: [],
  ...parts,
});
