import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effectsOf, type KeyKind, mayHarm, sentencesOf } from '../../src/contract/effects.js';
import { type OperationId, operationIds, operations } from '../../src/contract/operations.js';
import { argumentOf, commandInstead, commandOf, toolName, toolOf } from '../../src/cli/agents/tools.js';
import { times } from '../support/counts.js';
import { commandLines, writeInputs } from '../support/program/command-lines.js';
import { type FakeService, json, refusal, startFakeService } from '../support/fake-service.js';
import { saveProfile } from '../../src/core/config/save-profile.js';
import { type EmulatorMachine, newEmulatorMachine } from '../support/emulator-machine.js';
import { type Machine, newMachine, type Ran } from '../support/program.js';
import { filesUnder } from '../support/project/files-under.js';

/**
 * Whatever emails people or cannot be taken back leaves for a service that is not an emulator only after a yes: from its
 * own command, from `esign api` and from an agent's tool, with each kind of key.
 */

interface Way {
  /** The command lines that reach it, in words. */
  readonly commands: readonly (readonly string[])[];
  /** A body with its effect. */
  readonly body?: Readonly<Record<string, unknown>>;
}

const id = '6f1f2f0e-4f0b-4f43-9d8a-000000000001';
const person = '0f0e0d0c0b0a09080706050403020100';
const line = (name: string, ...more: readonly string[]): readonly string[] => [
  ...name.split(' '),
  ...(commandLines[name]?.words ?? []),
  ...more,
];

/** What the command line of an operation in `commandLines` does not show: other ways to it, and bodies with an effect. */
const more: Partial<Record<OperationId, Partial<Way>>> = {
  decideTemplatePerson: {
    commands: [['template', 'decide', id, person, '--decision', 'witness', '--role-name', 'Witness']],
    body: { decision: 'witness', role_name: 'Witness' },
  },
  acceptNamingRun: { commands: [['template', 'accept', id, id, '--all']], body: { accept: 'all' } },
  createEnvelope: { body: { send: true } },
  createOneOffEnvelope: { commands: [line('envelope one-off', '--send')], body: { send: true } },
  createEnvelopeBatch: { commands: [line('envelope batch', '--send')], body: { send: true } },
  updateWebhook: {
    commands: [line('webhook update'), line('webhook disable'), ['webhook', 'update', id, '--url', 'https://a.test/b']],
    body: { url: 'https://app.example.com/hooks' },
  },
  createAuthorisation: { body: { intended_use: 'Leases' } },
};
const acting = operationIds.filter((each) => mayHarm(operations[each]));
const linesOf = (name: OperationId): readonly (readonly string[])[] =>
  Object.keys(commandLines)
    .filter((path) => commandLines[path]?.operation === name)
    .map((path) => line(path));
const ways: Partial<Record<OperationId, Way>> = {};

/** How an operation is reached: by its lines in `commandLines` and with the body of the first, unless `more` differs. */
async function wayTo(name: OperationId): Promise<Way> {
  const { commands = linesOf(name), body } = more[name] ?? {};
  if (body !== undefined) return { commands, body };
  const shown = await run([...(commands[0] ?? []), '--dry-run'], keys[0]?.[2] ?? '');
  return { commands, body: shown.json<{ requests: [Pick<Way, 'body'>] }>().requests[0].body ?? {} };
}
const keys: readonly (readonly [string, KeyKind, string])[] = [
  ['live', 'live', 'abc_live_0123456789abcdefghijklmnop'],
  ['test', 'test', 'abc_test_0123456789abcdefghijklmnop'],
  ['of an unknown kind', null, 'x'.repeat(40)],
];

let service: FakeService;
let machine: Machine;

beforeAll(async () => {
  service = await startFakeService();
  machine = newMachine();
  writeInputs(machine.folder);
  service.answer((method, path) => (method === 'GET' ? read(path) : refusal(422, 'invalid_request', 'Refused.')));
  for (const name of acting) ways[name] = await wayTo(name);
});
beforeEach(() => void (service.asked.length = 0));
afterAll(async () => {
  await service.close();
  machine.remove();
});

/** What a command looks up before it asks. */
function read(path: string) {
  const etag = [['ETag', `"${'a'.repeat(64)}"`] as const];
  const witness = { id: person, heading: 'As witness', page: 1, proposed: { decision: 'witness' }, fields: [] };
  if (path.endsWith('/people')) return json(200, { people: [{ ...witness, offered: [], current: {} }] });
  if (path.startsWith('/api/v1/webhooks/'))
    return json(200, { id, url: 'https://old.test/hooks', subscribed_events: [] });
  if (path.startsWith('/api/v1/envelopes/')) return json(200, { id, title: 'Lease', recipients: [] });
  const grantor = { name: 'Naledi', email: 'naledi@example.test' };
  if (path.startsWith('/api/v1/standing')) {
    const ended = { cancellation: null, revocation: null, invalidation: null };
    const of = { grantor, legal_entity: { name: 'Homes' }, brand: {} };
    return json(200, { id, number: '7', status: 'active', ...of, ...ended });
  }
  const lists = ['warnings', 'documents', 'pages', 'roles', 'subjects', 'questions', 'fields'];
  const template = { id, name: 'Lease', coverage: {}, ...Object.fromEntries(lists.map((name) => [name, []])) };
  return json(200, template, etag);
}

const writes = (): readonly string[] => service.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path);
const run = (argv: readonly string[], key: string): Promise<Ran> =>
  machine.run([...argv, '--json'], { env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key } });
const isAsked = (name: OperationId, kind: KeyKind): boolean =>
  sentencesOf(effectsOf(operations[name], ways[name]?.body, kind)).length > 0;
const viaApi = (name: OperationId): readonly string[] => {
  const parameters = Object.entries(operations[name].parameters).map(([, kind]) =>
    kind === 'person_id' ? person : id,
  );
  const body = Object.entries(ways[name]?.body ?? {}).flatMap(([at, value]) => [
    '-F',
    `${at}:=${JSON.stringify(value)}`,
  ]);
  return ['api', name, ...parameters, ...body];
};

/** Something for each argument that a tool requires. */
function wholeArguments(name: OperationId): Readonly<Record<string, unknown>> {
  const { required, properties } = toolOf(name).inputSchema;
  const grantor = { name: 'Naledi', email: 'naledi@example.test' };
  const some: Readonly<Record<string, unknown>> = { array: [], object: grantor, string: id, boolean: true };
  return Object.fromEntries(required.map((each) => [each, some[String(properties[each]?.['type'] ?? 'string')]]));
}

/** Calls one tool of `esign mcp`, and answers what it wrote. */
async function viaAgent(
  name: OperationId,
  key: string,
  words: readonly string[],
  given: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const clientInfo = { name: 'test', version: '1' };
  const parameters = Object.fromEntries(
    Object.entries(operations[name].parameters).map(([at, kind]) => [
      argumentOf(at),
      kind === 'person_id' ? person : id,
    ]),
  );
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    {
      id: 2,
      method: 'tools/call',
      params: { name: toolName(commandOf[name]), arguments: { ...given, ...parameters, ...ways[name]?.body } },
    },
  ];
  const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key };
  return (await machine.run(['mcp', '--allow-writes', ...words], { env, stdin })).stdout;
}

it('every operation with an effect has a command line', () => {
  expect(acting.filter((name) => ways[name]?.commands.length === 0)).toEqual([]);
  expect(Object.keys(more).filter((name) => !acting.some((each) => each === name))).toEqual([]);
});

describe.each(keys)('with a key that is %s, at a real service', (_, kind, key) => {
  // A key of an unknown kind is asked about like a live one: a part of the operations shows it.
  const acts =
    kind === null
      ? times(
          acting.filter((_name, index) => index % 3 === 0),
          acting,
        )
      : acting;
  it.each(acts)('%s: its command sends nothing unasked', async (name) => {
    for (const argv of ways[name]?.commands ?? []) {
      const ran = await run(argv, key);
      if (!isAsked(name, kind)) expect([argv, writes().length > 0]).toEqual([argv, true]);
      else expect([argv, ran.code, ran.error().code, writes()]).toEqual([argv, 2, 'confirmation_needed', []]);
      service.asked.length = 0;
      await run([...argv, '--yes'], key);
      expect([argv, writes().length > 0]).toEqual([argv, true]);
      service.asked.length = 0;
    }
  });

  it.each(acts)('%s: `esign api` sends nothing unasked', async (name) => {
    const ran = await run(viaApi(name), key);
    if (!isAsked(name, kind)) return void expect(writes()).toHaveLength(1);
    expect([ran.code, ran.error().code, service.asked]).toEqual([2, 'confirmation_needed', []]);
    await run([...viaApi(name), '--yes'], key);
    expect(writes()).toHaveLength(1);
  });

  it.each(acts.filter((name) => commandInstead(name) === null))('%s: an agent needs --allow-live', async (name) => {
    const told = await viaAgent(name, key, []);
    const isSandbox = kind === 'test' && !isAsked(name, kind);
    expect(writes()).toHaveLength(isSandbox ? 1 : 0);
    if (!isSandbox) expect(told).toContain('esign mcp --allow-writes --allow-live');
  });

  it.each(acts.filter((name) => commandInstead(name) === null))('%s: an agent needs a yes', async (name) => {
    const told = await viaAgent(name, key, ['--allow-live'], wholeArguments(name));
    expect(writes()).toHaveLength(isAsked(name, kind) ? 0 : 1);
    if (!isAsked(name, kind)) return;
    expect(told).toContain('confirmation_needed');
    for (const sentence of sentencesOf(effectsOf(operations[name], ways[name]?.body, kind))) {
      expect(told).toContain(sentence);
    }
    // A body of placeholders may be refused by the client all the same.
    const sent = await viaAgent(name, key, ['--allow-live', '--yes'], wholeArguments(name));
    expect(sent).not.toContain('confirmation_needed');
  });
});

it('an agent reaches the real service with --allow-live and --yes', async () => {
  const body = { reason: 'Wrong rent' };
  expect(ways.voidEnvelope?.body).toMatchObject(body);
  await viaAgent('voidEnvelope', 'abc_test_0123456789abcdefghijklmnop', ['--allow-live', '--yes']);
  expect(writes()).toHaveLength(1);
});

it.each([['--json'], ['--quiet'], []])(
  'a question on a terminal says what it is about, also with %s',
  async (...words) => {
    const [[, , key]] = keys as readonly [(typeof keys)[number]];
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key };
    const { terminal, ended } = machine.start([...line('webhook delete'), ...words], { terminal: true, env });
    while (!terminal.stderr().includes('Delete it?')) await new Promise((resolve) => setImmediate(resolve));
    expect(terminal.stderr()).toContain('This deletes the endpoint https://old.test/hooks and its queued deliveries.');
    terminal.type('n\n');
    expect([(await ended).code, writes()]).toEqual([130, []]);
  },
);

it('a resume of a send asks with each kind of key, and sends nothing without a yes', async () => {
  for (const [, , key] of keys) {
    const at = newMachine();
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key };
    // The answer says nothing about what became of it.
    service.answer((method, path) => (method === 'GET' ? read(path) : json(500, {})));
    expect((await at.run([...line('envelope send'), '--yes', '--json'], { env })).code).not.toBe(0);
    service.asked.length = 0;
    const resumed = await at.run(['request', 'resume', '--all', '--json'], { env });
    expect([resumed.code, resumed.error().code, writes()]).toEqual([2, 'confirmation_needed', []]);
    expect(resumed.error().message).toContain('This sends the envelope to its recipients');
    await at.run(['request', 'resume', '--all', '--yes', '--json'], { env });
    expect(writes().length).toBeGreaterThan(0);
    at.remove();
    service.asked.length = 0;
  }
});

it('every other place that sends such a request is known, and asks in its own way', () => {
  const places: Readonly<Record<string, string>> = {
    'src/listen/endpoint/endpoint.ts': 'endpoints that this listener registered itself',
    'src/listen/endpoint/prune.ts': 'endpoints of earlier listeners; those of other machines are asked about',
    'src/sending/bulk/run-rows.ts': 'asked about once for the whole run',
    'src/sending/bulk/void-replaced.ts': 'asked about with the rows that replace its envelopes',
    'src/sending/envelope/replace-envelope.ts': 'asked about once, by the command that replaces an envelope',
    'src/sending/envelope/form-people.ts': 'chosen from a list on a terminal',
    'src/authoring/clone/finish-copy.ts': 'asked about once for the whole copy',
    'src/authoring/template/push-steps.ts': 'the plan is shown and asked about',
    'src/authoring/wizard/held-template.ts': 'each decision is shown and asked about',
  };
  const direct = new RegExp(`\\.call(Any)?\\(\\s*'(${acting.join('|')})'`);
  const found = filesUnder('src').filter((path) => direct.test(readFileSync(path, 'utf8')));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((path) => places[path] === undefined)).toEqual([]);
});

describe.each(['live', 'test'])('at an emulator that was started with --ask, with its %s key', (mode) => {
  let at: EmulatorMachine;
  beforeAll(async () => {
    at = await newEmulatorMachine({ ask: true });
  });
  afterAll(() => at.close());

  it.each(acting)('%s: `esign api` sends nothing unasked', async (name) => {
    const argv = [...viaApi(name), '--mode', mode, '--json'];
    const requests = async () =>
      (await at.emulator.control<{ data: unknown[] }>('GET /_emulator/requests')).data.length;
    const before = await requests();
    const ran = await at.run(argv);
    expect([ran.code, ran.error().code, await requests()]).toEqual([2, 'confirmation_needed', before]);
    await at.run([...argv, '--yes']);
    // A draft is read first, since its form is checked before it is sent.
    expect(await requests()).toBe(before + (name === 'sendEnvelope' ? 2 : 1));
  });
});

describe('a profile that is marked as an emulator', () => {
  let at: EmulatorMachine;
  beforeAll(async () => {
    at = await newEmulatorMachine();
  });
  afterAll(() => at.close());
  const send = line('envelope send', '--json');
  const [[, , live]] = keys as readonly [(typeof keys)[number]];
  const mark = (name: string, url: string, key = live): Promise<unknown> =>
    saveProfile(
      at.machine.env['ESIGN_CONFIG_DIR'] ?? '',
      name,
      { base_url: url, mode: 'live', emulator: true, secrets: { live: key } },
      'file',
    );

  it('asks nothing while the emulator proves itself', async () => {
    const ran = await at.run(['api', 'deleteWebhook', id, '--profile', 'local', '--json']);
    expect([ran.code, ran.error().code]).toEqual([4, 'not_found']);
  });

  it('asks as for a real service where something else answers on this machine', async () => {
    await mark('tunnel', service.url);
    const ran = await at.run([...send, '--profile', 'tunnel']);
    expect([ran.code, ran.error().code, writes()]).toEqual([2, 'confirmation_needed', []]);
    expect(ran.error().message).toContain(`${service.url} does not prove that it is an emulator`);
    const refused = await at.run(['api', 'deleteWebhook', id, '--profile', 'tunnel', '--json']);
    expect([refused.error().code, writes()]).toEqual(['confirmation_needed', []]);
    expect((await at.run([...line('envelope void'), '--profile', 'tunnel', '--yes'])).stderr).toContain(
      `LIVE ${service.url}`,
    );
  });

  it('asks as for a real service at an address that is not plain HTTP on this machine', async () => {
    await mark('remote', 'https://api.example.test');
    const ran = await at.run(['api', 'deleteWebhook', id, '--profile', 'remote', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'confirmation_needed']);
  });

  it('asks nothing of the command of a suite that is given the secret, as the README says', async () => {
    const env = {
      ESIGN_CONFIG_DIR: at.path('empty'),
      ESIGN_STATE_DIR: at.path('other-state'),
      ESIGN_BASE_URL: at.emulator.url,
      ESIGN_API_KEY: at.organisation.liveKey,
      ESIGN_EMULATOR_URL: `${at.emulator.url}/_emulator`,
      ESIGN_EMULATOR_TOKEN: at.emulator.token,
    };
    const erase = async (more: Readonly<Record<string, string>>) =>
      (await at.run(['api', 'deleteWebhook', id, '--json'], { env: { ...env, ...more } })).error();
    expect((await erase({})).code).toBe('not_found');
    const wrong = await erase({ ESIGN_EMULATOR_TOKEN: 'x'.repeat(64) });
    expect([wrong.code, wrong.message]).toEqual(['confirmation_needed', expect.stringContaining('does not prove')]);
    expect((await erase({ ESIGN_EMULATOR_URL: '' })).code).toBe('confirmation_needed');
  });

  it('asks where the emulator has started again and its secret is another one', async () => {
    const stranger = await newEmulatorMachine();
    await mark('stranger', stranger.emulator.url, stranger.organisation.liveKey);
    const ran = await at.run(['api', 'deleteWebhook', id, '--profile', 'stranger', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'confirmation_needed']);
    const env = { ESIGN_EMULATOR_TOKEN: stranger.emulator.token };
    const known = await at.run(['api', 'deleteWebhook', id, '--profile', 'stranger', '--json'], { env });
    expect(known.error().code).toBe('not_found');
    await stranger.close();
  });
});
