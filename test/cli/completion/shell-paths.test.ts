import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellPathsOf } from '../../../src/cli/completion/shell-paths.js';
import { readFileSync } from 'node:fs';
import { completionFiles, shells } from '../../../src/cli/docs-gen/shells.js';
import { type Machine, newMachine } from '../../support/program.js';

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
