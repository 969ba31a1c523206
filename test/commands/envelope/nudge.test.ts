import { readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
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
    const again = await nudge('--all', '-o', 'drafts/', '--json');
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

  it.each([
    [[], 'Specify an envelope ID, --ids, --run or --all'],
    [['--all', '-o', 'drafts'], 'The .eml files need a folder.'],
    [['--all', '--format', 'mailto', '-o', 'drafts/'], '--format mailto writes no file.'],
    [['--all', '--force'], '--force requires -o.'],
  ])('refuses %j', async (flags, message) => {
    const ran = await nudge(...flags);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
