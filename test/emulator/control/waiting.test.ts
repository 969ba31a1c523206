import { expect, it } from 'vitest';
import { createEnvelope, rental } from '../../support/agreement.js';
import { agreementScene } from '../../support/agreement-scene.js';
import { once } from '../../support/emulator.js';

interface Waiting {
  readonly data: readonly {
    readonly id: string;
    readonly title: string;
    readonly since: string;
    readonly recipient: { readonly role: string; readonly name: string };
  }[];
  readonly more: boolean;
}

const scene = agreementScene();
const waiting = (query = ''): Promise<Waiting> => scene.emulator.control(`GET /_emulator/waiting${query}`);
const made = async (title: string, changes: object = {}): Promise<string> =>
  (await createEnvelope(scene.organisation.live, scene.template, { title, values: [rental], ...changes })).id;

it('lists the envelopes that wait for somebody, newest first, with whose turn it is', async () => {
  await made('a draft');
  const first = await made('first', { send: true });
  const voided = await made('voided', { send: true });
  const inAnHour = new Date(scene.emulator.now() + 3_700_000).toISOString();
  await made('expires', { send: true, expires_at: inAnHour });
  const done = await made('done', { send: true });
  const last = await made('last', { send: true });
  await scene.organisation.live(`POST /api/v1/envelopes/${voided}/void`, { reason: 'A mistake' }, once());
  for (const role of ['Tenant', 'Landlord']) {
    await scene.emulator.control(`POST /_emulator/envelopes/${done}/recipients/${role}/sign`, {});
  }
  await scene.emulator.advance(2 * 3_600_000);
  await scene.emulator.control(`POST /_emulator/envelopes/${first}/recipients/Tenant/sign`, {});

  const { data, more } = await waiting();
  expect(data.map(({ id, title, recipient }) => [id, title, recipient.role, recipient.name])).toEqual([
    [last, 'last', 'Tenant', 'Thandi Mokoena'],
    [first, 'first', 'Landlord', 'Pieter van Wyk'],
  ]);
  expect(Date.parse(data[1]!.since)).toBe(scene.emulator.now());
  expect(more).toBe(false);
  expect(await waiting('?limit=1')).toEqual({ data: [data[0]], more: true });
});
