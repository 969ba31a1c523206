import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, type Esign, newEsign, parties, type Typed, type TypedOptions } from '../support/esign.js';
import { json as answer, startFakeService } from '../support/fake-service.js';
import type { Envelope, Template } from '../support/shapes.js';

/** stdout holds the result alone: in a pipe, on a terminal, as JSON, as ids. */

const escape = '\u001b';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let esign: Esign;
let template: string;
let envelope: Envelope;
let webhook: string;

beforeAll(async () => {
  esign = newEsign({ within: true });
  await esign.emulator();
  for (const name of ['First', 'Second\tlease\nof the flat']) {
    template = (await esign.ok(['template', 'create', 'agreement.pdf', '--name', name, '-q'])).stdout.trim();
  }
  const create = ['envelope', 'create', '--template', template, ...parties, '--send', '--json'];
  envelope = (await esign.ok(create)).json();
  const hook = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.voided'];
  webhook = (await esign.ok([...hook, '--json'])).json<{ id: string }>().id;
});

afterAll(() => esign.remove());

/** Every command that reads, with what it needs; each of them has something to show. */
const reads = (): Readonly<Record<'lists' | 'resources', readonly (readonly string[])[]>> => ({
  lists: [
    ['template', 'list'],
    ['webhook', 'list'],
    ['emulator', 'inbox', 'list'],
    ['profile', 'list'],
    ['api', '--list'],
    ['error'],
    ['spec', 'assumptions'],
    ['spec', 'rule'],
    ['template', 'fields', template],
    ['template', 'people', template],
    ['envelope', 'documents', envelope.id],
  ],
  resources: [
    ['template', 'get', template],
    ['envelope', 'get', envelope.id],
    ['webhook', 'get', webhook],
    ['emulator', 'status'],
    ['emulator', 'clock', 'show'],
    ['profile', 'show', 'local'],
    ['whoami'],
    ['error', 'not_found'],
    ['spec', 'show'],
    ['api', 'getTemplate', template],
  ],
});

/** Runs a command line on a terminal; both streams come back as one. */
async function onTerminal(words: readonly string[], options: TypedOptions = {}, columns = 80): Promise<string> {
  const line = [process.execPath, bin, ...words].map((word) => `'${word}'`).join(' ');
  const under = ['sh', '-c', 'script -qec "$1" /dev/null', 'sh', `stty cols ${columns} rows 24; ${line}`];
  const env = { TERM: 'xterm-256color', SHELL: '/bin/sh', ...options.env };
  return (await esign.run([], { ...options, under, env })).stdout;
}

describe('a reader that goes away', () => {
  it('does not cut off a change in progress, nor its exit code', async () => {
    const columns = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email';
    const rows = Array.from({ length: 12 }, (_, row) => `T${row},t${row}@example.test,L${row},l${row}@example.test`);
    esign.write('people.csv', [columns, ...rows, ''].join('\n'));
    const under = ['sh', '-c', '{ "$@"; echo "ended with $?" >&2; } | head -n 1', 'sh'];
    const create = ['envelope', 'create', '--template', template, '--rows', 'people.csv', '--yes', '--json'];
    const typed = await esign.run(create, { under });
    expect([typed.stdout.split('\n').length, typed.stderr]).toEqual([2, 'ended with 0\n']);
    const results = [...esign.files()].find(([file]) => file.endsWith('people.csv.results.ndjson'))?.[1] ?? '';
    expect(results.match(/"created"/g)).toHaveLength(12);
    expect((await esign.ok(['request', 'list', '--unsettled', '--json'])).json<{ data: object[] }>().data).toEqual([]);
  });
});

describe('a terminal that does not know its width', () => {
  it('is taken as one of 80 columns', async () => {
    for (const words of [['--help'], ['envelope', 'show', envelope.id], ['template', 'inspect', 'agreement.pdf']]) {
      const [unknown, usual] = [await onTerminal(words, {}, 0), await onTerminal(words)];
      // How long somebody is waited for goes on between the two.
      const timeless = (text: string): string => text.replace(/\d+[sm], since/, 'since');
      expect(timeless(unknown)).toBe(timeless(usual));
    }
  });
});

/** Without its colours. */
const plain = (shown: string): string => shown.replaceAll(new RegExp(`${escape}\\[[\\d;]*m`, 'g'), '');

describe('in a pipe', () => {
  it('a list is JSON, and with --tsv tab-separated rows, one a line, without a head', async () => {
    for (const [index, words] of reads().lists.entries()) {
      expect([words, typeof (await esign.ok(words)).json()]).toEqual([words, 'object']);
      const { stdout, stderr } = await esign.ok([...words, '--tsv'], { spawned: index === 0 });
      const rows = stdout.replace(/\n$/, '').split('\n');
      expect([words, new Set(rows.map((row) => row.split('\t').length)).size]).toEqual([words, 1]);
      expect([words, rows[0]?.split('\t').length]).not.toEqual([words, 1]);
      expect([words, stderr]).toEqual([words, '']);
    }
    const rows = (await esign.ok(['template', 'list', '--tsv'])).stdout.trim().split('\n');
    expect(rows.map((row) => row.split('\t').slice(0, 2))).toEqual([
      [template, expect.stringMatching(/^Second.lease.of the flat$|^Second\\tlease\\nof the flat$/)],
      [expect.stringMatching(uuid), 'First'],
    ]);
  });

  it('one resource is one line of JSON', async () => {
    for (const [index, words] of reads().resources.entries()) {
      const typed = await esign.ok(words, { spawned: index === 0 });
      expect([words, typed.stdout.split('\n').length]).toEqual([words, 2]);
      expect([words, typeof typed.json()]).toEqual([words, 'object']);
    }
  });

  it('no colour and no escape sequence is written', async () => {
    for (const words of [
      ['template', 'list'],
      ['envelope', 'get', envelope.id],
      ['envelope', 'get', 'x'],
      ['--help'],
    ]) {
      const { stdout, stderr } = await esign.run(words, { env: { TERM: 'xterm-256color' }, spawned: true });
      expect([words, (stdout + stderr).includes(escape)]).toEqual([words, false]);
    }
  });

  it('a reader that closes early, as head does, is not a failure', async () => {
    const script = '{ "$0" "$@"; echo $? > code; } | head -c 1';
    const typed = await esign.run(['spec', 'show'], { under: ['sh', '-c', script] });
    expect([typed.stdout, typed.stderr]).toEqual(['{', '']);
    expect(readFileSync(esign.path('code'), 'utf8')).toBe('0\n');
  });

  it('a PDF goes to stdout for -o -, whole and alone', async () => {
    const typed = await esign.ok(['envelope', 'draft', envelope.id, '-o', '-', '-q'], { spawned: true });
    expect([typed.stdout.slice(0, 5), typed.stderr]).toEqual(['%PDF-', '']);
    expect(typed.stdout).toMatch(/%%EOF\s*$/);
  });
});

describe('with --json', () => {
  it('stdout is one JSON value, and stderr is silent on success, also for writes', async () => {
    const writes = [
      ['template', 'create', 'agreement.pdf'],
      ['template', 'propose', template],
      ['envelope', 'create', '--template', template, ...parties],
      ['envelope', 'void', envelope.id, '--reason', 'Sold', '--dry-run'],
      ['webhook', 'disable', webhook],
      ['webhook', 'enable', webhook],
      ['emulator', 'clock', 'advance', '1m'],
      ['envelope', 'draft', envelope.id, '-o', 'draft.pdf', '--force'],
      ['completion', 'bash'],
    ];
    for (const [index, words] of [...writes, ...reads().lists, ...reads().resources].entries()) {
      const typed = await esign.ok([...words, '--json'], { spawned: index === 0 });
      expect([words, typed.stderr, typed.stdout.split('\n').length]).toEqual([words, '', 2]);
      expect([words, typeof typed.json()]).toEqual([words, 'object']);
    }
  });

  it('passes the service’s JSON on, with unknown properties', async () => {
    const service = await startFakeService();
    const body = { ...envelope, tomorrow: { big: 12345678901234567890n.toString() }, recipients: [] };
    service.answer(() => answer(200, body));
    try {
      const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'esign_test_0123456789abcdefghijklmnop' };
      expect((await esign.ok(['envelope', 'get', envelope.id, '--json'], { env })).json()).toEqual(body);
    } finally {
      await service.close();
    }
  });

  it('--json=a,b selects, of one resource and of the items of a list; --jq filters', async () => {
    const one = await esign.ok(['envelope', 'get', envelope.id, '--json=id,status']);
    expect(one.json()).toEqual({ id: envelope.id, status: 'sent' });
    const list = await esign.ok(['template', 'list', '--json=id']);
    expect(list.json<{ data: readonly object[] }>().data[0]).toEqual({ id: expect.stringMatching(uuid) as unknown });
    const names = await esign.ok(['envelope', 'get', envelope.id, '--jq', '.recipients[].name']);
    expect(names.stdout).toBe('Thandi Mokoena\nPieter van Wyk\n');
    const wrong = await esign.run(['envelope', 'get', envelope.id, '--json=id,nmae']);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  });

  it('a slip in them never makes a write that was carried out look like one that was not sent', async () => {
    const create = ['envelope', 'create', '--template', template, ...parties];
    const picked = await esign.run([...create, '--json=status,nmae']);
    expect([picked.code, picked.stdout, picked.error().code]).toEqual([2, '', 'unknown_field']);
    // What an answer may hold and this one does not is null.
    const allowed = await esign.ok([...create, '--json=status,sent_at']);
    expect([allowed.stderr, allowed.json()]).toEqual(['', { status: 'draft', sent_at: null }]);
    const filtered = await esign.run([...create, '--jq', '.status | tonumber']);
    const { error } = JSON.parse(filtered.stderr) as { error: { code: string; changed: readonly string[] } };
    expect([filtered.code, filtered.stdout, error.code]).toEqual([1, '', 'jq_failed']);
    expect((await esign.ok(['envelope', 'get', error.changed[0]!, '--json=status'])).json()).toEqual({
      status: 'draft',
    });
    const trigger = await esign.run(['emulator', 'trigger', 'envelope.voided', '--json=nmae']);
    expect([trigger.code, trigger.stdout, trigger.error().code]).toEqual([2, '', 'unknown_field']);
  });
});

describe('with -q', () => {
  it('stdout is ids, one a line, and stderr is silent', async () => {
    const ids = [
      ['template', 'list'],
      ['template', 'get', template],
      ['template', 'fields', template],
      ['template', 'create', 'agreement.pdf'],
      ['envelope', 'create', '--template', template, ...parties],
      ['envelope', 'get', envelope.id],
      ['webhook', 'list'],
      ['emulator', 'inbox', 'list'],
    ];
    for (const words of ids) {
      const { stdout, stderr } = await esign.ok([...words, '-q']);
      const lines = stdout.trim().split('\n');
      expect([words, lines.filter((line) => !uuid.test(line)), stderr]).toEqual([words, [], '']);
    }
    const created = await esign.ok(['template', 'create', 'agreement.pdf', '-q']);
    expect((await esign.ok(['template', 'get', created.stdout.trim(), '--jq', '.name'])).stdout).toBe('agreement\n');
  });
});

describe('on a terminal', () => {
  it('a list is a table with a head, in colour, and no wider than the terminal', async () => {
    const wide = await onTerminal(['template', 'list'], {}, 160);
    expect(plain(wide)).toMatch(/^TEMPLATE +NAME +PAGES/);
    for (const [shown, columns] of [
      [wide, 160],
      [await onTerminal(['template', 'list'], {}, 80), 80],
      [await onTerminal(['error'], {}, 60), 60],
    ] as const) {
      expect(shown).toContain(escape);
      const lines = plain(shown).split(/\r?\n/);
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
    }
  });

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' }, []],
    ['CLICOLOR=0', { CLICOLOR: '0' }, []],
    ['TERM=dumb', { TERM: 'dumb' }, []],
    ['--color never', { CLICOLOR_FORCE: '1' }, ['--color', 'never']],
  ])('%s: nothing but text', async (_, env, words) => {
    const shown = await onTerminal(['template', 'list', ...words], { env });
    expect(shown).toContain('CREATED');
    expect(shown).not.toContain(escape);
  });

  it('CLICOLOR_FORCE and --color always colour what is piped, and the flag outdoes NO_COLOR', async () => {
    const wrong = ['envelope', 'get', 'x', '-q'];
    expect((await esign.run(wrong, { env: { CLICOLOR_FORCE: '1' } })).stderr).toContain(escape);
    expect((await esign.run([...wrong, '--color', 'always'], { env: { NO_COLOR: '1' } })).stderr).toContain(escape);
    expect((await esign.run(wrong, { env: { CLICOLOR_FORCE: '1', NO_COLOR: '1' } })).stderr).not.toContain(escape);
  });

  it('a PDF is not written to it', async () => {
    expect(await onTerminal(['envelope', 'draft', envelope.id, '-o', '-'])).toContain(
      'Cannot write a PDF to a terminal',
    );
  });

  it('what a service writes cannot steer it', async () => {
    const service = await startFakeService();
    const title = `Lease${escape}]0;owned${'\u0007'}${escape}[2J${'\u009b'}31m`;
    service.answer(() => answer(200, { ...envelope, title }));
    try {
      const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'esign_test_0123456789abcdefghijklmnop' };
      const shown = await onTerminal(['envelope', 'get', envelope.id], { env });
      expect(shown).toContain('owned');
      for (const steering of [`${escape}]`, `${escape}[2J`, '\u0007', '\u009b']) expect(shown).not.toContain(steering);
    } finally {
      await service.close();
    }
  });
});

describe('stdin as -', () => {
  it('is a file, values, or a whole body', async () => {
    const pdf = readFileSync(esign.path('agreement.pdf'));
    const made = await esign.ok(['template', 'create', '-', '--name', 'Piped', '--json'], {
      input: pdf,
      spawned: true,
    });
    expect(made.json<Template>().name).toBe('Piped');
    const create = ['envelope', 'create', '--template', template, ...parties, '--json', '--dry-run'];
    const values = await esign.ok([...create, '--values-file', '-'], {
      input: 'tenant:\n  person.full_name: Thandi\n',
    });
    expect(values.stdout).toContain('person.full_name');
    const input = JSON.stringify({ template_id: template, recipients: [], title: 'From stdin' });
    const body = await esign.ok(['envelope', 'create', ...parties, '--json', '--dry-run', '--input', '-'], {
      input,
    });
    expect(body.stdout).toContain('From stdin');
  });

  it('is read once: two flags that both want it are refused', async () => {
    const words = ['envelope', 'create', '--template', template, ...parties, '--values-file', '-', '--api-key-stdin'];
    const { code, stdout, stderr } = await esign.run(words, { input: 'x' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/stdin/);
  });

  it('never waits for an answer without a terminal', async () => {
    const typed: Typed = await esign.run(['login', '--base-url', 'https://api.example.com'], { spawned: true });
    expect([typed.code, typed.stderr]).toEqual([2, expect.stringContaining('--api-key-stdin')]);
    expect(existsSync(esign.path('config/profiles.json'))).toBe(true);
  });
});
