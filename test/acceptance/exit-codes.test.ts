import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { bin, type Esign, newEsign, parties, type ReadyLine, type Typed } from '../support/esign.js';
import { hostileServer } from '../support/network/hostile-server.js';
import { manualClock } from '../support/program/clock.js';
import { deferred } from '../support/network/deferred.js';
import { bearer, http } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

/** Each exit code reached for real, by a command that a person may type, against the emulator. */

const catalogue = JSON.parse(readFileSync(join(bin, '..', '..', 'completions', 'commands.json'), 'utf8')) as {
  readonly exit_codes: readonly { readonly code: number }[];
  readonly commands: readonly { readonly command: string; readonly exit_codes: readonly number[] }[];
};
const unknown = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
/** Codes of commands that wait for an envelope, which are not there yet. */
const later = [10, 11, 12];

let esign: Esign;
let ready: ReadyLine;
let template: string;
let draft: string;
const reached = new Set<number>();

beforeAll(async () => {
  esign = newEsign({ within: true });
  ready = await esign.emulator();
  template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  const create = ['envelope', 'create', '--template', template, ...parties, '--json'];
  draft = (await esign.ok(create)).json<Envelope>().id;
});

afterEach(() => esign.ok(['emulator', 'fault', 'clear']));

afterAll(() => esign.remove());

/** Runs a command line that ends with this code, and answers with the JSON error object. */
async function ends(
  code: number,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReturnType<Typed['error']>> {
  // Each code once as a shell has it, from a process.
  // The others wait by a clock that their waiting moves.
  const clock = manualClock({ start: Date.now(), auto: true });
  const typed = await esign.run([...words, '--json'], { env, clock, spawned: !reached.has(code) });
  expect([words, typed.code, typed.stderr]).toEqual([words, code, typed.stderr]);
  const declared = catalogue.commands.find(({ command }) => `esign ${words.join(' ')} `.startsWith(`${command} `));
  expect([words, declared?.exit_codes]).toEqual([words, expect.arrayContaining([code])]);
  reached.add(code);
  const error = typed.error();
  expect(error.exit_code).toBe(code);
  return error;
}

const fault = (operation: string, ...how: readonly string[]): Promise<Typed> =>
  esign.ok(['emulator', 'fault', 'operation', operation, ...how, '--count', '100']);

describe('the key', () => {
  it('3 for one that the service does not know (401)', async () => {
    const error = await ends(3, ['template', 'list'], { ESIGN_API_KEY: `${ready.live_key.slice(0, -1)}_` });
    expect(error).toMatchObject({ code: 'unauthenticated', status: 401 });
  });

  it('3 for one without the scope, which is named (403)', async () => {
    const made = await http<{ key: string }>(ready.url, 'POST', '/_emulator/keys', {
      headers: bearer(ready.live_key),
      body: { mode: 'live', scopes: ['envelopes:read'] },
    });
    const error = await ends(3, ['template', 'get', template], { ESIGN_API_KEY: made.body.key });
    expect(error).toMatchObject({ code: 'insufficient_scope', status: 403 });
    expect(error.hint).toContain(String(error['scope']));
  });

  it('3 for a test key where only a live one may (403)', async () => {
    const error = await ends(3, ['template', 'rename', template, unknown, '--label', 'x', '--mode', 'test']);
    expect(error.code).toBe('test_key_cannot_edit_templates');
  });
});

describe('what the service refuses', () => {
  it('4 for what is not there (404)', async () => {
    expect(await ends(4, ['envelope', 'get', unknown])).toMatchObject({ code: 'not_found', status: 404, attempts: 1 });
  });

  it('5 for what its rules forbid (400, 402, 422)', async () => {
    const value = ['--value', 'nobody.person.full_name=x'];
    const unprocessable = await ends(5, ['envelope', 'create', '--template', template, ...parties, ...value]);
    expect(unprocessable).toMatchObject({ code: 'value_subject_unknown', status: 422 });
    const bad = await ends(5, ['webhook', 'register', '--url', 'http://example.test', '--event', 'envelope.sent']);
    expect(bad).toMatchObject({ code: 'invalid_request', status: 400 });
    await fault('sendEnvelope', '--code', 'send_allowance_exhausted');
    expect(await ends(5, ['envelope', 'send', draft])).toMatchObject({ code: 'send_allowance_exhausted', status: 402 });
  });

  it('6 for a conflict or a precondition (409, 412, 428)', async () => {
    expect(await ends(6, ['envelope', 'void', draft, '--reason', 'Sold'])).toMatchObject({ status: 409 });
    const rename = ['template', 'rename', template, unknown, '--label', 'x'];
    await fault('renameTemplateField', '--code', 'template_changed');
    expect(await ends(6, rename)).toMatchObject({ code: 'template_changed', status: 412 });
    await esign.ok(['emulator', 'fault', 'clear']);
    await fault('renameTemplateField', '--code', 'precondition_required');
    expect(await ends(6, rename)).toMatchObject({ code: 'precondition_required', status: 428 });
  });

  it('7 for the rate limit, once waiting has reached --retry-for (429)', async () => {
    await fault('getEnvelope', '--code', 'rate_limited');
    const error = await ends(7, ['envelope', 'get', draft, '--retry-for', '6s']);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
  });

  it('13 for a batch of which a part failed', async () => {
    const people = [
      { role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' },
      { role: 'Landlord', name: 'Pieter', email: 'pieter@example.test' },
    ];
    const bad = [{ subject: 'nobody', key: 'a.b', value: 'x' }];
    const rows = esign.write(
      'rows.json',
      JSON.stringify([{ recipients: people }, { recipients: people, values: bad }]),
    );
    const typed = await esign.run(['envelope', 'batch', '--template', template, '--input', rows, '--json']);
    reached.add(typed.code ?? -1);
    expect([typed.code, typed.error()]).toEqual([13, expect.objectContaining({ exit_code: 13 })]);
    // The rows that were made are told all the same.
    expect(typed.json()).not.toBeNull();
  });
});

describe('a service that is not well', () => {
  it.each([
    ['internal_error', ['--code', 'internal_error'], { code: 'internal_error', status: 500 }],
    ['a gateway without a body', ['--http-status', '502'], { code: 'internal_error', status: 502 }],
    ['service_unavailable', ['--code', 'service_unavailable'], { code: 'service_unavailable', status: 503 }],
  ])('8 for %s, after retries', async (_, how, expected) => {
    await fault('getEnvelope', ...how);
    expect(await ends(8, ['envelope', 'get', draft, '--retry-for', '6s'])).toMatchObject(expected);
  });

  it('8 for a service that is not there', async () => {
    const server = await hostileServer([]);
    await server.close();
    const env = { ESIGN_BASE_URL: server.url, ESIGN_API_KEY: ready.live_key };
    const error = await ends(8, ['envelope', 'get', draft, '--retry-for', '6s'], env);
    expect(error.hint).toMatch(/esign emulator start/);
  });
});

describe('on this machine', () => {
  it('0 for what was done, 1 for output that cannot be written, 2 for a wrong command line', async () => {
    reached.add((await esign.ok(['envelope', 'get', draft])).code ?? -1);
    await ends(2, ['envelope', 'get', 'x']);
    await ends(1, ['template', 'page', await firstDocument(), '1', '-o', '/dev/full']);
  });

  const firstDocument = async (): Promise<string> =>
    (await esign.ok(['template', 'get', template])).json<{ documents: readonly { id: string }[] }>().documents[0]!.id;

  it.each([
    [126, './not-a-program', /cannot be run|not executable/],
    [127, 'no-such-command-of-ours', /not found/],
  ])('%i for the command %s after `--`', async (code, command, says) => {
    esign.write('not-a-program', 'text');
    const ran = await esign.run(['emulator', 'exec', '--', command], { spawned: true });
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toMatch(says);
    reached.add(code);
  });

  it('9 for a signature that does not verify', async () => {
    const secret = esign.write('hook.secret', 'whsec_0123456789abcdef0123456789abcdef');
    const body = esign.write('body.json', '{}');
    const header = `t=${Math.floor(Date.now() / 1000)}, v1=${'0'.repeat(64)}`;
    await ends(9, ['webhook', 'verify', '--secret-file', secret, '--header', header, '--body', body]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s in the midst of a request ends with %i, and stdout stays empty', async (signal, code) => {
    const arrived = deferred<void>();
    const server = await hostileServer([() => arrived.resolve()]);
    const program = builtProgram();
    try {
      const running = program.start(['envelope', 'void', draft, '--reason', 'Sold', '--yes', '--json'], {
        ESIGN_BASE_URL: server.url,
        ESIGN_API_KEY: ready.live_key,
      });
      await arrived.promise;
      running.process.kill(signal);
      const ended = await running.ended;
      expect([ended.code, ended.stdout]).toEqual([code, '']);
      const { error } = JSON.parse(ended.stderr) as { error: Record<string, unknown> };
      // What became of it is not known: the key to repeat it with is told.
      expect(error).toMatchObject({ code: 'interrupted', exit_code: code, outcome_unknown: true });
      expect(error['idempotency_key']).toBe(server.seen[0]?.headers.get('idempotency-key'));
      reached.add(code);
    } finally {
      await program.remove();
      await server.close();
    }
  });
});

it('every code of the table is reached by one of these, but for commands that are not there yet', () => {
  const table = catalogue.exit_codes.map(({ code }) => code).filter((code) => !later.includes(code));
  expect([...reached].toSorted((a, b) => a - b)).toEqual(table);
});
