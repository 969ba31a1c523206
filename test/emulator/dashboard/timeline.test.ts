import { describe, expect, it } from 'vitest';
import type { EnvelopeDetail, TimelineEntry } from '../../../src/emulator/dashboard/shapes.js';
import { createEnvelope, landlord, rental, tenant } from '../../support/agreement.js';
import { agreementScene } from '../../support/agreement-scene.js';
import { once } from '../../support/emulator.js';

const scene = agreementScene();

const sent = async (recipients = [tenant, landlord]): Promise<string> => {
  const changes = { send: true, values: [rental], recipients };
  return (await createEnvelope(scene.organisation.live, scene.template, changes)).id;
};
const act = (id: string, what: string, body: object = {}): Promise<unknown> =>
  scene.emulator.control(`POST /_emulator/envelopes/${id}/${what}`, body);
const record = async (id: string): Promise<readonly TimelineEntry[]> => {
  const { timeline } = await scene.emulator.control<EnvelopeDetail>(`GET /_emulator/dashboard/envelopes/${id}`);
  return timeline.filter(({ kind }) => kind === 'act');
};
const shown = async (id: string): Promise<readonly string[]> =>
  (await record(id)).map(({ tone, title }) => `${tone} ${title}`);

describe('the colour of what a person did', () => {
  it('is that of a refusal, whatever the reason says', async () => {
    const id = await sent();
    await act(id, 'recipients/Tenant/decline', { reason: 'I signed the other copy' });
    expect((await shown(id)).at(-1)).toBe('bad Thandi Mokoena (Tenant) declined: I signed the other copy');
  });

  it('is that of the act, whatever the name of the person says', async () => {
    const name = 'Zanele signed declined: Mokoena';
    const id = await sent([{ ...tenant, name }, landlord]);
    await act(id, 'recipients/Tenant/delegate', { name: 'All recipients have acted', email: 'a@example.test' });
    expect((await shown(id)).slice(2)).toEqual([
      `plain ${name} (Tenant) invited at ${tenant.email}`,
      `plain ${name} (Tenant) delegated to All recipients have acted <a@example.test>`,
      'plain All recipients have acted (Tenant) invited at a@example.test',
    ]);
  });

  it('is that of an end for an envelope that was voided, with a reason of any words', async () => {
    const id = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'Both had signed on paper' }, once());
    expect((await shown(id)).at(-1)).toBe('bad Withdrawn by the sender: Both had signed on paper');
  });
});

it('puts what people did in the order of their turns while the clock stands still, whatever their names are', async () => {
  const first = 'Created';
  const second = `${first} (Tenant) for the owner`;
  const id = await sent([
    { ...tenant, name: first },
    { ...landlord, name: second },
  ]);
  await act(id, 'recipients/Tenant/sign');
  await act(id, 'recipients/Landlord/sign');
  const entries = await record(id);
  expect(new Set(entries.map(({ at }) => at)).size).toBe(1);
  expect(entries.map(({ tone, title }) => `${tone} ${title}`)).toEqual([
    'plain Created',
    'plain Sent',
    `plain ${first} (Tenant) invited at ${tenant.email}`,
    `good ${first} (Tenant) signed with an emulator command`,
    `plain ${second} (Landlord) invited at ${landlord.email}`,
    `good ${second} (Landlord) signed with an emulator command`,
    'good All recipients have acted',
  ]);
});
