import { expect, it } from 'vitest';
import { maxSaid } from '../../../src/contract/overlay/contract.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';

it('finds the bound of a property by its own line and by one for every place', () => {
  const contract = readContract({ 'decideTemplatePerson.body.role_name.max': 50, '*.fields[].label.max': 20 });
  expect(maxSaid(contract, 'decideTemplatePerson', 'body.role_name')).toBe(50);
  expect(maxSaid(contract, 'renameTemplateFields', 'body.fields[].label')).toBe(20);
  expect(maxSaid(contract, 'decideTemplatePerson', 'body.subject_key')).toBeNull();
  expect(maxSaid(undefined, 'decideTemplatePerson', 'body.role_name')).toBeNull();
});

it('takes the last of several lines, as the row does', () => {
  const contract = readContract({ 'voidEnvelope.body.reason.max': 300, '*.reason.max': 200 });
  expect(maxSaid(contract, 'voidEnvelope', 'body.reason')).toBe(200);
});
