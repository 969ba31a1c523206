import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../src/contract/error-codes.js';
import { ruleNamed } from '../../src/contract/statements.js';
import { operations } from '../../src/contract/operations.js';
import { errorsOf, type Operation } from '../../src/contract/operation.js';
import { draftCeilingRule, jsonBodyRule, propertyRule, ruleOf } from '../../src/contract/rules.js';

const codes = Object.keys(errorCodes) as ErrorCode[];
const rows = Object.values<Operation>(operations);

describe('the rule that a refusal follows', () => {
  it.each(codes)('%s has a statement for every operation, which is about the code or the operation', (code) => {
    for (const row of [null, ...rows]) {
      const entry = ruleNamed(ruleOf(code, row));
      expect(entry).not.toBeNull();
      if (row !== null && errorsOf(row).includes(code)) {
        expect([code, row.id].some((word) => entry?.about.includes(word))).toBe(true);
      }
    }
  });

  it('that a refusal names by itself is a statement', () => {
    const properties = [
      'Idempotency-Key',
      'expires_at',
      'data_key',
      'label',
      'subject_key',
      'subject_label',
      'role_name',
    ];
    const named = [jsonBodyRule, draftCeilingRule, ...properties.map((name) => propertyRule(name) ?? name)];
    expect(named.filter((id) => ruleNamed(id) === null)).toEqual([]);
  });

  it.each([
    ['unauthenticated', null, 'auth.one-401'],
    ['insufficient_scope', operations.createEnvelope, 'auth.insufficient-scope'],
    ['not_found', operations.getEnvelope, 'conventions.one-404'],
    ['invalid_request', operations.createEnvelope, 'create.body'],
    ['invalid_request', operations.createEnvelopeBatch, 'batch.operation'],
    ['invalid_request', null, 'error.invalid_request'],
    ['template_changed', operations.renameTemplateField, 'rename.if-match-stale'],
    ['test_key_cannot_edit_templates', operations.decideTemplatePerson, 'testkey.no-decision'],
    ['envelope_not_sent', operations.voidEnvelope, 'state.void-refused'],
    ['envelope_not_draft', operations.sendEnvelope, 'send.not-draft'],
    ['value_address_unknown', operations.createEnvelope, 'error.value_address_unknown'],
  ] as const)('%s is %#', (code, row, rule) => {
    expect(ruleOf(code, row)).toBe(rule);
  });

  it('a property bounded in Limits is bounded at every place in the body', () => {
    expect(propertyRule('expires_at')).toBe('limits.expires-at');
    expect(propertyRule('fields[3].data_key')).toBe('limits.data-key');
    expect(propertyRule('recipients[0].email')).toBeNull();
    expect(propertyRule('constructor')).toBeNull();
  });
});
