import { afterAll, beforeAll, expect, it } from 'vitest';
import { completionScript, shells } from '../../src/reference/completion.js';
import { readTree } from '../../src/reference/node.js';
import { type Machine, newMachine } from '../support/program.js';
import { wholeTree } from '../support/tree.js';

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
});
afterAll(() => machine.remove());

it('prints the script of each shell, and wraps it under --json', async () => {
  const root = readTree(await wholeTree());
  for (const shell of shells) {
    expect((await machine.run(['completion', shell])).stdout).toBe(completionScript(shell, root));
    expect((await machine.run(['completion', shell, '--json'])).json()).toEqual({
      script: completionScript(shell, root),
    });
  }
});
