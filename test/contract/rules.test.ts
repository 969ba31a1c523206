import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../src/contract/error-codes.js';
import { operations } from '../../src/contract/operations.js';
import type { Operation } from '../../src/contract/operation.js';
import { limitSection, sectionOf } from '../../src/contract/rules.js';

/** The headings and tables of the service's description. */
const parts = [
  'What the service does',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Errors',
  'Limits',
  'Assumption',
];

describe('where the description makes a rule', () => {
  it.each(Object.keys(errorCodes) as ErrorCode[])('%s has a place for every operation', (code) => {
    for (const row of [null, ...Object.values<Operation>(operations)]) {
      const [part = ''] = sectionOf(code, row).split(/, | A\d/);
      expect(parts).toContain(part);
    }
  });

  it.each([
    ['unauthenticated', null, 'Authentication, 4'],
    ['insufficient_scope', operations.createEnvelope, 'Authentication, 5'],
    ['not_found', operations.getEnvelope, 'Endpoints, conventions'],
    ['invalid_request', operations.createEnvelope, 'Endpoints, POST /api/v1/envelopes'],
    ['invalid_request', operations.createEnvelopeBatch, 'Assumption A2'],
    ['invalid_request', null, 'Errors, invalid_request'],
    [
      'template_changed',
      operations.renameTemplateField,
      'Endpoints, PATCH /api/v1/templates/{templateId}/fields/{fieldId}',
    ],
    ['envelope_not_sent', operations.voidEnvelope, 'States and transitions, Envelope'],
    ['envelope_not_draft', operations.sendEnvelope, 'Assumption A3'],
    ['value_address_unknown', operations.createEnvelope, 'Errors, value_address_unknown'],
  ] as const)('%s is %#', (code, row, section) => {
    expect(sectionOf(code, row)).toBe(section);
  });

  it('a property bounded in Limits is bounded at every place in the body', () => {
    expect(limitSection('expires_at')).toBe('Limits, Envelope `expires_at`');
    expect(limitSection('fields[3].data_key')).toBe('Limits, Field names');
    expect(limitSection('recipients[0].email')).toBeNull();
    expect(limitSection('constructor')).toBeNull();
  });
});
