import { beforeAll, describe, expect, it } from 'vitest';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { formPdf, linesPdf } from '../../support/form-pdf.js';
import {
  field,
  leasePdf,
  person,
  roleNames,
  subjectKeys,
  taggedTemplate,
  templateOf,
} from '../../support/template-of.js';

describe('a template made from the lease', () => {
  let lease: TemplateState;
  beforeAll(async () => {
    lease = await templateOf(leasePdf());
  });

  it('gives every field to the role Signer, since no text tag names a role', () => {
    expect(lease.roles).toEqual([
      { name: 'Signer', routing_type: 'sign', kind: 'party', presign_hint: false, created_by: null },
    ]);
    expect(new Set(lease.fields.map(({ role }) => role))).toEqual(new Set(['Signer']));
  });

  it('declares no subject and names no field before anybody does', () => {
    expect(lease.subjects).toEqual([]);
    expect(lease.fields.filter(({ data_key, subject }) => data_key !== null || subject !== null)).toEqual([]);
  });

  it('links the fields of a question to it by its ID, in the order of the form', () => {
    const question = lease.questions.find(({ label }) => label === 'Method of payment')!;
    const boxes = lease.fields.filter(({ question_id }) => question_id === question.id);
    expect(boxes.map(({ option_value }) => option_value)).toEqual(['eft', 'debit_order', 'cash_deposit']);
    expect(question).toMatchObject({ required: true, min_selected: 1, max_selected: 1 });
  });

  it('keeps the options of a dropdown and the room for several lines', () => {
    expect(field(lease, 'payment_bank_name').options).toContain('Nedbank');
    expect(field(lease, 'special_conditions').multiline).toBe(true);
  });

  it('finds the four people, each with the fields of their own part only', () => {
    expect(lease.people.map(({ kind }) => kind)).toEqual(['principal', 'principal', 'principal', 'witness']);
    const ids = lease.people.flatMap(({ field_ids }) => field_ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(person(lease, 'tenant').field_ids).toContain(field(lease, 'tenant_full_name').id);
    expect(person(lease, 'tenant').field_ids).not.toContain(field(lease, 'landlord_full_name').id);
  });

  it('warns of unassigned fields, and names the document', () => {
    expect(lease.warnings).toEqual([
      {
        code: 'unclaimed_fields',
        message: expect.stringMatching(/^35 fields/),
        document_id: lease.documents[0]!.id,
        page: 1,
      },
    ]);
  });
});

describe('a pack', () => {
  it('lists the pages of every document in stacking order', async () => {
    const pack = await templateOf(linesPdf([['One'], ['Two']]), linesPdf([['Three']]));
    const [first, second] = pack.documents.map(({ id }) => id);
    expect(pack.pages.map(({ document_id, page }) => [document_id, page])).toEqual([
      [first, 1],
      [first, 2],
      [second, 1],
    ]);
    expect(pack.documents.map(({ page_count }) => page_count)).toEqual([2, 1]);
  });

  it('with the same form twice has people with ids of their own, who are proposed to be the same people', async () => {
    const pack = await templateOf(leasePdf(), leasePdf());
    expect(new Set(pack.people.map(({ id }) => id)).size).toBe(8);
    expect(pack.people.map(({ proposed }) => proposed.subject_key)).toEqual([
      'landlord',
      'tenant',
      'surety',
      'witness',
      'landlord',
      'tenant',
      'surety',
      'witness',
    ]);
  });

  it('keeps at most 10 warnings', async () => {
    const blank = linesPdf([['Nothing to fill in']]);
    const pack = await templateOf(...Array.from({ length: 12 }, () => blank));
    expect(pack.warnings).toHaveLength(10);
  });

  it('proposes other names to a person of another document who goes by the same role and another subject', async () => {
    const pack = await templateOf(
      linesPdf([['{{Name;role=Buyer;subject=buyer;key=person.full_name}}', '{{Sign;role=Buyer;type=signature}}']]),
      linesPdf([['{{Name;role=Buyer;subject=company;key=person.full_name}}', '{{Sign;role=Buyer;type=signature}}']]),
    );
    const [first, second] = pack.people.map(({ proposed }) => [proposed.subject_key, proposed.role_name]);
    expect([first, second]).toEqual([
      ['buyer', 'Buyer'],
      ['company_2', 'Buyer 2'],
    ]);
  });
});

describe('text tags', () => {
  it('declare roles and subjects in the order in which a reader meets them', async () => {
    const template = await taggedTemplate(
      'Full name;role=Tenant;key=person.full_name;subject=main_tenant',
      'Rent;role=Landlord;key=rental.amount',
      'Signature;role=Tenant;type=signature',
    );
    expect(roleNames(template)).toEqual(['Tenant', 'Landlord']);
    expect(template.subjects).toEqual([{ key: 'main_tenant', label: 'Main tenant', created_by: null }]);
    expect(field(template, 'Full name')).toMatchObject({
      data_key: 'person.full_name',
      subject: 'main_tenant',
      role: 'Tenant',
    });
  });

  it('give a field without a role to the only role', async () => {
    const template = await taggedTemplate('Full name;role=Tenant', 'Telephone');
    expect(roleNames(template)).toEqual(['Tenant']);
  });

  it('of one document give the widgets of another to the only role they name', async () => {
    const widgets = formPdf([{ boxes: [{ kind: 'text', name: 'remarks', at: [50, 700, 200, 20] }] }]);
    expect(roleNames(await templateOf(widgets, linesPdf([['{{Name;role=Tenant}}']])))).toEqual(['Tenant']);
  });

  it('that name two roles leave the widgets to Signer', async () => {
    const widgets = formPdf([{ boxes: [{ kind: 'text', name: 'remarks', at: [50, 700, 200, 20] }] }]);
    const template = await templateOf(linesPdf([['{{Name;role=Tenant}}', '{{Name;role=Landlord}}']]), widgets);
    expect(roleNames(template)).toEqual(['Tenant', 'Landlord', 'Signer']);
    expect(field(template, 'remarks').role).toBe('Signer');
  });
});

it('a document without fields makes a template without roles, subjects and people', async () => {
  const template = await templateOf(linesPdf([['Nothing to fill in']]));
  expect([roleNames(template), subjectKeys(template), template.people, template.fields]).toEqual([[], [], [], []]);
  expect(template.warnings.map(({ code }) => code)).toEqual(['no_fields']);
});
