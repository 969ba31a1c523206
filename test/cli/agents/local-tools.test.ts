import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Commands, localTools } from '../../../src/cli/agents/local-tools.js';

const catalogue = JSON.parse(readFileSync('completions/commands.json', 'utf8')) as Commands;

it('each tool takes all that its command cannot do without', () => {
  const lacking = localTools(catalogue, true).flatMap(({ name, local }) => {
    const found = catalogue.commands.find(({ command }) => command === `esign ${local.command}`)!;
    const taken = [...found.arguments.map((each) => each.name), ...local.flags];
    return found.input.required.filter((each) => !taken.includes(each)).map((each) => `${name} ${each}`);
  });
  expect(lacking).toEqual([]);
});

it('no tool speaks of stdin, and only those that take a file speak of paths', () => {
  const tools = localTools(catalogue, true);
  expect(tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('stdin'))).toEqual([]);
  const ofPaths = tools.filter(({ description }) => description.includes('paths on this machine'));
  expect(ofPaths.map(({ name }) => name)).toEqual([
    'template_inspect',
    'template_diff',
    'values_check',
    'pdf_verify',
    'webhook_verify',
    'envelope_plan',
    'envelope_download',
    'template_pull',
    'template_create',
    'webhook_register',
    'webhook_certify',
  ]);
});

it('no tool writes a file where only reading is allowed', () => {
  const writing = localTools(catalogue, false).filter(({ local }) => local.flags.includes('--output'));
  expect(writing.map(({ name }) => name)).toEqual([]);
});
