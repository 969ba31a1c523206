import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bashLoads, shellPathsOf } from '../../../src/cli/completion/shell-paths.js';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { completionFiles, shells } from '../../../src/cli/docs-gen/shells.js';
import { type Machine, newMachine } from '../../support/program.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('takes the first folder of a list of those that bash-completion looks in', () => {
  const script = (folder: string): string =>
    shellPathsOf('bash', { env: { BASH_COMPLETION_USER_DIR: folder }, home: '/home/ann' }).script;
  expect(script('/one:/two')).toBe('/one/completions/esign');
  expect(script('/one')).toBe('/one/completions/esign');
  expect(script('two:/one')).toBe('/home/ann/.local/share/bash-completion/completions/esign');
});

describe('print', () => {
  let machine: Machine;
  beforeAll(() => {
    machine = newMachine();
  });
  afterAll(() => machine.remove());

  it('prints the script of each shell as the release holds it, and wraps it under --json', async () => {
    for (const shell of shells) {
      const script = readFileSync(`completions/${completionFiles[shell]}`, 'utf8');
      expect(script).toContain('esign envelope create');
      expect((await machine.run(['completion', shell])).stdout).toBe(script);
      expect((await machine.run(['completion', shell, '--json'])).json()).toEqual({ script });
    }
  });
});

describe('ask bash', () => {
  const bashCompletion = '/usr/share/bash-completion/bash_completion';
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'esign-bash-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const rc = (text: string): void => writeFileSync(join(home, '.bashrc'), text);
  const ask = (limit?: number): Promise<boolean> => bashLoads({ env: { PATH: process.env['PATH'] }, home }, limit);

  describe.skipIf(!existsSync('/bin/bash'))('asking bash whether it completes', () => {
    it('is negative with a start file that loads nothing, whatever its content', async () => {
      rc('echo hello; complete -F other git\n');
      expect(await ask()).toBe(false);
    });

    it('is yes when the start file loads a script for esign, or what loads such scripts', async () => {
      rc('complete -W words esign\n');
      expect(await ask()).toBe(true);
      rc('_comp_load() { :; }\n');
      expect(await ask()).toBe(true);
      if (!existsSync(bashCompletion)) return;
      rc(`. ${bashCompletion}\n`);
      expect(await ask()).toBe(true);
    });

    it('is negative without an answer: another program takes its place, it never ends, or bash is missing', async () => {
      rc('exec cat\n');
      expect(await ask()).toBe(false);
      rc('while :; do sleep 60; done\n');
      expect(await ask(300)).toBe(false);
      mkdirSync(join(home, 'nothing'));
      expect(await bashLoads({ env: { PATH: join(home, 'nothing') }, home })).toBe(false);
    });
  });
});
