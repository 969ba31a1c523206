import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../src/contract/schema.js';
import { template as templateSchema } from '../../../src/contract/resources/template.js';
import { etagOf, readBody, renameBody } from '../../../src/emulator/domain/template-body.js';
import type { TemplateState } from '../../../src/emulator/domain/template.js';
import { leasePdf, templateOf } from '../../support/template-of.js';

let lease: TemplateState;
beforeAll(async () => {
  lease = await templateOf(leasePdf());
});

describe('the body of a template', () => {
  it('fits the contract, as a read and as a rename answers it', () => {
    expect(problems(templateSchema(), readBody(lease))).toEqual([]);
    expect(problems(templateSchema(), renameBody(lease))).toEqual([]);
  });

  it('lists the options of a question with their fields', () => {
    const [question] = readBody(lease).questions;
    expect(question).toMatchObject({ label: 'Method of payment', role: 'Signer', required: true });
    expect(question!.options.map(({ value }) => value)).toEqual(['eft', 'debit_order', 'cash_deposit']);
    const ids = lease.fields.map(({ id }) => id);
    for (const { field_id } of question!.options) expect(ids).toContain(field_id);
  });

  it('says nothing of where a field came from or what is suggested for it', () => {
    expect(JSON.stringify(readBody(lease))).not.toMatch(/origin|suggested|multiline|created_by|decided/);
  });
});

describe('the ETag', () => {
  it('is the same for a state that was written to disk and read back', () => {
    expect(etagOf(JSON.parse(JSON.stringify(lease)) as TemplateState)).toBe(etagOf(lease));
  });
});
