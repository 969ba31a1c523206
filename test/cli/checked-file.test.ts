import { expect, it } from 'vitest';
import { readChecked } from '../../src/cli/checked-file.js';
import type { Files } from '../../src/cli/files.js';
import { times } from '../support/counts.js';

it('takes more rows than a call takes arguments', async () => {
  const count = times(2000, 150_000);
  const text = `Tenant.name,Tenant.email\n${'Ann,a@b.cd\n'.repeat(count)}`;
  const files = { readText: () => Promise.resolve(text) } as unknown as Files;
  const read = await readChecked(files, 'rows.csv');
  const body = read.holds === 'request' ? read.body : {};
  expect(body['rows']).toHaveLength(count);
}, 240_000);
