import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proposeNames } from '../../../src/emulator/domain/naming-proposals.js';
import type { StoredNamingRun } from '../../../src/emulator/domain/naming-run.js';
import { peopleBodies } from '../../../src/emulator/domain/people.js';
import { etagOf } from '../../../src/emulator/domain/template-body.js';
import { namingRunRepository, templateRepository } from '../../../src/emulator/store/template-repository.js';
import { openStore } from '../../../src/emulator/store/store.js';
import { countedIds, taggedTemplate } from '../../support/template-of.js';

it('a naming run is read back as it was made, through its own template and organisation only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-runs-'));
  const store = openStore(join(folder, 'emulator.db'));
  const template = await taggedTemplate('Rent;role=Tenant', 'Sign;role=Tenant;type=signature');
  templateRepository(store.sql).insert(template);
  const run: StoredNamingRun = {
    id: 'aaaaaaaa-0000-4000-8000-000000000000',
    organisation_id: template.organisation_id,
    template_id: template.id,
    template_etag: etagOf(template),
    created_at: '2026-03-02T08:00:00.000Z',
    proposals: { fields: proposeNames(template, countedIds()), people: peopleBodies(template) },
  };
  const runs = namingRunRepository(store.sql);
  runs.insert(run);
  expect(run.proposals.fields).not.toEqual([]);
  expect(runs.find(template.organisation_id, template.id, run.id)).toEqual(run);
  expect(runs.find('another', template.id, run.id)).toBeNull();
  expect(runs.find(template.organisation_id, 'another', run.id)).toBeNull();
  expect(runs.find(template.organisation_id, template.id, template.id)).toBeNull();
  store.close();
  rmSync(folder, { recursive: true });
});
