import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bin } from '../support/esign.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';
import { recordSeen } from '../support/records/record-seen.js';

/** Completion as a person meets it: a shell on a terminal, and the Tab key. */

const bashCompletion = '/usr/share/bash-completion/bash_completion';
let folder: string;
let terminal: TmuxTerminal | undefined;

/** Titles and names that would run something, or come apart, if a shell took them for more than text. */
const hostile = [
  '$(touch ran)',
  '`touch ran`',
  'a \'b\' "c"',
  'two  words',
  '*',
  '%F{red}%n',
  'x;touch ran',
  'a:b',
  '$HOME',
];
const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
const template = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const other = '7a1b9a52-6d1e-4b77-9a55-0c2f7a1f9b10';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-tab-'));
  for (const name of ['bin', 'config', 'state']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin', 'esign'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(folder, 'bin', 'esign'), 0o755);
  const names = ['production', 'staging', ...hostile];
  const profiles = Object.fromEntries(names.map((name) => [name, { base_url: 'https://esign.example', keys: {} }]));
  writeFileSync(join(folder, 'config', 'profiles.json'), JSON.stringify({ current: null, profiles }));
  const title = hostile.join(' ');
  await recordSeen(join(folder, 'state'), {
    envelopes: { [id]: title, [other]: title },
    templates: { [template]: title },
  });
  writeFileSync(join(folder, 'bin', 'fold-leases'), '');
  chmodSync(join(folder, 'bin', 'fold-leases'), 0o755);
  for (const file of ['lease.pdf', 'lease.txt', 'two words.md']) writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, '.zshrc'), "PS1='> '\n");
  for (const words of [['bash'], ['zsh', '--start-file'], ['fish']]) {
    const { PATH = '' } = process.env;
    execFileSync(process.execPath, [bin, 'completion', 'install', ...words], {
      env: { PATH, HOME: folder },
      stdio: 'pipe',
    });
  }
  const rc = `PS1='> '\nbind 'set show-all-if-ambiguous on'\n`;
  const installed = join(folder, '.local', 'share', 'bash-completion', 'completions', 'esign');
  writeFileSync(join(folder, 'plain.bash'), `${rc}source ${installed}\n`);
  // This one loads the script by itself when Tab is first pressed.
  writeFileSync(join(folder, 'with.bash'), `${rc}source ${bashCompletion}\n`);
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shells = [
  { name: 'zsh', program: '/usr/bin/zsh', needs: '/usr/bin/zsh', words: ['-i'] },
  { name: 'bash', program: '/bin/bash', needs: '/bin/bash', words: ['--rcfile', 'plain.bash', '-i'] },
  {
    name: 'bash with bash-completion',
    program: '/bin/bash',
    needs: bashCompletion,
    words: ['--rcfile', 'with.bash', '-i'],
  },
  { name: 'fish', program: '/usr/bin/fish', needs: '/usr/bin/fish', words: ['-i'] },
];

describe.each(shells.filter(({ needs }) => existsSync(needs)))('Tab in $name', ({ name, program, words }) => {
  const open = async (): Promise<TmuxTerminal> => {
    const fish = ['-C', `function fish_prompt; echo '> '; end`];
    const opened = await openTerminal({
      columns: 150,
      rows: 40,
      command: [program, ...(name === 'fish' ? fish : []), ...words],
      env: {
        PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
        HOME: folder,
        ZDOTDIR: folder,
        TERM: 'xterm-256color',
        ESIGN_CONFIG_DIR: join(folder, 'config'),
        ESIGN_STATE_DIR: join(folder, 'state'),
      },
      cwd: folder,
    });
    terminal = opened;
    await opened.shows('>');
    return opened;
  };

  it('completes what the program knows: values, words with a colon in them, and files of the kind that is read', async () => {
    const shell = await open();
    for (const [line, whole] of [
      ['esign envelope wait x --until sea', '--until sealed'],
      ['esign envelope wait x --until=sea', '--until=sealed'],
      ['esign envelope list --status par', '--status partially_signed'],
      ['esign emulator scenario load half', 'load half-signed'],
      ['esign webhook register --event envelope.dec', '--event envelope.declined'],
      ['esign emulator fault operation createEnvelopeB', 'operation createEnvelopeBatch'],
      ['esign error template_ch', 'error template_changed'],
      ['esign listen --tunnel tail', '--tunnel tailscale'],
      ['esign pdf verify lea', 'verify lease.pdf'],
      ['esign help exit', 'help exit-codes'],
    ] as const) {
      await shell.type(line);
      await shell.press('Tab');
      await shell.shows(whole);
      await shell.press('C-u');
    }
    // Another beginning than a whole word: the role is typed right behind it.
    await shell.type('esign envelope wait x --until sig');
    await shell.press('Tab');
    await shell.type('Tenant');
    await shell.shows('--until signed:Tenant');
    await shell.press('C-c');
  });

  it('completes the command line after -- as the shell does for it alone', async () => {
    const shell = await open();
    for (const [line, whole] of [
      ['esign listen -- fold-l', /-- fold-leases$/m],
      ['esign listen --forward-to 3000 -- fold-leases two', /-- fold-leases ('two words\.md'|two\\ words\.md)/],
      ['esign emulator exec --seed 7 -- fold-leases a:b --with=c lease.p', 'a:b --with=c lease.pdf'],
      // Other commands go on with their own arguments.
      ['esign profile use -- pro', 'profile use -- production'],
      // What bash alone does not know.
      ...(name === 'bash'
        ? []
        : ([
            ['esign emulator exec --scenario sealed -- esign error template_ch', '-- esign error template_changed'],
            ['esign listen -- esign envelope wait x --until sea', '-- esign envelope wait x --until sealed'],
          ] as const)),
    ] as const) {
      await shell.type(line);
      await shell.press('Tab');
      await shell.shows(whole);
      await shell.press('C-u');
    }
    await shell.press('C-c');
  });

  it('completes a profile, a template, and the ids of envelopes with titles that are only text', async () => {
    terminal = await open();
    await terminal.type('esign profile use pro');
    await terminal.press('Tab');
    await terminal.shows('esign profile use production');
    await terminal.press('C-u');
    await terminal.type('esign whoami --profile st');
    await terminal.press('Tab');
    await terminal.shows('esign whoami --profile staging');
    await terminal.press('C-u');
    await terminal.type('esign envelope create --template 6f');
    await terminal.press('Tab');
    await terminal.shows(`--template ${template}`);
    await terminal.press('C-u');
    await terminal.type('esign envelope get ');
    await terminal.press('Tab');
    const offered = await terminal.shows(other);
    expect(offered).toContain(id);
    // The latest first, not in the order of their digits.
    expect(offered.indexOf(other)).toBeLessThan(offered.indexOf(id));
    // The title stands beside the id, and nothing in it was expanded.
    expect(offered).toContain('$(touch ran)');
    await terminal.press('C-c');
  });
});
