import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../src/contract/schema.js';
import { template as templateSchema } from '../../../src/contract/resources/template.js';
import { etagOf, readBody, renameBody, summaryBody } from '../../../src/emulator/domain/template-body.js';
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

  it('as a rename answers it is that of a read without the five properties', () => {
    const without = readBody(lease);
    for (const role of without.roles) delete (role as Record<string, unknown>)['presign_hint'];
    for (const field of without.fields) {
      for (const name of ['tier', 'option_value', 'cells', 'continuations'])
        delete (field as Record<string, unknown>)[name];
    }
    expect(renameBody(lease)).toEqual(without);
    expect(JSON.stringify(renameBody(lease))).not.toMatch(/presign_hint|"tier"|option_value|cells|continuations/);
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

  it('in a list is a shorter one', () => {
    expect(Object.keys(summaryBody(lease)).toSorted()).toEqual([
      'coverage',
      'created_at',
      'documents',
      'id',
      'name',
      'roles',
      'subjects',
    ]);
  });
});

describe('the ETag', () => {
  it('is the quoted SHA-256 of the read body', () => {
    const hash = createHash('sha256')
      .update(JSON.stringify(readBody(lease)))
      .digest('hex');
    expect(etagOf(lease)).toBe(`"${hash}"`);
  });

  it('is another one after any change that a read shows, presign_hint included', () => {
    const roles = lease.roles.map((role) => ({ ...role, presign_hint: true }));
    expect(etagOf({ ...lease, roles })).not.toBe(etagOf(lease));
    expect(etagOf({ ...lease, name: 'Lease 2' })).not.toBe(etagOf(lease));
  });

  it('is the same for a state that was written to disk and read back', () => {
    expect(etagOf(JSON.parse(JSON.stringify(lease)) as TemplateState)).toBe(etagOf(lease));
  });
});
