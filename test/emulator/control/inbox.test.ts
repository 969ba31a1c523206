import { expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope } from '../../support/agreement.js';
import { bearer, http } from '../../support/http.js';
import type { Mail, Refused } from '../../support/shapes.js';

const scene = agreementScene();
const list = (query: string): Promise<{ readonly data: readonly Mail[]; readonly more: boolean }> =>
  scene.emulator.control(`GET /_emulator/inbox${query}`);

it('lists the newest mails as far as is asked, and says whether older ones follow', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made++) {
    ids.unshift((await createEnvelope(scene.organisation.live, scene.template, { send: true })).id);
  }
  const all = await list('');
  expect([all.data.map((mail) => mail.envelope_id), all.more]).toEqual([ids, false]);
  const two = await list('?limit=2');
  expect([two.data, two.more]).toEqual([all.data.slice(0, 2), true]);
  expect((await list(`?limit=1&envelope_id=${ids[2]}`)).data).toEqual(all.data.slice(2));
  expect((await list(`?after=${all.data[1]!.id}`)).data).toEqual(all.data.slice(0, 1));
});

it.each([
  ['?limit=0', 'limit must be a whole number from 1 to 10000.'],
  ['?after=6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'after must be the ID of a captured mail.'],
])('refuses %s', async (query, message) => {
  const { emulator } = scene;
  const path = `/_emulator/inbox${query}`;
  const { status, body } = await http<Refused>(emulator.url, 'GET', path, { headers: bearer(emulator.token) });
  expect([status, body.error.message]).toEqual([400, message]);
});
