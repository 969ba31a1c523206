import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let id: string;
let template: string;

beforeAll(async () => {
  template = await at.template();
  const [tenant = '', , ...landlord] = [people[1], ...people.slice(1)];
  const words = ['--recipient', `${tenant},embedded=true`, ...landlord, '--value', '.rental.amount=9500.00'];
  const create = [
    'envelope',
    'create',
    '--template',
    template,
    ...words,
    '--expires-in',
    '3d',
    '--send',
    '-q',
    '--yes',
  ];
  id = (await at.ok(create)).stdout.trim();
});

const shown = async (): Promise<string> =>
  (await at.ok(['envelope', 'show', id], { terminal: true, columns: 200 })).stdout;

it('a title in place of an ID leads to the search', async () => {
  const { hint } = (await at.run(['envelope', 'get', 'Unit 14', '--json'])).error();
  expect(hint).toContain('`esign envelope list --search TEXT`');
});

describe('envelope show', () => {
  it('shows whose turn it is, what blocks, the time left here and in UTC, and why an invitation reads null', async () => {
    const text = await shown();
    expect(text).toMatch(/^Progress +Waiting for Thandi Mokoena \(Tenant\)\. Your app must show/m);
    expect(text).toMatch(/^Deadline +2026-03-05 \d\d:\d\d:\d\d [+-]\d\d:\d\d$/m);
    expect(text).toMatch(/^In UTC +2026-03-05T08:00:00\.000Z$/m);
    expect(text).toMatch(/^Left +(3d|2d 23h)/m);
    expect(text).toMatch(/^Invitation of Thandi Mokoena +No invitation: .*embedded/m);
    expect(text).toMatch(/^Invitation of Pieter van Wyk +Not invited yet/m);
    expect(text).toMatch(/^1 +→ now +Tenant/m);
    expect(text).toMatch(/^2 +later +Landlord/m);
  });

  it('follows the routing, for a program too', async () => {
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    const value = (await at.ok(['envelope', 'show', id, '--json'])).json<Record<string, unknown>>();
    expect(value).toMatchObject({
      id,
      status: 'partially_signed',
      sealed: null,
      turn: [{ role: 'Landlord', email: 'pieter@example.test' }],
      recipients: [
        { place: 'done', email: 'thandi@example.test' },
        { place: 'turn', position: 2 },
      ],
    });
    expect(value['seconds_left']).toBeGreaterThan(250_000);
  });

  it('shows that it is sealed, with fitting next steps and no deadline', async () => {
    await at.ok(['emulator', 'sign', id, 'Landlord']);
    expect(await shown()).toMatch(/^Progress +Everybody has acted\. Sealing takes about a minute\./m);
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    const text = await shown();
    expect(text).toMatch(/^Status +sealed$/m);
    expect(text).not.toMatch(/^Left/m);
    const { stdout, stderr } = await at.ok(['envelope', 'show', id], { terminal: true, columns: 200 });
    expect(stdout).toMatch(/^Status +sealed$/m);
    expect(`${stdout}${stderr}`).toContain(`esign envelope download ${id}`);
    expect(`${stdout}${stderr}`).not.toContain('clock advance');
    const known = (await at.ok(['envelope', 'list', '--cached', '--json'])).json<{ data: readonly object[] }>();
    expect(known.data).toMatchObject([{ id, status: 'completed', sealed: true, current: true }]);
  });

  it('gives the reason of a decline where the emulator tells it, and otherwise whom to ask', async () => {
    const words = ['--template', template, ...people, '--value', '.rental.amount=9500.00', '--send', '--yes', '-q'];
    const declined = (await at.ok(['envelope', 'create', ...words])).stdout.trim();
    const screen = { terminal: true, columns: 200 };
    expect((await at.ok(['envelope', 'show', declined], screen)).stdout).toMatch(/^Waiting +\d+[sm], since 20\d\d-/m);
    await at.ok(['emulator', 'decline', declined, 'Tenant', '--reason', 'The rent is too high']);
    expect((await at.ok(['envelope', 'show', declined], screen)).stdout).toMatch(/^Reason +The rent is too high$/m);
    const shown = (await at.ok(['envelope', 'show', declined, '--json'])).json();
    expect(shown).toMatchObject({ end_reason: 'The rent is too high', waiting_since: null });
    const elsewhere = await at.ok(['envelope', 'show', declined], { ...screen, env: at.live() });
    expect(elsewhere.stdout).toMatch(/^Reason +The API does not return the reason\. Ask Thandi Mokoena <thandi@/m);
  });

  it('an envelope that is not there is exit 4', async () => {
    expect((await at.run(['envelope', 'show', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'])).code).toBe(4);
  });
});
