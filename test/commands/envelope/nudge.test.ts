import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { type Recorded, recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
const absent = '0f8fad5b-d9cb-469f-a165-70867728950e';
let ids: readonly [string, string];
let embedded: string;

beforeAll(async () => {
  const template = await at.template();
  const create = async (...words: readonly string[]): Promise<string> =>
    (await at.ok(['envelope', 'create', '--template', template, ...words, '--send', '-q', '--yes'])).stdout.trim();
  ids = [await create(...people, '--title', '=Lease 1'), await create(...people, '--title', 'Lease 2')];
  const tenant = ['--recipient', 'role=Tenant,name=Sipho Dube,email=sipho@example.test,embedded=true'];
  embedded = await create(...tenant, ...people.slice(2), '--title', 'Lease 3');
  await at.ok(['emulator', 'clock', 'advance', '4d']);
});

interface Nudged {
  readonly data: readonly {
    readonly email: string;
    readonly text: string;
    readonly mailto: string;
    readonly envelopes: readonly { readonly id: string; readonly holds_up: readonly string[] }[];
  }[];
  readonly unmailed: readonly { readonly id: string; readonly why: string }[];
}
const nudge = (...words: readonly string[]) => at.run(['envelope', 'nudge', ...words]);

describe('envelope nudge', () => {
  it('writes one draft to a person for all that they keep waiting, and none to an embedded signer', async () => {
    const ran = await nudge('--all', '--waiting-longer-than', '3d', '--json');
    const { data, unmailed } = ran.json<Nudged>();
    expect([ran.code, data.map(({ email }) => email)]).toEqual([0, ['thandi@example.test']]);
    expect(data[0]?.envelopes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(data[0]?.envelopes[0]?.holds_up).toEqual(['Pieter van Wyk (Landlord)']);
    expect(unmailed).toMatchObject([{ id: embedded, why: 'embedded' }]);
    expect(data[0]?.mailto).toMatch(/^mailto:thandi@example\.test\?subject=2%20documents/);
    expect(data[0]?.text).not.toContain('http');
  });

  it('writes to the address that took over, also from one of the same name', async () => {
    const template = await at.template();
    const create = ['envelope', 'create', '--template', template, ...people, '--title', 'Handed over', '--send', '-q'];
    const id = (await at.ok([...create, '--yes'])).stdout.trim();
    await at.ok(['emulator', 'delegate', id, 'Tenant', '--to', 'name=Thandi Mokoena,email=private@example.test']);
    const { data } = (await nudge(id, '--json')).json<Nudged>();
    expect(data.map(({ email }) => email)).toEqual(['private@example.test']);
    await at.ok(['envelope', 'void', id, '--reason', 'Only for this test', '--yes']);
  });

  it('says in words that nothing was sent, and of one envelope alone', async () => {
    const ran = await at.run(['envelope', 'nudge', ids[1]], { terminal: true, columns: 2000 });
    expect(ran.stdout).toMatch(
      /^To Thandi Mokoena <thandi@example\.test>:\n {2}“Lease 2”, 4d.*, holds up Pieter van Wyk/m,
    );
    expect(ran.stdout).toContain('1 draft. Nothing was sent: open a link');
    expect((await nudge('--all', '--waiting-longer-than', '5d', '-q')).stdout).toBe('');
  });

  it('writes a file for each person, which others cannot read, and overwrites none unasked', async () => {
    const ran = await nudge('--all', '--max-age', '1h', '-o', 'drafts/', '--json');
    expect([ran.code, readdirSync(at.path('drafts'))]).toEqual([0, ['thandi_example.test.eml']]);
    const file = at.path('drafts/thandi_example.test.eml');
    expect(readFileSync(file, 'latin1')).toMatch(/^To: Thandi Mokoena <thandi@example\.test>\r$/m);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await nudge('--all', '-o', 'drafts', '--json');
    expect([again.code, again.error().code]).toEqual([2, 'file_exists']);
    await at.ok(['envelope', 'nudge', '--all', '-o', 'drafts/', '--force']);
  });

  it('writes a list, in which no cell is a formula', async () => {
    const { stdout } = await nudge('--ids', at.write('one.txt', ids[0]), '--format', 'csv');
    expect(stdout.split('\r\n')[0]).toBe('name,email,envelopes,waiting_since,titles,ids,subject,text,mailto');
    expect(stdout).toContain(",'=Lease 1,");
    await at.ok(['envelope', 'nudge', '--all', '--format', 'csv', '-o', 'nudges.csv']);
    expect(readFileSync(at.path('nudges.csv'), 'utf8')).toContain('thandi@example.test,2,');
  });

  it('names an ID that the service does not know after writing the other drafts, and exits with 4', async () => {
    const ran = await nudge('--ids', at.write('ghost.txt', `${absent}\n${ids[0]}`), '--json');
    expect([ran.code, ran.json<Nudged>().data.map(({ email }) => email)]).toEqual([4, ['thandi@example.test']]);
    expect(ran.error()).toMatchObject({ code: 'not_found', message: `Envelope ${absent} not found.` });
  });

  it('accepts 0s, its default, as the time to act', async () => {
    expect((await nudge('--all', '--waiting-longer-than', '0s', '-q')).stdout.trim().split('\n').toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it('reads an envelope again that a delivery was received about, whatever --max-age is', async () => {
    await at.ok(['envelope', 'nudge', '--all']);
    for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', ids[1], role]);
    const asked = async (): Promise<readonly string[]> =>
      (await nudge('--ids', at.write('two.txt', ids[1]), '--max-age', '1h', '-q')).stdout.trim().split('\n');
    expect(await asked()).toEqual([ids[1]]);
    const told = { event: 'recipient.completed', envelopeId: ids[1], at: new Date().toISOString() };
    const list = at.write('list.csv', `id,status\n${ids[1]},sent\n`);
    const compared = () => at.run(['envelope', 'reconcile', list, '--only-listed', '--max-age', '1h']);
    const record = (more: Recorded) =>
      recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [{ ...told, host: at.emulator.host, ...more }]);
    await record({ host: 'other.example.test' });
    await record({ synthetic: true });
    expect([await asked(), (await compared()).code]).toEqual([[ids[1]], 0]);
    await record({});
    // Before the next nudge, whose read would be new.
    expect((await compared()).code).toBe(6);
    expect(await asked()).toEqual(['']);
  });

  it.each([
    [[], 'Specify an envelope ID, --ids, --run or --all'],
    [['--all', '-o', 'new-drafts'], 'The .eml files need a folder.'],
    [['--all', '--format', 'mailto', '-o', 'drafts/'], '--format mailto writes no file.'],
    [['--all', '--force'], '--force requires -o.'],
  ])('refuses %j', async (flags, message) => {
    const ran = await nudge(...flags);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
