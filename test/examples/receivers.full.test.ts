import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/listening/sshd.js';
import { type Machine, newMachine } from '../support/program.js';

const here = fileURLToPath(new URL('receivers', import.meta.url));
const secrets = { SECRET: 'whsec_currentsecret123', PREVIOUS: 'whsec_previoussecret12' };
let machine: Machine;
const running: ChildProcess[] = [];

beforeAll(() => {
  machine = newMachine();
  writeFileSync(join(machine.folder, 'new.secret'), `${secrets.SECRET}\n`);
  writeFileSync(join(machine.folder, 'old.secret'), `${secrets.PREVIOUS}\n`);
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  machine.remove();
});

interface Language {
  /** What must be there; the test is skipped by name without it. */
  readonly needs: readonly string[];
  readonly build?: (folder: string) => readonly string[];
  readonly start: (folder: string, port: number) => readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  Node: { needs: [], start: () => [process.execPath, join(here, 'receiver.mjs')] },
  Python: { needs: ['python3'], start: () => ['python3', '-W', 'ignore', join(here, 'receiver.py')] },
  Perl: { needs: ['perl'], start: () => ['perl', join(here, 'receiver.pl')] },
  Java: {
    needs: ['javac', 'java'],
    build: (folder) => ['javac', '-d', folder, join(here, 'Receiver.java')],
    start: (folder) => ['java', '-cp', folder, 'Receiver'],
  },
  C: {
    needs: ['gcc'],
    build: (folder) => ['gcc', '-w', '-o', join(folder, 'receiver'), join(here, 'receiver.c'), '-lcrypto'],
    start: (folder) => [join(folder, 'receiver')],
  },
  PHP: { needs: ['php'], start: (_, port) => ['php', '-S', `127.0.0.1:${port}`, join(here, 'receiver.php')] },
  Ruby: { needs: ['ruby'], start: () => ['ruby', join(here, 'receiver.rb')] },
  Go: {
    needs: ['gofmt'],
    build: (folder) => ['go', 'build', '-o', join(folder, 'receiver-go'), join(here, 'receiver.go')],
    start: (folder) => [join(folder, 'receiver-go')],
  },
};

/** Builds a program, without the network. */
function compile([compiler, ...words]: readonly string[], cwd = machine.folder): void {
  if (compiler === undefined) return;
  const go = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOCACHE: join(machine.folder, 'go-cache') };
  const ran = spawnSync(compiler, words, { cwd, env: { ...process.env, ...go }, encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0 });
}

/** Runs a server, and answers with its URL and its process once it has said its port. */
async function serve(
  [program = '', ...words]: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<{ readonly url: string; readonly child: ChildProcessByStdio<null, Readable, Readable> }> {
  const env = { ...process.env, ...options.env };
  const child = spawn(program, words, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const said: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line);
        const [, found] = /(?:^|127\.0\.0\.1:)(\d+)(?:$|\) started)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(said.join('\n'))));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

async function startReceiver({ build, start }: Language): Promise<string> {
  compile(build?.(machine.folder) ?? []);
  const env = { ...secrets, FOLDER: join(machine.folder, 'noted') };
  return (await serve(start(machine.folder, await freePort()), { env })).url;
}

interface Rule {
  readonly rule: string;
  readonly outcome: string;
  readonly reason: string;
}

/** All of these receivers verify v0 with the previous secret alone, as the description says; more is better, no duty. */
const toTheLetter = 'rotation_unaware';

/** The rules that a receiver fails, and those in which it could do better. */
async function certify(address: string, path: string, acted: boolean): Promise<readonly Rule[]> {
  const files = ['--secret-file', 'new.secret', '--previous-secret-file', 'old.secret'];
  const seen = acted ? ['--acted-url', `${address}/${path}/acted`] : [];
  const ran = await machine.run(['webhook', 'certify', `${address}/${path}`, ...files, ...seen, '--json']);
  expect(ran.stderr).not.toContain('Warning');
  const { data } = ran.json<{ readonly data: readonly Rule[] }>();
  return data.filter(({ outcome, rule }) => outcome === 'fail' || (outcome === 'advice' && rule !== toTheLetter));
}

/** Language, mistake, the rule that fails first, and what its reason says. */
const mistakes: readonly (readonly [string, string, string, string])[] = [
  ['Node', 'rewritten', 'raw_bytes', 'as JavaScript writes it: it parses before it verifies'],
  ['Node', 'trimmed', 'raw_bytes', 'removes the white space around the body'],
  ['Node', 'latin1', 'raw_bytes', 'as Latin-1'],
  ['Node', 'short-digest', 'partial_digest', 'the first 8 digits alone: responded with 204'],
  ['Node', 'eager', 'wrong_secret', 'verify before you respond'],
  ['Node', 'acting-first', 'wrong_secret', 'verify before you act'],
  ['Node', 'by-envelope', 'two_recipients', 'deduplicate by id'],
  ['Node', 'crashing', 'no_signature', 'expected a 4xx such as 400 or 401: check its log'],
  ['Node', 'polite', 'wrong_secret', 'responded with 200: {"error":"bad signature"}, so it accepted'],
  ['Python', 'rewritten', 'valid', 'as Python writes it'],
  ['Python', 'sorted', 'valid', 'sorted keys'],
  ['Python', 'indented', 'valid', 'an indent of two'],
  ['Python', 'ascii', 'raw_bytes', 'replaces letters outside ASCII'],
  ['Python', 'letters-lost', 'raw_bytes', 'loses letters outside ASCII'],
  ['Python', 'secret-line', 'valid', 'a newline after it'],
  ['Python', 'quoted-secret', 'valid', 'quotation marks around it'],
  ['Python', 'local-time', 'valid', 'signed 2 h ago, within 300 s: its clock is slow, or it takes local time for UTC'],
  ['Python', 'timeless', 'stale', 'compare t with the clock'],
  ['Python', 'hasty', 'within_window', '280 s old: responded with 401'],
  ['Python', 'no-tolerance', 'valid', 'none of this second: allow 300 s'],
  ['Python', 'unverified', 'wrong_secret', 'reject what differs from v1'],
  ['Python', 'noting-first', 'forged_first', 'only after its signature is verified'],
  ['Python', 'no-repeats', 'duplicate', 'responded with 409; respond with 2xx to a known event'],
  ['Perl', 'rewritten', 'valid', 'verifies an empty object, and no other body'],
  ['Perl', 'decoded', 'raw_bytes', 'once its letters are in ASCII: it decodes the body'],
  ['Perl', 'bare-secret', 'valid', 'without its prefix'],
  ['Perl', 'base64', 'valid', 'the digest in base64'],
  ['Perl', 'no-space', 'valid', 'no space after the commas of the header'],
  ['Perl', 'forgetful', 'rotation_old', 'verify v0 with the previous secret'],
  ['Perl', 'closed-list', 'unknown_event', 'an event that you do not know'],
  ['Perl', 'first-only', 'duplicate', 'the retry: responded with 500'],
  ['Perl', 'moved', 'no_redirect', 'responded with 308 to /sound; register the target URL'],
  ['Perl', 'guarded', 'valid', 'responded with 403: CSRF token missing; take deliveries without a login or CSRF check'],
  ['Java', 'ascii', 'raw_bytes', 'replaces letters outside ASCII'],
  ['Java', 'lines', 'raw_bytes', 'line by line and loses its line breaks'],
  ['Java', 'line-ends', 'raw_bytes', 'removes the white space around the body'],
  ['Java', 'decoded-secret', 'valid', 'decoded from base64'],
  ['Java', 'milliseconds', 'valid', 'expects t in milliseconds'],
  ['Java', 'lenient', 'stale', 'allow 300 s in both directions'],
  ['Java', 'whole-header', 'rotation_new', 'read t, v1 and v0 by their names'],
  ['Java', 'enumerated', 'every_event', 'envelope.sealing_failed: responded with 500'],
  ['Java', 'strict', 'raw_bytes', 'it verifies the signature, and rejects the delivery afterwards'],
  ['Java', 'repeating', 'duplicate', 'processed it 3 times: deduplicate by id'],
  ['C', 'upper-case', 'valid', 'upper case'],
  ['C', 'first-digits', 'partial_digest', 'compare all 64 digits'],
  ['C', 'dotless', 'valid', 'leaves out the dot'],
  ['C', 'body-alone', 'valid', 'the body alone'],
  ['C', 'other-secret', 'valid', 'the secret of this endpoint'],
  ['C', 'other-header', 'valid', 'the header Service-Signature'],
  ['C', 'cased-header', 'header_case', 'without regard to case'],
  ['C', 'last-value', 'rotation_new', 'read t, v1 and v0 by their names'],
  ['C', 'fast-clock', 'valid', 'its clock is fast'],
  ['C', 'unsigned', 'within_window', '280 s ahead: responded with 401'],
  ['C', 'past-only', 'future', 'compare t with the clock'],
  ['C', 'small', 'unknown_member', 'with a body of 8 KiB: responded with 413; read the whole body'],
  ['C', 'ordered', 'out_of_order', 'assume no order, and compare created_at'],
  ['PHP', 'rewritten', 'valid', 'as PHP writes it'],
  ['PHP', 'indented', 'valid', 'JSON_PRETTY_PRINT'],
  ['PHP', 'encoded', 'raw_bytes', 'as Latin-1'],
  ['PHP', 'stripped', 'raw_bytes', 'accepts other bodies, and changes this one'],
  ['PHP', 'form', 'valid', 'verifies an empty body'],
  ['PHP', 'unset', 'valid', 'an empty secret, with which anybody can sign'],
  ['PHP', 'keyless', 'valid', 'compute an HMAC, whose key is the secret'],
  ['PHP', 'zoned', 'valid', 'signed 2 h from now, within 300 s: its clock is fast, or it takes local time for UTC'],
  ['PHP', 'inverted', 'valid', 'compares the wrong way round'],
  ['PHP', 'displayed', 'no_signature', 'responded with 200: verifying Fatal error : Uncaught TypeError'],
  ['PHP', 'typed', 'valid', 'check its log, and set display_errors to Off'],
  ['PHP', 'sessions', 'duplicate', 'processed it 2 times: deduplicate by id'],
  ['Ruby', 'indented', 'valid', 'an indent of two'],
  ['Ruby', 'rails', 'raw_bytes', 'as Go or Rails writes it'],
  ['Ruby', 'chomped', 'raw_bytes', 'removes the white space around the body'],
  ['Ruby', 'read-before', 'valid', 'verifies an empty body'],
  ['Ruby', 'inspected', 'valid', 'it parses before it verifies, and writes something else'],
  ['Ruby', 'decoded-secret', 'valid', 'decoded from base64'],
  ['Ruby', 'crashing', 'no_signature', 'Internal Server Error undefined method `split'],
  ['Ruby', 'presence', 'wrong_secret', 'reject what differs from v1'],
  ['Ruby', 'one-secret', 'rotation_old', 'verify v0 with the previous secret'],
  ['Ruby', 'raising', 'every_event', 'envelope.declined: responded with 500: Internal Server Error unknown event'],
  ['Ruby', 'late-check', 'wrong_secret', 'verify before you act'],
  ['Go', 'map', 'valid', 'sorted keys'],
  ['Go', 'encoder', 'valid', 'adds a newline'],
  ['Go', 'struct', 'raw_bytes', 'properties that it does not know'],
  ['Go', 'drained', 'valid', 'something has read the body before'],
  ['Go', 'panicking', 'no_signature', 'the other side closed the connection; expected a 4xx'],
  ['Go', 'half-minute', 'within_window', '280 s old: responded with 401'],
  ['Go', 'past-only', 'future', 'compare t with the clock'],
  ['Go', 'prefix', 'partial_digest', 'the first 8 digits alone'],
  ['Go', 'lower-case', 'valid', 'the header Service-Signature'],
  ['Go', 'strict', 'raw_bytes', 'ignore properties that you do not know'],
  ['Go', 'status', 'every_event', 'envelope.voided: responded with 404'],
  ['Go', 'one-read', 'unknown_member', 'read the whole body'],
  ['Go', 'fresh-only', 'failure_then_success', 'work on a retry whose first attempt never arrived'],
];

/** What only shows in what the app did. */
const isSeenInTheApp = new Set([
  'eager',
  'acting-first',
  'by-envelope',
  'noting-first',
  'repeating',
  'sessions',
  'late-check',
  'fresh-only',
]);

describe.each(Object.entries(languages))('webhook certify, with a receiver in %s', (name, language) => {
  const missing = language.needs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  let address = '';
  beforeAll(async () => {
    if (missing.length === 0) address = await startReceiver(language);
  });

  it.skipIf(missing.length > 0)('has nothing to say of one that keeps the contract', async () => {
    expect(await certify(address, 'sound', name !== 'C')).toEqual([]);
  });

  it.skipIf(missing.length > 0).each(mistakes.filter(([of]) => of === name))(
    '%s: names the mistake "%s" in the rule %s',
    async (_, mistake, rule, words) => {
      const [first] = await certify(address, mistake, isSeenInTheApp.has(mistake));
      expect(first).toMatchObject({ rule, reason: expect.stringContaining(words) });
      expect(first?.reason).not.toContain('whsec_');
    },
  );
});

it('certifies a receiver that ends each connection', async () => {
  const language = languages['Node'];
  if (language === undefined) throw new Error('no such language');
  expect(await certify(await startReceiver(language), 'sound-closing', true)).toEqual([]);
});

/** A receiver of `dev init`: what must be there, how it is built, and how it runs on a port. */
interface Written {
  readonly language: string;
  readonly needs: readonly string[];
  readonly build?: readonly string[];
  readonly start: (port: number) => readonly string[];
}

const written: readonly Written[] = [
  { language: 'go', needs: ['go', 'version'], build: ['go', 'build'], start: () => ['./receiver'] },
  {
    language: 'java',
    needs: ['javac', '--version'],
    build: ['javac', 'Webhook.java', 'Receiver.java'],
    start: () => ['java', 'Receiver'],
  },
  {
    language: 'php',
    needs: ['php', '--version'],
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  { language: 'ruby', needs: ['ruby', '--version'], start: () => ['ruby', 'receiver.rb'] },
];

describe.each(written)('the receiver of `dev init $language`', ({ language, needs, build, start }) => {
  const [checker = '', ...checked] = needs;
  const isMissing = spawnSync(checker, checked).status !== 0;

  it.skipIf(isMissing)('keeps the whole contract, and works on each event once', async () => {
    expect(await machine.run(['dev', 'init', language, language])).toMatchObject({ code: 0 });
    const cwd = join(machine.folder, language);
    compile(build ?? [], cwd);
    const port = await freePort();
    const settings = { ESIGN_WEBHOOK_SECRET: secrets.SECRET, ESIGN_PREVIOUS_WEBHOOK_SECRET: secrets.PREVIOUS };
    const { url, child } = await serve(start(port), { cwd, env: { ...settings, PORT: `${port}` } });
    // What the receiver prints is what its app did.
    const acted: string[] = [];
    createInterface(child.stdout).on('line', (line) => acted.push(line.split(' ').at(-1) ?? ''));
    const reporter = createServer((_, response) => response.end(JSON.stringify(acted)));
    reporter.listen(0, '127.0.0.1');
    await once(reporter, 'listening');
    const files = ['--secret-file', 'new.secret', '--previous-secret-file', 'old.secret'];
    const seen = ['--acted-url', `http://127.0.0.1:${(reporter.address() as AddressInfo).port}`];
    const ran = await machine.run(['webhook', 'certify', `${url}/webhooks`, ...files, ...seen, '--json']);
    reporter.close();
    expect(ran.json()).toMatchObject({ passed: 28, advised: 0, failed: 0, skipped: 0 });
  });
});
