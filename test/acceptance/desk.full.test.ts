import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';

let program: BuiltProgram;
let terminal: TmuxTerminal | undefined;
beforeAll(async () => {
  program = builtProgram();
  writeFileSync(join(program.folder, 'agreement.pdf'), agreementPdf());
  await ok('emulator', 'start', '--detach', '--port', '0');
});
afterAll(async () => {
  await terminal?.close();
  await program.remove();
});

async function ok(...words: readonly string[]): Promise<string> {
  const ran = await program.run(words);
  if (ran.code !== 0) throw new Error(`esign ${words.join(' ')} ended with ${ran.code}:\n${ran.stderr}`);
  return ran.stdout;
}

/** A sheet with a row for each name, below the heads that `envelope rows` wrote. */
function fill(names: readonly string[]): void {
  const path = join(program.folder, 'people.csv');
  const [head = ''] = readFileSync(path, 'utf8').split(/\r?\n/);
  const rows = names.map((name, at) => {
    const email = at === 2 ? 'not an address' : `tenant${at}@example.test`;
    const start = at === 4 ? '31/12/2026' : '2026-12-01';
    return `Lease ${name},${name},${email},Pieter van Wyk,pieter@example.test,${name},,${start},,,9500.00`;
  });
  writeFileSync(path, [head, ...rows, ''].join('\n'));
}

it('follows twelve rows of a sheet: one voided, one corrected, one handed over, evidence collected', async () => {
  await ok('template', 'create', 'agreement.pdf', '--name', 'Lease');
  await ok('envelope', 'rows', '--template', 'Lease', '-o', 'people.csv');
  fill(['Ann', 'Ben', 'Cara', 'Dan', 'Eve', 'Finn', 'Gia', 'Hal', 'Ivy', 'Jan', 'Kim', 'Leo']);
  const words = [
    'envelope',
    'create',
    '--template',
    'Lease',
    '--rows',
    'people.csv',
    '--send',
    '--yes',
    '--only-valid',
  ];
  const sent = await program.run([...words, '--expires-in', '14d']);
  expect(sent.code).toBe(13);
  expect(sent.stderr).toMatch(/Cara, Tenant\.email "not an address"/);
  const created = sent.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly row?: number; readonly envelope_id?: string });
  const idOf = (row: number): string => created.find((each) => each.row === row)?.envelope_id ?? '';
  await ok('emulator', 'decline', idOf(1), 'Tenant', '--reason', 'Too dear');
  await ok('emulator', 'delegate', idOf(2), 'Tenant', '--to', 'name=Naledi Khumalo,email=naledi@example.test');
  for (const role of ['Tenant', 'Landlord']) await ok('emulator', 'sign', idOf(4), role);
  await ok('emulator', 'clock', 'advance', '4d');

  const open = (terminal = await openTerminal({
    columns: 100,
    rows: 30,
    command: [process.execPath, bin, 'envelope', 'desk'],
    env: { ...(program.env as Record<string, string>), TERM: 'xterm-256color' },
    cwd: program.folder,
  }));
  /** The same screen in a terminal of 80 columns: no row is wrapped or cut without a sign. */
  const inNarrow = async (judge: (shown: string) => unknown): Promise<void> => {
    const wide = await open.screen();
    await open.resize(80, 24);
    const narrow = await open.shows(/\n.{1,80}$/);
    judge(narrow);
    await open.resize(100, 30);
    await open.shows(wide.split('\n').at(-1) ?? '');
  };
  const first = await open.shows('11 envelopes: 8 late, 1 waiting, 1 declined, 1 sealed');
  expect(first).toMatch(/^Late\n› Lease \w+ +→ /m);
  expect(first).toMatch(/Lease Ben +→ Naledi Khumalo, Pieter van Wyk +sent +\d+s\+ +in 9d/);
  expect(first).toMatch(/\n\npeople\.csv-\w+ {3}11 envelopes: .*\n {2}Lease Ben .*\n {2}Lease Ann .* declined/);

  await inNarrow((shown) => {
    expect(shown).toMatch(/1 declined, 1 sealed {3}Read \d+s ago$/m);
    expect(shown).toMatch(/Lease Ben +→ Naledi Khumalo, Pieter van Wyk +sent +\d+s\+$/m);
    expect(shown).toMatch(/\? help {2}q quit$/);
  });

  // The words of the command, and nothing happens without a yes.
  await open.type('/leo');
  await open.shows('Filter: leo');
  await open.press('Enter', 'v');
  await open.shows('Reason, kept on record:');
  await open.type('Wrong unit');
  await open.press('Enter');
  const question = await open.shows('Void it? (y/N)');
  await inNarrow((shown) => expect(shown).toMatch(/Reason: Wrong unit\n[\s\S]*Void it\? \(y\/N\)$/));
  expect(question).toContain('This voids “Lease Leo” for everybody. It cannot be undone.');
  expect(question).toContain('Leo <tenant11@example.test> (Tenant)');
  await open.press('n');
  await open.shows('Nothing was voided.');
  await open.press('v');
  await open.type('Wrong unit');
  await open.press('Enter');
  await open.shows('Void it? (y/N)');
  await open.press('y');
  await open.shows(/Lease Leo .* voided[\s\S]*Voided “Lease Leo”\./);

  // A command has the terminal, and a key brings the desk back.
  await open.press('Enter');
  expect(await open.shows('Press a key to go back')).toMatch(/\$ esign envelope show [\s\S]*Reason +Wrong unit/);
  await open.press('Space');
  await open.shows('7 late');
  await open.press('Escape', '/');
  await open.type('declined');
  await open.press('Enter', 'c');
  await open.shows('The next envelope of “Lease Ann”. Ann (Tenant) declined to sign. Reason: Too dear');
  await open.shows('Deadline, such as 14d');
  await open.type('14d');
  await open.press('Enter');
  await open.shows('Create and send');
  await open.press('Down', 'Enter');
  await open.shows(/Status +sent[^]*Press a key to go back/);
  await open.press('Space');
  await open.shows('? help');
  await open.press('Escape');
  await open.shows(/Other envelopes\n {2}Lease Ann +→ Ann, Pieter van Wyk +sent/);

  // One that is out is voided, and the corrected one sent, after one question.
  await open.type('/kim');
  await open.press('Enter', 'c');
  expect(await open.shows('Void the sent one, and send this one')).toMatch(
    /This voids “Lease Kim” for everybody, and sends the corrected one to 2 people/,
  );
  await open.press('Up', 'Enter');
  await open.shows(/Voided envelope [^]*Press a key to go back/);
  await open.press('Space');
  await open.shows(/Lease Kim .* voided/);
  await open.press('Escape');

  await open.type('/sealed');
  await open.press('Enter', 'e');
  await open.shows('Save the evidence as: lease-dan-');
  await open.press('Enter');
  await open.shows('Wrote lease-dan-');
  await open.press('Escape', '?');
  await open.shows('leave the desk');
  await open.press('q');
  expect(await open.shows('ended with 0')).not.toContain('TITLE');
});
