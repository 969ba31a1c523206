import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign, writeSignature } from '../../../src/domain/webhook/signature.js';
import { type Machine, newMachine, type Ran } from '../../support/program.js';

const t = 1_764_576_000;
const at = '2025-12-01T08:00:00.000Z';
const secret = 'whsec_current_0001';
const previous = 'whsec_previous_0001';
const body = '{"id":"evt_1","event":"envelope.sent","retry_count":0}';
const header = writeSignature({ current: secret }, Buffer.from(body), t);

let machine: Machine;
const write = (name: string, content: string | Buffer): void => writeFileSync(join(machine.folder, name), content);

beforeAll(() => {
  machine = newMachine();
  write('hook.secret', `${secret}\n`);
  write('old.secret', `${previous}\r\n`);
  write('delivery.json', body);
});
afterAll(() => machine.remove());

const verify = (...more: readonly string[]): Promise<Ran> => verifyWith('hook.secret', ...more);
const verifyWith = (file: string, ...more: readonly string[]): Promise<Ran> =>
  machine.run(['webhook', 'verify', '--secret-file', file, '--body', 'delivery.json', ...more]);
const sealed = ['--header', header, '--at', at];

describe('webhook verify', () => {
  it('ends with 0 and says by which secret', async () => {
    const ran = await verify(...sealed, '--json');
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({ verified: true, by: 'current', signed_at: at, seconds: 0, id: 'evt_1' });
    const person = await machine.run(
      ['webhook', 'verify', '--secret-file', 'hook.secret', '--body', 'delivery.json', ...sealed],
      { terminal: true },
    );
    expect(person.stdout).toContain('Verified: v1 matches the secret.');
  });

  it('takes v0 under the previous secret, the whole header line, and a body from stdin', async () => {
    const both = writeSignature({ current: 'not told yet', previous }, Buffer.from(body), t);
    const ran = await machine.run(
      [
        'webhook',
        'verify',
        '--secret-file',
        'hook.secret',
        '--previous-secret-file',
        'old.secret',
        '--body',
        '-',
        '--header',
        `Service-Signature: ${both}`,
        '--at',
        at,
        '--json',
      ],
      { stdin: body },
    );
    expect(ran.json()).toMatchObject({ verified: true, by: 'previous' });
  });

  it('takes v0 under the only secret that is held, and says that a rotation has replaced it', async () => {
    const rotated = [
      '--header',
      writeSignature({ current: 'new', previous: secret }, Buffer.from(body), t),
      '--at',
      at,
    ];
    const ran = await verify(...rotated, '--json');
    expect(ran.json()).toMatchObject({ verified: true, by: 'previous', scheme: 'v0', secret_file: 'hook.secret' });
    expect((await verify(...rotated)).stderr).toContain('This secret was replaced by a rotation');
  });

  it('takes any of several secrets, and names the file that holds the one', async () => {
    write('other.secret', 'whsec_other');
    const several = ['--secret-file', 'other.secret', '--secret-file', 'old.secret'];
    const signed = (secrets: { current: string; previous?: string }) => [
      '--header',
      writeSignature(secrets, Buffer.from(body), t),
    ];
    const ran = await verify(...several, ...signed({ current: 'whsec_other' }), '--at', at, '--json');
    expect(ran.json()).toMatchObject({ scheme: 'v1', secret_file: 'other.secret' });
    const old = await verify(...several, ...signed({ current: 'new', previous }), '--at', at, '--json');
    expect(old.json()).toMatchObject({ scheme: 'v0', secret_file: 'old.secret' });
    const none = await verify(...several, ...signed({ current: 'a', previous: 'b' }), '--at', at, '--json');
    expect([none.code, none.error().code]).toEqual([9, 'altered']);
  });

  it('ends with 9, and shows how to verify a past delivery', async () => {
    const ran = await verify('--header', header, '--json');
    expect(ran.code).toBe(9);
    expect(ran.stdout).toBe('');
    expect(ran.error()).toMatchObject({ code: 'too_old', exit_code: 9, verified: false, reason: 'too_old' });
    expect(ran.error().hint).toContain(`--at ${at}`);
  });

  it.each([
    ['wrong_secret', () => writeSignature({ current: 'of another endpoint' }, Buffer.from(body), t)],
    [
      'reserialised',
      () => writeSignature({ current: secret }, Buffer.from(JSON.stringify(JSON.parse(body), null, 2)), t),
    ],
    ['reencoded', () => writeSignature({ current: secret }, Buffer.from(`${body}\n`), t)],
    ['time_altered', () => `t=${t}, v1=${sign(secret, Buffer.from(body), t - 9)}`],
    ['malformed', () => 'nonsense'],
  ])('diagnoses %s in words', async (code, made) => {
    const ran = await verify('--header', made(), '--at', at);
    expect(ran.code).toBe(9);
    expect(ran.stderr).toMatch(/^Error: [A-Z].*\.\n {2}[A-Z]/);
    expect(ran.stderr).not.toContain(secret);
    const json = await verify('--header', made(), '--at', at, '--json');
    expect(json.error().code).toBe(code);
  });

  it('accepts a digest in upper case, and remarks on it', async () => {
    const upper = header.replace(/[0-9a-f]{64}/, (digest) => digest.toUpperCase());
    const ran = await verify('--header', upper, '--at', at);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('upper case');
    expect((await verify('--header', header, '--at', at)).stderr).toBe('');
  });

  it('refuses two headers, as the service never sends', async () => {
    expect((await verify(...sealed, '--header', header, '--json')).error().code).toBe('several_headers');
  });

  it('knows a secret with something around it, and refuses a file that cannot be one', async () => {
    write('quoted.secret', `WEBHOOK_SECRET="${secret}"\n`);
    const quoted = await verifyWith('quoted.secret', ...sealed, '--json');
    expect(quoted.error().code).toBe('secret_misread');
    write('empty.secret', '\n');
    write('two.secret', 'one\ntwo\n');
    for (const file of ['empty.secret', 'two.secret', 'missing.secret']) {
      expect((await verifyWith(file, ...sealed)).code).toBe(2);
    }
    const twice = await machine.run(['webhook', 'verify', '--secret-file', '-', '--body', '-', ...sealed, '--json']);
    expect(twice.error()).toMatchObject({ code: 'conflicting_options', exit_code: 2 });
  });
});
