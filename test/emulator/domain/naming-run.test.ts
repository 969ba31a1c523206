import { expect, it } from 'vitest';
import { namingEntry } from '../../../src/emulator/domain/naming-run.js';
import { renameFields } from '../../../src/emulator/domain/naming-rename.js';
import { decide, field, person, taggedTemplate } from '../../support/template-of.js';

const at = '2026-03-02T08:00:00.000Z';

it('an entry has the fields whose names changed, as they read now', async () => {
  const before = await taggedTemplate('Rent;role=Tenant', 'Name;role=Tenant');
  const { id } = field(before, 'Rent');
  const after = renameFields(before, [{ id, names: { data_key: 'rental.amount' }, path: '' }]);
  expect(namingEntry(before, after, { at, act: 'rename' })).toEqual({
    at,
    act: 'rename',
    person_id: null,
    decision: null,
    run_id: null,
    fields: [{ id, role: 'Tenant', subject: null, data_key: 'rental.amount', label: 'Rent' }],
  });
});

it('an entry of a decision says about whom, what, and which fields went to which role', async () => {
  const before = await taggedTemplate('Name;role=Tenant', 'Sign;role=Tenant;type=signature');
  const after = decide(before, 'tenant', { decision: 'signer', role_name: 'Lessee' });
  const { id, decided } = person(after, 'tenant');
  const entry = namingEntry(before, after, { at, act: 'decide_person', person_id: id, decision: decided });
  expect(entry).toMatchObject({ person_id: id, decision: { decision: 'signer', role_name: 'Lessee' } });
  expect(entry.fields.map((each) => [each.id, each.role])).toEqual([[field(before, 'Sign').id, 'Lessee']]);
});
