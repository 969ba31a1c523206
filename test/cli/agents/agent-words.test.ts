import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentWords } from '../../../src/cli/agents/agent-words.js';
import { type Commands, localTools } from '../../../src/cli/agents/local-tools.js';
import { offered, toolOf } from '../../../src/cli/agents/tools.js';

const local = localTools(JSON.parse(readFileSync('completions/commands.json', 'utf8')) as Commands, true);
const tools = [...offered('all').map((id) => toolOf(id)), ...local];
const { advice, message, result } = agentWords(tools);
const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';

it('names the arguments of a tool where a person has flags', () => {
  expect(message('Specify an envelope ID, --ids, --run or --all.', 'envelope_nudge')).toBe(
    'Specify an envelope ID, `ids`, `run` or `all`.',
  );
  expect(message('Invalid --until value "seald". Did you mean "sealed"?', 'envelope_wait')).toBe(
    'Invalid `until` value "seald". Did you mean "sealed"?',
  );
  expect(message('template_id must be a string.', 'envelope_create')).toBe('template must be a string.');
  expect(message('`templateId` must be a uuid.', 'template_get')).toBe('`template` must be a uuid.');
  expect(message('events[0] must be a string.', 'webhook_update')).toBe('event[0] must be a string.');
  const allowing = 'Fix the form, or send it as it is with --allow-problem nobody_signs --allow-problem no_date.';
  expect(advice(allowing, 'envelope_send')).toBe(
    'Fix the form, or send it as it is with `allow_problem`: ["nobody_signs","no_date"].',
  );
});

it('names the tool and its arguments in place of a command, and leaves a command that a person runs', () => {
  expect(advice('Read its status with `esign envelope get ID`.', 'envelope_void')).toBe(
    'Read its status with `envelope_get`.',
  );
  expect(advice(`Resume it with: esign request resume ${id}`, 'envelope_void')).toBe(
    `Resume it with: esign request resume ${id}`,
  );
  expect(advice('Check which key is used with `esign whoami`, then `esign login`.', 'whoami')).toBe(
    'Check which key is used with `whoami`, then `esign login`.',
  );
  expect(advice('See `esign help text-tags`.', 'template_inspect')).toBe('See `esign://help/text-tags`.');
  expect(advice('Example: esign envelope plan --rows a.csv --send -o plan.json', 'envelope_plan')).toBe(
    'Example: envelope_plan {"rows":"a.csv","send":true,"output":"plan.json"}',
  );
  const fixes = [
    { fix: `esign template wizard ${id} --profile local`, title: `esign template wizard ${id}` },
    { fix: `esign template rename ${id} f1 --label 'Full name'` },
    { fix: 'esign template prepare FILE' },
    { next: 'Read `esign envelope get ID`, or use --force.' },
  ];
  expect(result({ problems: fixes })).toEqual({
    problems: [
      { fix: `template_people {"template":"${id}"}`, title: `esign template wizard ${id}` },
      { fix: `template_rename {"template":"${id}","field":"f1","label":"Full name"}` },
      { fix: 'esign template prepare FILE' },
      { next: 'Read `envelope_get`, or use --force.' },
    ],
  });
  // What `explain` says is about any tool.
  expect(result({ next: 'Use a longer --max-wait.', meaning: 'It waits.' })).toEqual({
    next: 'Use a longer `max_wait`.',
    meaning: 'It waits.',
  });
});

it('leaves out of advice what needs a flag that the tool lacks', () => {
  expect(advice('Run the command again, or increase --timeout.', 'doctor')).toBe('Call the tool again.');
  expect(advice('It checks the clock, and changes nothing without --fix. It exits with 0.', 'doctor')).toBe(
    'It checks the clock. It exits with 0.',
  );
  expect(advice('Compare.\n\nWith --deliver-to, events are made up. Each keeps its ID.', 'envelope_reconcile')).toBe(
    'Compare.',
  );
  const start = 'Ask the user to run it as a command, or to start `esign mcp` with --yes.';
  expect(advice(start, 'envelope_send')).toBe(start);
});

it('leaves no flag in what any tool says of itself', () => {
  const said = tools.flatMap(({ name, description, inputSchema }) => [
    [name, advice(description, name)],
    ...Object.values(inputSchema.properties).map((schema) => [name, advice(String(schema['description']), name)]),
  ]);
  expect(said.filter(([, text]) => /(?<![\w`-])--[a-z]/.test(text?.replaceAll(/`esign [^`]*`/g, '') ?? ''))).toEqual(
    [],
  );
  expect(said.filter(([, text]) => text === '')).toEqual([]);
  const brackets = (text: string | undefined): string => (text ?? '').replaceAll(/[^()]|\([^()]*\)/g, '');
  expect(said.filter(([, text]) => brackets(text) !== '')).toEqual([]);
  const ofPeople = new Set(['esign listen', 'esign mcp', 'esign envelope run']);
  const commands = said.flatMap(([name, text]) =>
    [...(text ?? '').matchAll(/`(esign [^`]*)`/g)].map(([, line]) => [name, line] as const),
  );
  expect(commands.filter(([, line]) => !ofPeople.has(line ?? ''))).toEqual([]);
});
