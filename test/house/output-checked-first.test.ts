import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationIds, operations } from '../../src/contract/operations.js';
import { commandLines, writeInputs } from '../support/program/command-lines.js';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import { type FakeService, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine } from '../support/program.js';
import { leaves, wholeTree } from '../support/program/tree.js';

/** A wish for the result that cannot be met is refused before a byte leaves: also no read comes before it. */

const id = '6f1f2f0e-4f0b-4f43-9d8a-000000000001';
const commands = leaves(await wholeTree());
const isWriting = (path: string): boolean => writing.includes(path);
const writing = commands
  .filter((command) => command.operations.some((each) => operations[each].method !== 'GET'))
  .map((command) => command.path().replace(/^esign /, ''));

/** Those of the service that the table of command lines leaves out, since they do several things in a row. */
const more: Readonly<Record<string, readonly string[]>> = {
  'template push': ['names.yaml'],
  'template copy-names': [id, '6f1f2f0e-4f0b-4f43-9d8a-000000000002'],
  'template clone': [id, '--to', 'local'],
  'template wizard': [id],
  'template edit': [id],
  'envelope run': ['plan.json'],
  'envelope correct': [id],
  embed: [id, 'Tenant'],
  listen: ['--event', 'envelope.sent', '--forward-to', 'http://127.0.0.1:9'],
  'request resume': ['--all'],
};
/** The emulator's own commands that change something in it. */
const ofEmulator: Readonly<Record<string, readonly string[]>> = {
  'emulator reset': [],
  'emulator restore': ['snapshot.json'],
  'emulator scenario load': ['sealed'],
  'emulator clock freeze': [],
  'emulator clock run': [],
  'emulator clock advance': ['1h'],
  'emulator inbox open': [id],
  'emulator allow-origin': ['http://127.0.0.1:3000'],
  'emulator sign': [id, 'Tenant'],
  'emulator decline': [id, 'Tenant', '--reason', 'No'],
  'emulator delegate': [id, 'Tenant', '--to', 'name=Zoë,email=zoe@example.test'],
  'emulator grant': [id],
  'emulator decline-grant': [id],
  'emulator fault operation': ['createEnvelope', '--reset'],
  'emulator fault release': [],
  'emulator fault clear': [],
  'emulator fault deliveries': ['--drop', '1'],
  'emulator trigger': ['envelope.declined'],
  'emulator redeliver': ['--failed'],
  'emulator requeue': [id],
};
/** They serve an agent or look at this machine, and their result is not that of a write. */
const others = ['mcp', 'api', 'doctor'];
/** Their lines are those of a run of many rows. */
const ofRows = ['envelope run'];

const lines = [
  ...writing
    .filter((name) => commandLines[name] !== undefined)
    .map((name) => [name, commandLines[name]!.words] as const),
  ...Object.entries(more),
  ...Object.entries(ofEmulator),
];

let service: FakeService;
let machine: Machine;
beforeAll(async () => {
  service = await startFakeService();
  machine = newMachine();
  writeInputs(machine.folder);
  for (const name of ['plan.json', 'snapshot.json']) writeFileSync(join(machine.folder, name), '{}');
});
beforeEach(() => void (service.asked.length = 0));
afterAll(async () => {
  await service.close();
  machine.remove();
});

const run = async (name: string, words: readonly string[], wish: string, ...wishes: readonly string[]) => {
  const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' };
  const yes = name.startsWith('request') ? [] : ['--yes'];
  const base = name.startsWith('emulator') ? ['--base-url', service.url] : [];
  const argv = [...name.split(' '), ...words, ...yes, ...base, wish, ...wishes];
  const ran = await machine.run(argv, { env });
  return [ran.code, ran.stdout === '' ? ran.error().code : ran.stdout, service.asked.map(({ path }) => path)];
};

it('the table names every command that changes something in the service', () => {
  expect(writing.filter((name) => !others.includes(name) && !lines.some(([each]) => each === name))).toEqual([]);
  expect(isWriting('envelope send')).toBe(true);
});

describe.each(lines)('%s', (name, words) => {
  it('sends nothing where the expression of --jq is invalid', async () => {
    expect(await run(name, words, '--jq', '.[')).toEqual([2, 'jq_failed', []]);
  });
});

describe.each(lines.filter(([name]) => !ofRows.includes(name)))('%s', (name, words) => {
  it('sends nothing where the result has no field of that name', async () => {
    expect(await run(name, words, '--json=nope')).toEqual([2, 'unknown_field', []]);
  });
});

describe('a run of many rows', () => {
  it.each([
    ['envelope create', ['--template', id, '--rows', 'rows.csv']],
    ['envelope run', ['plan.json']],
  ] as const)('%s %j sends nothing where its lines are to be filtered', async (name, words) => {
    expect(await run(name, words, '--json=nope')).toEqual([2, expect.any(String), []]);
    expect(await run(name, words, '--jq', '.row')).toEqual([2, expect.any(String), []]);
  });
});

describe('esign api', () => {
  const written = operationIds.filter((each) => operations[each].method !== 'GET');

  it.each(written)('%s sends nothing', async (each) => {
    const parameters = Object.values(operations[each].parameters).map((kind) =>
      kind === 'person_id' ? '0f0e0d0c0b0a09080706050403020100' : id,
    );
    expect(await run('api', [each, ...parameters], '--jq', '.[')).toEqual([2, 'jq_failed', []]);
    if (operations[each].answer.kind !== 'json') return;
    expect(await run('api', [each, ...parameters], '--json=id,nope')).toEqual([2, 'unknown_field', []]);
  });
});

describe('a wish that can be met', () => {
  let at: EmulatorMachine;
  let template: string;
  beforeAll(async () => {
    at = await newEmulatorMachine();
    template = await at.template();
  });
  afterAll(() => at.close());
  const create = (...words: readonly string[]) =>
    at.run(['envelope', 'create', '--template', template, ...people, ...words]);
  const created = async (): Promise<number> =>
    (await at.emulator.control<{ data: { method: string; path: string }[] }>('GET /_emulator/requests')).data.filter(
      ({ method, path }) => method === 'POST' && path === '/api/v1/envelopes',
    ).length;

  it('applies inside a list too', async () => {
    expect((await create('--json=id,recipients.email')).json()).toEqual({
      id: expect.any(String),
      'recipients.email': ['thandi@example.test', 'pieter@example.test'],
    });
    expect((await create('--json', '--jq', '.recipients[0].email')).stdout).toBe('thandi@example.test\n');
    expect(await created()).toBe(2);
  });

  it('names what there is where the second part of a name is wrong, and creates nothing', async () => {
    const before = await created();
    const ran = await create('--json=recipients.mail');
    expect([ran.code, ran.error()]).toEqual([
      2,
      expect.objectContaining({
        code: 'unknown_field',
        message: 'This result has no field recipients.mail.',
        hint: expect.stringContaining('recipients.email'),
      }),
    ]);
    expect(await created()).toBe(before);
  });

  it('is not asked of a dry run, whose result is the request', async () => {
    const expected = { dry_run: true, requests: [{ method: 'POST' }] };
    expect((await create('--json=method', '--dry-run')).json()).toEqual(expected);
  });

  it('names the fields of the emulator’s own answers', async () => {
    expect((await at.ok(['emulator', 'clock', 'freeze', '--json=frozen'])).json()).toEqual({ frozen: true });
    const triggered = await at.ok(['emulator', 'trigger', 'envelope.declined', '--json=event']);
    expect(triggered.json()).toMatchObject({ event: { event: 'envelope.declined' } });
  });
});
