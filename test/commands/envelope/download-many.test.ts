import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { ppid } from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { placedMark } from '../../../src/core/platform/process-identity.js';
import { openState } from '../../../src/store/state.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
const absent = '0f8fad5b-d9cb-469f-a165-70867728950e';
let sealed: readonly string[];
let open: string;

beforeAll(async () => {
  const template = await at.template();
  const create = async (tenant: string): Promise<string> => {
    const recipients = [
      `role=Tenant,name=${tenant},email=t@example.test`,
      'role=Landlord,name=Pieter,email=p@example.test',
    ];
    const people = recipients.flatMap((recipient) => ['--recipient', recipient]);
    const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
    return (await at.ok([...words, '--title', 'Lease', '--send', '-q', '--yes'])).stdout.trim();
  };
  const [one, two, three] = [
    await create('Thandi Mokoena'),
    await create('Thandi Mokoena'),
    await create('Sipho Dube'),
  ];
  for (const id of [one, two, three]) {
    for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', id, role]);
  }
  await at.ok(['emulator', 'clock', 'advance', '2m']);
  sealed = [one, two, three];
  open = await create('Lerato Nkosi');
});

interface Line {
  readonly envelope: string;
  readonly file: string;
  readonly sha256: string;
  readonly verified: boolean;
}
const lines = (folder: string): readonly string[] =>
  readFileSync(at.path(`${folder}/manifest.ndjson`), 'utf8')
    .trim()
    .split('\n');
const manifest = (folder: string): readonly Line[] => lines(folder).map((line) => JSON.parse(line) as Line);
const download = (folder: string, ...flags: readonly string[]) =>
  at.run(['envelope', 'download', '-o', `${folder}/`, '--json', ...flags]);
const pdfs = (folder: string): readonly string[] =>
  readdirSync(at.path(folder)).filter((name) => name.endsWith('.pdf'));

describe('envelope download of many', () => {
  it('saves what is sealed, verified, with a digest of each file', async () => {
    const ran = await download('all', '--all');
    expect([ran.code, ran.json()]).toMatchObject([0, { envelopes: 4, saved: 3, earlier: 0, unsealed: 1, failed: [] }]);
    const saved = manifest('all');
    expect(saved.map(({ envelope }) => envelope)).toEqual(sealed);
    for (const { file, sha256, verified } of saved) {
      const bytes = readFileSync(at.path(`all/${file}`));
      expect([bytes.subarray(0, 5).toString(), verified]).toEqual(['%PDF-', true]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(statSync(at.path(`all/${file}`)).mode & 0o777).toBe(0o600);
    }
    expect(pdfs('all')).toHaveLength(3);
  });

  it('takes an existing folder without a slash, and asks for one otherwise', async () => {
    mkdirSync(at.path('there'));
    const to = (folder: string) => at.run(['envelope', 'download', '-o', folder, '--all', '--json']);
    const ran = await to('there');
    expect([ran.code, ran.json()]).toMatchObject([0, { saved: 3, manifest: at.path('there/manifest.ndjson') }]);
    expect(pdfs('there')).toHaveLength(3);
    for (const [folder, hint] of [
      ['absent', '-o absent/'],
      ['there/manifest.ndjson', '-o there/manifest.ndjson/'],
      ['-', '-o signed/'],
    ] as const) {
      const refused = await to(folder);
      expect([refused.code, refused.error()]).toMatchObject([2, { code: 'folder_needed' }]);
      expect(refused.error().hint).toBe(`End the path with a slash: ${hint}`);
    }
  });

  it('is one process’s at a time in a folder', async () => {
    const state = openState(at.machine.env['ESIGN_STATE_DIR'] ?? '');
    const [mark, key] = [await placedMark(ppid), JSON.stringify(['download', at.path('all')])];
    state.write((sql) => sql.run("INSERT INTO run_locks VALUES (?, 1, 0, 0, ?, ?, '', 0)", key, ppid, mark));
    const ran = await download('all', '--all');
    expect([ran.code, ran.error()]).toEqual([6, expect.objectContaining({ code: 'run_in_use', pid: ppid })]);
    expect((await download('elsewhere', '--all')).code).toBe(0);
    state.write((sql) => sql.run('DELETE FROM run_locks'));
    expect((await download('all', '--all')).json()).toMatchObject({ saved: 0, earlier: 3 });
    expect(state.read((sql) => sql.all('SELECT * FROM run_locks'), [])).toEqual([]);
  });

  it('says after Ctrl-C how far it came, and how to go on', async () => {
    const ran = await at.run(['envelope', 'download', '-o', 'cut/', '--json', '--all', '--no-verify'], {
      signal: AbortSignal.abort(),
    });
    expect([ran.code, ran.error()]).toMatchObject([
      130,
      { message: 'Interrupted after 0 of 4 envelopes.', hint: expect.stringContaining('Run the same command again') },
    ]);
  });

  it('downloads in the next run only what is missing', async () => {
    const [first] = manifest('all');
    rmSync(at.path(`all/${first?.file}`));
    // As a run leaves it that was killed.
    writeFileSync(
      at.path('all/manifest.ndjson'),
      `${readFileSync(at.path('all/manifest.ndjson'), 'utf8')}{"envelope":`,
    );
    const ran = await download('all', '--all');
    expect(ran.json()).toMatchObject({ saved: 1, earlier: 2, unsealed: 1 });
    expect(pdfs('all')).toHaveLength(3);
    expect(lines('all').filter((line) => line.includes('"saved_at"'))).toHaveLength(3);
    expect((await download('all', '--all')).json()).toMatchObject({ saved: 0, earlier: 3 });
  });

  it('replaces the line of a file that a later run verified', async () => {
    await download('later', '--all', '--no-verify');
    const [first] = manifest('later');
    rmSync(at.path(`later/${first?.file}`));
    expect((await download('later', '--all')).code).toBe(0);
    const now = manifest('later');
    expect(now.map(({ envelope }) => envelope).toSorted()).toEqual(sealed.toSorted());
    expect(now.find(({ envelope }) => envelope === first?.envelope)?.verified).toBe(true);
  });

  it('names files by a pattern, and keeps those of one name apart', async () => {
    const file = at.write('ids.txt', `${sealed.join('\n')}\n${absent}\n${open}\n`);
    const ran = await download('named', '--ids', file, '--file-name', '{title} {Tenant.name}');
    expect([ran.code, ran.json()]).toMatchObject([4, { saved: 3, unsealed: 1, not_found: [absent] }]);
    expect(ran.error().message).toBe(`Envelope ${absent} not found.`);
    expect(pdfs('named').toSorted()).toEqual(
      ['Lease Sipho Dube.pdf', 'Lease Thandi Mokoena.pdf', `Lease Thandi Mokoena-${sealed[1]}.pdf`].toSorted(),
    );
  });

  it('leaves a file alone that is not what was saved, and says so', async () => {
    const [line] = manifest('named');
    writeFileSync(at.path(`named/${line?.file}`), 'mine');
    const ran = await download('named', '--all');
    expect([ran.code, ran.json()]).toMatchObject([
      13,
      { earlier: 2, failed: [{ id: sealed[0], code: 'file_changed' }] },
    ]);
    expect(ran.error().hint).toBe('Move it away, and run the command again to download it.');
    expect(readFileSync(at.path(`named/${line?.file}`), 'utf8')).toBe('mine');
  });

  it('names an envelope whose sealing failed apart from those that are still to come', async () => {
    const told = { event: 'envelope.sealing_failed', envelopeId: open, host: at.emulator.host };
    await recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [told]);
    const ran = await at.run(['envelope', 'download', '--all', '-o', 'all/'], { terminal: true, columns: 200 });
    expect(ran.stdout).toContain('4 envelopes: 0 saved, 3 saved before, sealing of 1 failed.');
    expect(ran.stderr).toContain(`Sealing of envelope ${open} failed, and only support can retry it.`);
    expect((await download('all', '--all')).json()).toMatchObject({ unsealed: 0, sealing_failed: [open] });
  });

  it.each([
    ['{titel}', 'nothing is called "titel"', 'Did you mean "title"?'],
    ['{Tenat.name}', 'nothing is called "Tenat"', 'Did you mean "Tenant"?'],
    ['{.rental.amount}', 'nothing is called ".rental.amount"', 'Use {title}, {id}'],
  ])('refuses the pattern %s before anything is read', async (pattern, message, hint) => {
    await at.ok(['envelope', 'list', '--all']);
    const ran = await download('none', '--all', '--file-name', pattern);
    expect([ran.code, ran.error()]).toMatchObject([
      2,
      { message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    [['--all', '--run', 'people'], 'only one of them'],
    [[], 'only one of them'],
    [['--all', '--position', '1'], '--position is for one envelope'],
    [['0f8fad5b-d9cb-469f-a165-70867728950e', '--file-name', '{title}'], '--file-name requires --ids, --run or --all'],
  ])('refuses %j', async (flags, message) => {
    const ran = await download('none', ...flags);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
