import type { Field, Person, Template } from '../../../src/contract/resources/template.js';

/** A person of a form, with a signature and a name to fill in, proposed to be a tenant who gives details and signs. */
export function person(heading: string, proposed: Partial<Person['proposed']>): Person {
  return {
    id: 'a'.repeat(32),
    heading,
    kind: 'principal',
    principal: true,
    document_id: uuid(9),
    page: 1,
    proposed: {
      decision: 'both',
      subject_key: 'tenant',
      subject_label: 'The tenant',
      presence: 'conditional',
      role_name: 'Tenant',
      presign_hint: false,
      ...proposed,
    },
    offered: ['both', 'signer', 'subject', 'mandate_signed'],
    reason: `Section heading "${heading}"`,
    fields: [
      { id: uuid(1), kind: 'data', field_type: 'text', data_key: null, suggested_key: null },
      { id: uuid(2), kind: 'signing', field_type: 'signature', data_key: null, suggested_key: null },
    ],
    current: { subject_key: null, role_name: null },
  };
}

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function field(number: number, more: Partial<Field> = {}): Field {
  return {
    id: uuid(number),
    type: 'text',
    label: 'Full name of the tenant',
    required: true,
    role: 'Signer',
    document_id: uuid(9),
    page: 1,
    subject: null,
    data_key: null,
    question_id: null,
    options: null,
    rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.02 },
    context: {
      label: null,
      row: null,
      column: null,
      option: null,
      section: null,
      nearby: [],
      widget_name: null,
      tooltip: null,
    },
    ...more,
  };
}

/** A template of one page with one subject. */
export function template(more: Partial<Template> = {}): Template {
  return {
    warnings: [],
    id: uuid(8),
    name: 'Lease',
    created_at: '2026-03-02T08:00:00.000Z',
    documents: [{ id: uuid(9), page_count: 1 }],
    pages: [{ document_id: uuid(9), page: 1, width: 595, height: 842, rotation: 0 }],
    roles: [{ name: 'Signer', routing_type: 'sign', kind: 'party' }],
    subjects: [{ key: 'landlord', label: 'The landlord' }],
    questions: [],
    fields: [field(1), field(2, { type: 'signature', label: null })],
    coverage: {
      prefillable: 1,
      core: 0,
      organisation: 0,
      legacy: 0,
      unnamed: 1,
      questions: 0,
      unnamed_groups: 0,
      unnamed_options: 0,
      collisions: 0,
    },
    ...more,
  };
}
