import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { listening } from '../support/listening/listening.js';

let program: BuiltProgram;
let base: string;
let key: string;
beforeAll(async () => {
  program = builtProgram();
  const { stdout } = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  ({ url: base, live_key: key } = JSON.parse(stdout) as { url: string; live_key: string });
});
afterAll(() => program.remove());

/** The secret that a listener prints; it is stopped once it is ready. */
async function secretOf(words: readonly string[]): Promise<unknown> {
  const one = listening(program, words);
  const { secret } = await one.ready();
  one.signal('SIGINT');
  await one.ended;
  return secret;
}

describe('the settings of an app', () => {
  const read = (name: string) =>
    Object.fromEntries(
      readFileSync(join(program.folder, name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('ESIGN_'))
        .map((line) => line.split('=', 2)),
    ) as Readonly<Record<string, string>>;

  it('are written before anything arrives, with a secret that stays from start to start', async () => {
    const secrets = [];
    for (const more of [[], [], ['--fresh-secret']]) {
      const secret = await secretOf(['--write-env', 'app.env', '--print-secret', ...more]);
      expect(read('app.env')).toEqual({
        ESIGN_BASE_URL: base,
        ESIGN_API_KEY: key,
        ESIGN_WEBHOOK_SECRET: secret,
        ESIGN_SIGNATURE_HEADER: 'Service-Signature',
      });
      secrets.push(secret);
    }
    expect(secrets[1]).toBe(secrets[0]);
    expect(secrets[2]).not.toBe(secrets[0]);
    expect(statSync(join(program.folder, 'app.env')).mode & 0o777).toBe(0o600);
  });

  it('are those of the emulator before anything listens, and its page may be embedded where it was allowed', async () => {
    const second = ['--profile', 'second'];
    const words = [
      '--write-env',
      'second.env',
      '--allow-origin',
      'http://127.0.0.1:3000',
      '--detach',
      '--port',
      '0',
      '--json',
    ];
    const started = await program.run(['emulator', 'start', ...second, ...words]);
    const ready = JSON.parse(started.stdout) as Readonly<Record<string, string>>;
    expect(read('second.env')).toMatchObject({ ESIGN_BASE_URL: ready['url'], ESIGN_API_KEY: ready['test_key'] });
    expect(await secretOf([...second, '--print-secret'])).toBe(read('second.env')['ESIGN_WEBHOOK_SECRET']);
    const allow = ['emulator', 'allow-origin', 'http://localhost:3000/', ...second, '--json'];
    const both = JSON.parse((await program.run(allow)).stdout) as { readonly origins: readonly string[] };
    expect(both.origins).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000']);
    const wrong = await program.run(['emulator', 'allow-origin', 'http://localhost:3000/sign', ...second]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('Use http://localhost:3000, without a path.'),
    ]);
    await program.run(['emulator', 'stop', ...second]);
  });
});
