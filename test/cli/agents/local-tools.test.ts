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
    'template_pull',
    'values_check',
    'pdf_verify',
    'webhook_verify',
    'envelope_plan',
    'envelope_download',
    'envelope_evidence',
    'template_create',
    'webhook_register',
    'webhook_certify',
  ]);
});

it('no tool writes a file where only reading is allowed', () => {
  const reading = localTools(catalogue, false).filter(({ local }) => !local.acts);
  expect(reading.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties, 'output'))).toEqual([]);
  const pull = reading.find(({ name }) => name === 'template_pull')!;
  expect(pull.words({ template: 'Lease' })).toEqual(['--json', '--no-input', 'template', 'pull', '--', 'Lease']);
  expect(() => pull.words({ template: 'Lease', output: 'lease.yaml' })).toThrow(
    '`output` of template_pull writes a file',
  );
});

it.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
  ['template_pull', { template: 'Lease', output: true }, '`output` must be a string.'],
  ['template_pull', { template: 'Lease', output: '' }, '`output` must not be empty.'],
  ['template_pull', { template: { id: 1 } }, '`template` must be a string.'],
  ['template_pull', { template: 'a\0b' }, '`template` must not contain the character U+0000.'],
  ['template_pull', { template: null }, 'Missing argument `template` of template_pull.'],
  ['envelope_nudge', { all: 'yes' }, '`all` must be true or false.'],
  ['envelope_list', { search: 'a'.repeat(30_000) }, 'The arguments of envelope_list are longer than 30000 bytes.'],
  [
    'webhook_register',
    { url: 'u', event: [], secret_file: null },
    'Missing argument `secret_file` of webhook_register.',
  ],
  ['webhook_register', { url: 'u', event: [], secret_file: [] }, 'Missing argument `secret_file` of webhook_register.'],
])('%s refuses what is not a word of its command: %j', (name, given, told) => {
  const tool = localTools(catalogue, true).find((each) => each.name === name)!;
  expect(() => tool.words(given)).toThrow(told);
});
