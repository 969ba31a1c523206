import { expect, it } from 'vitest';
import { readChecked } from '../../../src/cli/files/checked-file.js';
import type { Files } from '../../../src/cli/files/files.js';
import { times } from '../../support/counts.js';

it('takes more rows than a call takes arguments', async () => {
  const count = times(2000, 150_000);
  const text = `Tenant.name,Tenant.email\n${'Ann,a@b.cd\n'.repeat(count)}`;
  const files = { readText: () => Promise.resolve(text) } as unknown as Files;
  const read = await readChecked(files, 'rows.csv');
  const body = read.holds === 'request' ? read.body : {};
  expect(body['rows']).toHaveLength(count);
}, 240_000);

it.each([
  ['rows in CSV', 'sep=;\nTenant.name;Tenant.email\nAnn;a@b.cd\n', 'request', 'rows'],
  ['values in CSV', 'subject,key,value\n,signing.place,Cape Town\n', 'values', 'values'],
  ['rows in YAML', '- { Tenant.name: Ann, Tenant.email: a@b.cd }\n', 'request', 'rows'],
  ['a request in JSON', '{"template_id":"x","values":[{"key":"a","value":"b"}]}', 'request', 'values'],
])('tells what stdin holds: %s', async (_name, text, holds, list) => {
  const files = { readText: () => Promise.resolve(text) } as unknown as Files;
  const read = await readChecked(files, '-');
  expect([read.holds, read.mistakes, read.body[list]]).toMatchObject([holds, [], { length: 1 }]);
});
