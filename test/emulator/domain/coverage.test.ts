import { describe, expect, it } from 'vitest';
import { coverageOf, tierOf } from '../../../src/emulator/domain/coverage.js';
import { formPdf } from '../../support/form-pdf.js';
import { field, leasePdf, taggedTemplate, templateOf } from '../../support/template-of.js';

describe('coverage', () => {
  it('counts the fields outside questions that can be prefilled, by the tier of their key', async () => {
    const template = await taggedTemplate(
      'Rent;role=Tenant;key=rental.amount',
      'Name;role=Tenant;key=tenant.full_name;subject=tenant',
      'Reference;role=Tenant;key=envelope.reference',
      'Remarks;role=Tenant',
      'Signature;role=Tenant;type=signature;key=tenant_side.signature',
      'Date;role=Tenant;type=date_signed',
    );
    expect(coverageOf(template)).toEqual({
      prefillable: 4,
      core: 1,
      organisation: 1,
      legacy: 1,
      unnamed: 1,
      questions: 0,
      unnamed_groups: 0,
      unnamed_options: 0,
      collisions: 0,
    });
  });

  it('adds up: every field that can be prefilled has one of four tiers', async () => {
    const { prefillable, core, organisation, legacy, unnamed } = coverageOf(await templateOf(leasePdf()));
    expect([prefillable, core + organisation + legacy + unnamed]).toEqual([46, 46]);
  });

  it('counts the questions, and those to which no value can be written', async () => {
    const lease = await templateOf(leasePdf());
    expect(coverageOf(lease)).toMatchObject({ questions: 3, unnamed_groups: 3, unnamed_options: 0 });
    const named = {
      ...lease,
      fields: lease.fields.map((each) =>
        each.question_id === lease.questions[0]!.id ? { ...each, data_key: 'payment.method' } : each,
      ),
    };
    expect(coverageOf(named)).toMatchObject({ questions: 3, unnamed_groups: 2, collisions: 0 });
  });

  it('counts an address as a collision when no single value fits its fields, not when they ask the same', async () => {
    const template = await taggedTemplate(
      'Name;role=Tenant;key=person.full_name',
      'Name again;role=Tenant;key=person.full_name',
      'Agreed;role=Tenant;key=terms.agreed',
      'Agreed;role=Tenant;type=tickbox;key=terms.agreed',
      'Bank;role=Tenant;type=dropdown;key=bank.name;options=Absa|Nedbank',
      'Bank;role=Tenant;type=dropdown;key=bank.name;options=Absa|Investec',
    );
    expect(coverageOf(template).collisions).toBe(2);
  });
});

describe('the tier of a field', () => {
  it('is core when the service fills the field itself, with any key', async () => {
    const template = await taggedTemplate('Signature;role=Tenant;type=signature');
    expect(tierOf(field(template, 'Signature'), template)).toBe('core');
  });

  it('is unnamed without a key', async () => {
    const template = await templateOf(
      formPdf([{ boxes: [{ kind: 'text', name: 'remarks', at: [50, 700, 200, 20] }] }]),
    );
    expect(tierOf(field(template, 'remarks'), template)).toBe('unnamed');
  });
});
