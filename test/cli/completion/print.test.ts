import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completionFiles, shells } from '../../../src/cli/docs-gen/shells.js';
import { type Machine, newMachine } from '../../support/program.js';

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
