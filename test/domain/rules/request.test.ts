import { describe, expect, it } from 'vitest';
import { usableProblems } from '../../../src/domain/rules/request.js';
import { box, leaseForm } from '../../support/envelope-form.js';

describe('the form of a template', () => {
  it('can be used when everything on it can be answered', () => {
    expect(usableProblems(leaseForm)).toEqual([]);
  });

  it('is refused without fields', () => {
    expect(usableProblems({ ...leaseForm, fields: [] }).map(({ code }) => code)).toEqual(['template_has_no_fields']);
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
    expect(usableProblems({ ...leaseForm, ...parts }).map(({ code }) => code)).toEqual(['template_unusable']);
  });
});
