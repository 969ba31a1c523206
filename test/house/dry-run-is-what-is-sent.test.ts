import { field } from '../support/documents/wizard-people.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.js';
import { commandLines, writeInputs } from '../support/program/command-lines.js';
import { type FakeService, json, refusal, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine } from '../support/program.js';
import { leaves, wholeTree } from '../support/program/tree.js';

interface Shown {
  readonly dry_run: boolean;
  readonly requests: readonly ShownRequest[];
}

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const resources = ['template', 'envelope', 'webhook', 'authorisation'];
/** They read and write several things in a row: their own tests show what they reach and what a dry run prints. */
const several = [
  ...['pull', 'diff', 'push', 'copy-names', 'clone', 'wizard', 'edit', 'rehearse'].map(
    (verb) => `esign template ${verb}`,
  ),
  ...['list', 'show', 'wait', 'watch', 'evidence', 'check', 'nudge', 'reconcile', 'plan', 'run', 'correct', 'desk'].map(
    (verb) => `esign envelope ${verb}`,
  ),
];
const commands = leaves(await wholeTree()).filter(
  (command) =>
    !several.includes(command.path()) &&
    resources.includes(command.path().split(' ')[1] ?? '') &&
    command.operations.length > 0,
);
const nameOf = (path: string): string => path.replace(/^esign /, '');
const writes = commands.filter((command) => command.optionNamed('--dry-run') !== undefined);
const secret = 'esign_test_DryRunSecretThatMustNotBeShown00000000000';
const etag = `"${'a'.repeat(64)}"`;

/** What the recipient and the value of the command lines fit. */
const smallTemplate = {
  name: 'Lease',
  created_at: '2026-11-21T08:00:00.000Z',
  warnings: [],
  documents: [],
  pages: [],
  roles: [{ name: 'Tenant', routing_type: 'sign', kind: 'party' }],
  subjects: [{ key: 'tenant', label: 'Tenant' }],
  questions: [],
  fields: [
    field(1, { role: 'Tenant', subject: 'tenant', data_key: 'person.full_name' }),
    field(2, { role: 'Tenant', type: 'signature' }),
  ],
  coverage: {
    prefillable: 0,
    core: 0,
    organisation: 0,
    legacy: 0,
    unnamed: 0,
    questions: 0,
    unnamed_groups: 0,
    unnamed_options: 0,
    collisions: 0,
  },
};

let service: FakeService;
let machine: Machine;

beforeAll(async () => {
  service = await startFakeService();
  machine = newMachine();
  writeInputs(machine.folder);
  // Reads of a template answer with an ETag; everything else is refused, so that what is sent is all that counts.
  service.answer((method, path) => {
    if (method !== 'GET' || !path.startsWith('/api/v1/templates/'))
      return refusal(422, 'invalid_request', 'looked at and refused');
    if (path.endsWith('/people')) return json(200, { people: [] });
    return json(200, { ...smallTemplate, id: path.split('/').at(-1) }, [['ETag', etag]]);
  });
});

afterAll(async () => {
  await service.close();
  machine.remove();
});

const env = (): Record<string, string> => ({ ESIGN_BASE_URL: service.url, ESIGN_API_KEY: secret });

/** The requests of one run without the reads that come before a write: the ETag, the people, and the form to sign. */
async function sentBy(argv: readonly string[]): Promise<FakeService['asked']> {
  service.asked.length = 0;
  await machine.run([...argv, '--yes'], { env: env() });
  const write = service.asked.findIndex(({ method }) => method !== 'GET');
  return service.asked.slice(Math.max(0, write));
}

it('the table names every command of a resource', () => {
  expect(Object.keys(commandLines).sort()).toEqual(commands.map((command) => nameOf(command.path())).sort());
});

describe('what a command reaches', () => {
  it.each(commands.map((command) => nameOf(command.path())))('%s reaches the operation that it names', async (name) => {
    const { words, operation } = commandLines[name]!;
    const [request, ...more] = await sentBy([...name.split(' '), ...words]);
    const row = operations[operation];
    const path = new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect(more).toEqual([]);
    expect(request?.method).toBe(row.method);
    expect(new URL(request?.path ?? '', service.url).pathname).toMatch(path);
    expect(commands.find((command) => nameOf(command.path()) === name)?.operations).toContain(operation);
  });
});

describe('--dry-run', () => {
  it.each(writes.map((command) => nameOf(command.path())))('%s prints the very request that it sends', async (name) => {
    const command = writes.find((one) => nameOf(one.path()) === name)!;
    const key = command.optionNamed('--idempotency-key') === undefined ? [] : ['--idempotency-key', 'the-same-key'];
    const argv = [...name.split(' '), ...commandLines[name]!.words, ...key];

    service.asked.length = 0;
    const dry = await machine.run([...argv, '--dry-run', '--json'], { env: env() });
    expect(dry.code).toBe(0);
    expect(service.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    const { dry_run: isDry, requests } = dry.json<Shown>();
    const [shown, ...others] = requests;
    if (shown === undefined) throw new Error('no request was shown');

    const [sent] = await sentBy(argv);
    expect(sent).toBeDefined();
    expect([isDry, others]).toEqual([true, []]);
    expect(shown.method).toBe(sent?.method);
    expect(shown.url).toBe(`${service.url}${sent?.path ?? ''}`);
    expect(shown.body).toEqual(sent?.body === '' ? null : JSON.parse(sent?.body ?? 'null'));
    for (const [header, value] of Object.entries(shown.headers)) {
      const real = sent?.headers.get(header);
      if (header.toLowerCase() === 'authorization') expect(real).toBe(`Bearer ${secret}`);
      else expect([header, value]).toEqual([header, real]);
    }
    const own = sent?.headers.pairs.map(([header]) => header.toLowerCase()).filter((header) => !transport.has(header));
    expect(own?.sort()).toEqual(
      Object.keys(shown.headers)
        .map((header) => header.toLowerCase())
        .sort(),
    );
    expect(dry.stdout + dry.stderr).not.toContain(secret);
  });

  it('shows the ETag that a change of a template is sent with', async () => {
    const argv = ['template', 'rename-all', ...commandLines['template rename-all']!.words, '--dry-run', '--json'];
    const dry = await machine.run(argv, { env: env() });
    expect(dry.json<Shown>().requests[0]?.headers['If-Match']).toBe(etag);
  });
});

/** What the connection adds by itself. */
const transport = new Set(['host', 'connection', 'content-length']);
