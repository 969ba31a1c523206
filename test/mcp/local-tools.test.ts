import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Commands, localTools } from '../../src/mcp/local-tools.js';

const catalogue = JSON.parse(readFileSync('completions/commands.json', 'utf8')) as Commands;

it('each tool takes all that its command cannot do without', () => {
  const lacking = localTools(catalogue, true).flatMap(({ name, local }) => {
    const found = catalogue.commands.find(({ command }) => command === `esign ${local.command}`)!;
    const taken = [...found.arguments.map((each) => each.name), ...local.flags];
    return found.input.required.filter((each) => !taken.includes(each)).map((each) => `${name} ${each}`);
  });
  expect(lacking).toEqual([]);
});

it('no tool writes a file where only reading is allowed', () => {
  const writing = localTools(catalogue, false).filter(({ local }) => local.flags.includes('--output'));
  expect(writing.map(({ name }) => name)).toEqual([]);
});
