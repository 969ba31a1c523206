import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionFiles, type Shell, shells } from '../../../src/cli/docs-gen/shells.js';
import { newMachine } from '../../support/program.js';
import { fresh } from '../../support/shared.js';

const machine = fresh(newMachine);

const at = (...names: string[]): string => join(machine.folder, ...names);
const read = (path: string): string => readFileSync(path, 'utf8');
const install = (...words: string[]) => machine.run(['completion', 'install', ...words, '--json']);

const scripts: Readonly<Record<Shell, string>> = {
  bash: '.local/share/bash-completion/completions/esign',
  zsh: '.local/share/esign/completions/_esign',
  fish: '.config/fish/completions/esign.fish',
  powershell: '.local/share/esign/completions/esign.ps1',
};
const startFiles: Readonly<Record<Shell, string>> = {
  bash: '.bashrc',
  zsh: '.zshrc',
  fish: '.config/fish/config.fish',
  powershell: '.config/powershell/Microsoft.PowerShell_profile.ps1',
};

describe.each(shells)('completion install %s', (shell) => {
  it('writes the script of this version, once, and a line that loads it where there has to be one', async () => {
    const missing = (await install(shell, '--check')).error();
    expect(missing).toMatchObject({ code: 'completion_missing', exit_code: 9 });
    const first = (await install(shell)).json<{ state: string; loaded: boolean; script: string; line?: string }>();
    expect(first).toMatchObject({ state: 'installed', script: at(scripts[shell]) });
    expect(read(at(scripts[shell]))).toBe(read(join('completions', completionFiles[shell])));
    if (!first.loaded) {
      expect((await install(shell, '--check')).error()).toMatchObject({ code: 'completion_not_loaded', exit_code: 9 });
      expect(first.line).toContain(at(scripts[shell]));
      expect(existsSync(at(startFiles[shell]))).toBe(false);
      expect((await install(shell, '--start-file')).json()).toMatchObject({ state: 'current', loaded: true });
      expect(read(at(startFiles[shell]))).toBe(`# Completion for esign.\n${first.line}\n`);
    }
    expect((await install(shell, '--check')).json()).toMatchObject({ state: 'current', loaded: true });
    const before = existsSync(at(startFiles[shell])) ? read(at(startFiles[shell])) : '';
    expect((await install(shell, '--start-file')).code).toBe(0);
    expect(existsSync(at(startFiles[shell])) ? read(at(startFiles[shell])) : '').toBe(before);
  });

  it('renews one of an older version, and leaves one alone that is somebody else’s', async () => {
    mkdirSync(dirname(at(scripts[shell])), { recursive: true });
    writeFileSync(at(scripts[shell]), '# Completion for esign; made by `esign completion`.\nold');
    expect((await install(shell, '--check')).error().code).toBe('completion_outdated');
    expect((await install(shell)).json()).toMatchObject({ state: 'installed' });
    writeFileSync(at(scripts[shell]), 'mine');
    expect((await install(shell, '--check')).error().code).toBe('completion_foreign');
    expect((await install(shell)).error()).toMatchObject({ code: 'file_exists', exit_code: 2 });
    expect(read(at(scripts[shell]))).toBe('mine');
    expect((await install(shell, '--force')).json()).toMatchObject({ state: 'installed' });
  });
});

describe('the start file', () => {
  it('keeps what is in it, its permissions and its link', async () => {
    mkdirSync(at('dotfiles'));
    writeFileSync(at('dotfiles', 'zshrc'), Buffer.from('alias a=b # \xff', 'latin1'));
    chmodSync(at('dotfiles', 'zshrc'), 0o600);
    symlinkSync(at('dotfiles', 'zshrc'), at('.zshrc'));
    expect((await install('zsh', '--start-file')).code).toBe(0);
    expect(realpathSync(at('.zshrc'))).toBe(realpathSync(at('dotfiles', 'zshrc')));
    expect(statSync(at('.zshrc')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('.zshrc'), 'latin1')).toMatch(
      /^alias a=b # \xff\n# Completion for esign\.\n.*source .*_esign'\n$/,
    );
  });

  it('with the line commented out does not load it, and one of another folder is used where it is named', async () => {
    const env = { ZDOTDIR: at('z'), XDG_DATA_HOME: at("it's data") };
    const run = (...words: string[]) => machine.run(['completion', 'install', 'zsh', ...words, '--json'], { env });
    const { line } = (await run()).json<{ line: string }>();
    expect(line).toContain(`it'\\''s data`);
    mkdirSync(at('z'));
    writeFileSync(at('z', '.zshrc'), `# ${line}\n`);
    expect((await run('--check')).error().code).toBe('completion_not_loaded');
  });
});

it.each(shells)('says of %s that a home folder cannot be written, and names another way', async (shell) => {
  writeFileSync(at('.local'), '');
  writeFileSync(at('.config'), '');
  const ran = await install(shell);
  expect([ran.code, ran.error()]).toMatchObject([1, { code: 'file_not_written', exit_code: 1 }]);
  expect(ran.error().message).toBe(`Cannot write ${at(scripts[shell])}: part of the path is not a folder.`);
  expect(ran.error().hint).toContain(`esign completion ${shell}`);
});

it('takes the shell from SHELL, and asks for one that there is a script for', async () => {
  const inShell = (SHELL: string) => machine.run(['completion', 'install', '--json'], { env: { SHELL } });
  expect((await inShell('/usr/bin/fish')).json()).toMatchObject({ shell: 'fish' });
  expect((await inShell('/opt/pwsh')).json()).toMatchObject({ shell: 'powershell' });
  expect((await inShell('/bin/dash')).error()).toMatchObject({ code: 'missing_argument', exit_code: 2 });
  expect((await install()).error()).toMatchObject({ exit_code: 2 });
  expect((await install('csh')).error()).toMatchObject({ exit_code: 2 });
});

it('says in PowerShell of Windows what to do, since only that knows its start file', async () => {
  const windows = { env: { APPDATA: at('AppData') } };
  const told = await machine.run(['completion', 'install', 'powershell'], { ...windows, terminal: true });
  expect(told.stdout).toContain('the file that $PROFILE names');
  const refused = await machine.run(['completion', 'install', 'powershell', '--start-file', '--json'], windows);
  expect(refused.error()).toMatchObject({
    code: 'start_file_unknown',
    // Its folder may be missing too, and in single quotes nothing is expanded.
    hint: expect.stringMatching(
      /New-Item -ItemType File -Force \$PROFILE \}; Add-Content \$PROFILE '\. ''.*esign\.ps1'''$/,
    ) as string,
  });
});
