import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '../../src/store/state.js';
import { inspectDelivery } from '../../src/domain/webhook/verifier.js';
import { builtProgram } from '../support/built.js';
import { type Esign, newEsign, type Typed } from '../support/esign.js';
import { type App, startApp } from '../support/listening/listening.js';

/** A rotation of which something is lost, and the advice followed word by word: a receiver must never be stranded. */

let esign: Esign;
let app: App;
let id: string;
/** What the receiver has held since before the rotation. */
let old: string;
let count = 0;

beforeAll(async () => {
  esign = newEsign({ within: true });
  await esign.emulator();
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await esign.remove();
});
beforeEach(async () => {
  count += 1;
  const register = ['webhook', 'register', '--url', app.url, '--event', 'envelope.sent', '--secret-file', file()];
  id = (await esign.ok([...register, '--json'])).json<{ id: string }>().id;
  old = secret();
  return async () => {
    await esign.ok(['emulator', 'fault', 'clear']);
    await esign.ok(['webhook', 'delete', id, '--yes']);
  };
});

const file = (): string => `hook-${count}.secret`;
const secret = (name = file()): string => readFileSync(esign.path(name), 'utf8').trim();
const fault = (...words: readonly string[]): Promise<Typed> =>
  esign.ok(['emulator', 'fault', 'operation', 'rotateWebhookSecret', ...words]);
const clearFaults = (): Promise<unknown> => esign.ok(['emulator', 'fault', 'clear']);
const command = (): readonly string[] => ['webhook', 'rotate', id, '--secret-file', file(), '--force', '--yes'];
/** The key of the rotation that is recorded as unfinished. */
const unfinished = (): string | undefined =>
  openState(esign.path('state')).read(
    (sql) => sql.get<{ key: string }>('SELECT key FROM rotations WHERE webhook = ? AND completed = 0', id),
    undefined,
  )?.key;
/** A delivery as the service signs it now. */
async function delivered(): Promise<{ readonly signature: string; readonly body: Buffer }> {
  const before = app.took.length;
  const person = (role: string) => ['--recipient', `role=${role},name=${role},email=${role}@example.test`];
  const words = ['--title', 'Rotation', ...person('Tenant'), ...person('Landlord'), '--send', '--yes'];
  await esign.ok(['envelope', 'create', '--template', await template(), ...words]);
  await app.has(before + 1);
  const { headers, body } = app.took[before]!;
  return { signature: headers['service-signature'] as string, body };
}
let made: Promise<string> | undefined;
const template = (): Promise<string> => {
  made ??= esign.ok(['template', 'create', 'agreement.pdf', '--json']).then((typed) => typed.json<{ id: string }>().id);
  return made;
};

/** The receiver that nobody told of anything, and the one that has the new secret, both verify what comes now. */
async function nobodyIsStranded(name = file()): Promise<void> {
  const { signature, body } = await delivered();
  expect(inspectDelivery({ signature, body, secret: old })).toMatchObject({ scheme: 'v0' });
  expect(inspectDelivery({ signature, body, secret: secret(name) })).toMatchObject({ scheme: 'v1' });
  expect(secret(name)).not.toBe(old);
}

/** The flag that a failure says to repeat the same command with. */
const keyFlag = (typed: Typed): readonly string[] => {
  const [, key = ''] = /--idempotency-key ([\w-]+)/.exec(typed.stderr) ?? [];
  expect(key).not.toBe('');
  return ['--idempotency-key', key];
};

describe('a rotation whose answer is lost', () => {
  it.each([
    ['before the act', ['--reset']],
    ['during the act', ['--stuck-for', '2s']],
    ['after the act', ['--drop-after-commit']],
  ])('%s is finished by the advice that is printed', async (_, words) => {
    await fault(...words);
    const lost = await esign.run(command());
    expect(lost.code).toBe(8);
    expect(secret()).toBe(old);
    await clearFaults();
    await esign.ok([...command(), ...keyFlag(lost)]);
    expect(secret(`${file()}.previous`)).toBe(old);
    await nobodyIsStranded();
  });

  it.each(['--reset', '--drop-after-commit'])(
    'is finished by the same command after %s, however often',
    async (way) => {
      await fault(way);
      for (let tries = 0; tries < 3; tries += 1) expect((await esign.run(command())).code).toBe(8);
      await clearFaults();
      const finished = await esign.ok(command());
      expect(finished.stderr).toContain('Finishing an earlier rotation of this endpoint');
      await nobodyIsStranded();
      expect((await esign.ok(['request', 'list', '--unsettled', '--json'])).json()).toMatchObject({ data: [] });
    },
  );

  it('fails when the secret cannot be written out, and the same command shows it', async () => {
    const words = ['webhook', 'rotate', id, '--yes', '--json'];
    const unread = await esign.run(words, { under: ['bash', '-o', 'pipefail', '-c', '"$@" | :', 'bash'] });
    expect(unread.code).toBe(1);
    expect(unread.stderr).toContain('Cannot write the output');
    const { secret: shown } = (await esign.ok(words)).json<{ secret: string }>();
    writeFileSync(esign.path('shown.secret'), shown);
    await nobodyIsStranded('shown.secret');
  });

  it('is finished by what `request resume` names', async () => {
    await fault('--drop-after-commit');
    expect((await esign.run(command())).code).toBe(8);
    await clearFaults();
    const resumed = await esign.run(['request', 'resume', '--json']);
    const [{ look_at: advice }] = resumed.json<{ data: [{ look_at: string }] }>().data;
    expect(advice).toBe(`esign webhook rotate ${id}`);
    const { secret: shown } = (await esign.ok([...advice.split(' ').slice(1), '--yes', '--json'])).json<{
      secret: string;
    }>();
    esign.write('shown.secret', shown);
    await nobodyIsStranded('shown.secret');
  });

  it('is finished, not made a second time, by `esign api`', async () => {
    await fault('--drop-after-commit');
    expect((await esign.run(command())).code).toBe(8);
    await clearFaults();
    const answer = await esign.ok(['api', 'rotateWebhookSecret', id, '--yes', '--json']);
    esign.write('api.secret', answer.json<{ secret: string }>().secret);
    await nobodyIsStranded('api.secret');
    const again = await esign.run(['api', 'rotateWebhookSecret', id, '--yes', '--json']);
    expect(again.error()).toMatchObject({ code: 'rotation_in_grace', exit_code: 6 });
  });

  it('is not begun a second time with another key', async () => {
    await fault('--drop-after-commit');
    expect((await esign.run(command())).code).toBe(8);
    await clearFaults();
    const other = await esign.run([...command(), '--idempotency-key', 'another', '--json']);
    expect(other.error()).toMatchObject({ code: 'rotation_unfinished', exit_code: 6 });
    expect(other.error().hint).toBe('Run the command again without --idempotency-key.');
    await esign.ok(command());
    await nobodyIsStranded();
  });
});

describe('a secret that would not be shown', () => {
  it.each([['-q'], ['--json=id']])('is not made under %s', async (flag) => {
    for (const words of [
      ['webhook', 'rotate', id],
      ['api', 'rotateWebhookSecret', id],
    ]) {
      const refused = await esign.run([...words, '--yes', flag]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('The new secret is shown once');
    }
    const { signature, body } = await delivered();
    expect(inspectDelivery({ signature, body, secret: old })).toMatchObject({ scheme: 'v1' });
  });

  it('is got by the same command when --jq left it out', async () => {
    await esign.ok(['webhook', 'rotate', id, '--yes', '--jq', '.id']);
    await esign.ok(command());
    await nobodyIsStranded();
  });
});

describe('a record of a rotation that cannot be used as it is', () => {
  async function leaveUnfinished(): Promise<string> {
    await fault('--drop-after-commit');
    expect((await esign.run(command())).code).toBe(8);
    await clearFaults();
    return unfinished() ?? '';
  }

  it('is not taken for none when it is damaged', async () => {
    const key = await leaveUnfinished();
    truncateSync(esign.path('state/state.db'));
    const refused = await esign.run([...command(), '--json']);
    expect(refused.error()).toMatchObject({ code: 'journal_damaged', exit_code: 1 });
    const fixed = await esign.run(['doctor', '--fix', '--json']);
    expect(fixed.stdout).toContain('state.db.damaged-');
    await esign.ok([...command(), '--idempotency-key', key]);
    await nobodyIsStranded();
  });

  it('is finished with its key when the clock was set back since', async () => {
    await leaveUnfinished();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    openState(esign.path('state')).write((sql) => sql.run('UPDATE rotations SET at = ? WHERE webhook = ?', later, id));
    await esign.ok(command());
    await nobodyIsStranded();
  });
});

describe('a rotation whose process is killed', () => {
  it.each([
    ['before the act', '--delay', '2s'],
    ['while the act is under way', '--stuck-for', '2s'],
  ])('%s is finished by the same command', async (_, flag, time) => {
    await fault(flag, time);
    const program = builtProgram();
    const child = program.start(command(), { ...esign.env, PWD: esign.folder, ESIGN_PROFILE: 'local' });
    await expect.poll(unfinished).toBeDefined();
    child.process.kill('SIGKILL');
    await child.ended;
    await clearFaults();
    await program.remove();
    const finish = async (): Promise<number | null> => (await esign.run(command())).code;
    // The service may still be at it.
    await expect.poll(finish, { interval: 500 }).toBe(0);
    await nobodyIsStranded();
  });
});

describe.runIf(process.platform === 'linux')('a rotation on a full disk', () => {
  it('is refused before anything is sent when the file has no room', async () => {
    const words = ['webhook', 'rotate', id, '--secret-file', 'roomless.secret', '--yes', '--json'];
    const refused = await esign.run(words, { under: ['sh', '-c', 'ulimit -f 1; exec "$@"', 'sh'] });
    expect(refused.error()).toMatchObject({ code: 'file_not_written', exit_code: 1 });
    expect(refused.error().message).toBe(
      'Cannot write roomless.secret: the file size limit is reached. Nothing was sent.',
    );
    const { signature, body } = await delivered();
    expect(inspectDelivery({ signature, body, secret: old })).toMatchObject({ scheme: 'v1' });
    expect([...esign.files().keys()].filter((name) => name.includes('roomless'))).toEqual([]);
  });

  it.each(['with the key that is named', 'with the same command alone'])(
    'shows the same secret again, %s, when stdout took nothing',
    async (how) => {
      const words = ['webhook', 'rotate', id, '--yes', '--json'];
      const failed = await esign.run(words, { under: ['sh', '-c', 'exec "$@" >/dev/full', 'sh'] });
      expect(failed.code).toBe(1);
      const again = how.includes('key') ? [...words, ...keyFlag(failed)] : words;
      esign.write('again.secret', (await esign.ok(again)).json<{ secret: string }>().secret);
      await nobodyIsStranded('again.secret');
    },
  );
});

describe('a registration whose answer is lost', () => {
  it('is found in the list, and its secret, which was never shown, is replaced', async () => {
    const faults = ['emulator', 'fault', 'operation', 'registerWebhook'];
    await esign.ok([...faults, '--drop-after-commit']);
    const words = ['webhook', 'register', '--url', app.url, '--event', 'envelope.sent', '--secret-file', 'lost.secret'];
    const lost = await esign.run(words);
    expect(lost.code).toBe(8);
    expect(lost.stderr).toContain('esign webhook list');
    expect(lost.stderr).toContain('esign webhook rotate ID --secret-file FILE');
    expect(existsSync(esign.path('lost.secret'))).toBe(false);
    await clearFaults();
    const { data } = (await esign.ok(['webhook', 'list', '--json'])).json<{ data: { id: string }[] }>();
    // Sent once: a second endpoint would receive every event as well.
    const [made = '', ...further] = data.map((each) => each.id).filter((each) => each !== id);
    expect(further).toEqual([]);
    await esign.ok(['webhook', 'rotate', made, '--secret-file', 'lost.secret', '--yes']);
    await esign.ok(['webhook', 'disable', id, '--yes']);
    const { signature, body } = await delivered();
    expect(inspectDelivery({ signature, body, secret: secret('lost.secret') })).toMatchObject({ scheme: 'v1' });
    await esign.ok(['webhook', 'delete', made, '--yes']);
  });
});

describe('a second rotation within 24 hours', () => {
  it('is refused while receivers may still use the oldest secret, and made with --end-grace', async () => {
    await esign.ok(command());
    const refused = await esign.run([...command(), '--json']);
    expect(refused.error()).toMatchObject({ code: 'rotation_in_grace', exit_code: 6 });
    expect(refused.error().hint).toContain('--end-grace');
    await nobodyIsStranded();
    const second = secret();
    await esign.ok([...command(), '--end-grace']);
    const { signature, body } = await delivered();
    expect(inspectDelivery({ signature, body, secret: second })).toMatchObject({ scheme: 'v0' });
    expect(inspectDelivery({ signature, body, secret: secret() })).toMatchObject({ scheme: 'v1' });
  });
});

describe.runIf(process.platform !== 'win32')('a secret whose reader has ended', () => {
  const closed = { under: ['bash', '-c', 'exec "$@" > >(exec 0<&-; exec true)', 'bash'] };

  it('of a registration: fails, and says how to get a new one', async () => {
    const words = ['webhook', 'register', '--url', app.url, '--event', 'envelope.voided', '--json'];
    const failed = await esign.run(words, closed);
    expect(failed.error()).toMatchObject({ code: 'output_not_written', exit_code: 1 });
    expect(failed.error().hint).toContain('esign webhook rotate');
    await esign.ok(['webhook', 'delete', String(failed.error()['id']), '--yes']);
  });
});

describe.runIf(process.platform !== 'win32')('--secret-file --force', () => {
  it.each([
    ['a symbolic link', 'ln -s other odd.secret', 'is not a regular file'],
    ['a FIFO', 'mkfifo odd.secret', 'is not a regular file'],
    ['a text', "printf 'Dear\\nreader\\n' > odd.secret", 'does not look like a secret file'],
  ])('is refused for %s, and nothing is sent', async (_, make, says) => {
    rmSync(esign.path('odd.secret'), { force: true, recursive: true });
    execFileSync('sh', ['-c', make], { cwd: esign.folder });
    const words = ['webhook', 'rotate', id, '--secret-file', 'odd.secret', '--force', '--yes', '--json'];
    const refused = await esign.run(words);
    expect(refused.error().message).toBe(`odd.secret ${says}. Nothing was sent.`);
    expect(refused.code).toBe(1);
    const { signature, body } = await delivered();
    expect(inspectDelivery({ signature, body, secret: old })).toMatchObject({ scheme: 'v1' });
  });
});
