import { describe, expect, it } from 'vitest';
import { checkUsable } from '../../../src/emulator/domain/envelope-form-template.js';
import { box, leaseForm } from '../../support/envelope-form.js';
import { refusalOf } from '../../support/refusal.js';

describe('the form of a template', () => {
  it('can be used when everything on it can be answered', () => {
    expect(() => checkUsable(leaseForm)).not.toThrow();
  });

  it('is refused without fields', () => {
    expect(refusalOf(() => checkUsable({ ...leaseForm, fields: [] })).code).toBe('template_has_no_fields');
  });

  it.each([
    [
      'a required dropdown without options',
      { fields: [box({ id: 'd', type: 'dropdown', required: true, options: [] })], questions: [] },
    ],
    ['a field of somebody who does not sign', { fields: [box({ id: 'c', role: 'Agent copy' })], questions: [] }],
    [
      'a question that asks for more than it has',
      { questions: [{ id: 'pay', label: null, role: 'Tenant', min_selected: 3, max_selected: 3 }] },
    ],
  ])('is unusable with %s', (_name, parts) => {
    expect(refusalOf(() => checkUsable({ ...leaseForm, ...parts })).code).toBe('template_unusable');
  });
});
