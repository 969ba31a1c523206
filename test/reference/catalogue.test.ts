import { expect, it } from 'vitest';
import { operationIds } from '../../src/contract/operations.js';
import { catalogue } from '../../src/reference/catalogue.js';
import { leavesOf, readTree } from '../../src/reference/node.js';
import { wholeTree } from '../support/tree.js';

it('tells a program every command, its flags and the operations it reaches', async () => {
  const root = readTree(await wholeTree());
  const made = catalogue(root, '1.2.3') as {
    global_options: { long: string }[];
    commands: { command: string; operations: string[]; options: { long: string }[] }[];
  };
  expect(made.commands.map(({ command }) => command)).toEqual(leavesOf(root).map(({ path }) => path));
  expect(made.global_options.map(({ long }) => long)).toContain('--json');
  for (const { operations, options } of made.commands) {
    for (const operation of operations) expect(operationIds).toContain(operation);
    expect(options.map(({ long }) => long)).not.toContain('--json');
  }
});
