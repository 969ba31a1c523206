import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inspectDelivery } from '../../src/domain/webhook/verifier.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bearer, http } from '../support/http.js';
import { type App, type Listening, listening, startApp } from '../support/listening/listening.js';

/** `listen --keep --rotate` whose answer is lost: the app still holds the secret from before. */

let program: BuiltProgram;
let base: string;
let key: string;
let app: App;
const open = new Set<Listening>();

beforeAll(async () => {
  program = builtProgram();
  const { stdout } = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  ({ url: base, live_key: key } = JSON.parse(stdout) as { url: string; live_key: string });
  app = await startApp();
});
afterEach(async () => {
  for (const one of open) one.signal('SIGKILL');
  for (const one of open) await one.ended;
  open.clear();
});
afterAll(async () => {
  await app.close();
  await program.remove();
});

function listen(...words: readonly string[]): Listening {
  const one = listening(program, ['--forward-to', app.url, '--keep', '--print-secret', ...words]);
  open.add(one);
  return one;
}
async function end(one: Listening): Promise<void> {
  one.signal('SIGINT');
  await one.ended;
}
const secretOf = async (one: Listening): Promise<string> => String((await one.ready())['secret']);
const fault = (...words: readonly string[]) =>
  program.run(['emulator', 'fault', 'operation', 'rotateWebhookSecret', ...words, '--profile', 'local']);
async function delivered(): Promise<{ readonly signature: string; readonly body: Buffer }> {
  const before = app.took.length;
  await http(base, 'POST', '/_emulator/trigger', { headers: bearer(key), body: { event: 'envelope.sent' } });
  await app.has(before + 1);
  const { headers, body } = app.took[before]!;
  return { signature: headers['service-signature'] as string, body };
}

describe('listen --rotate whose answer is lost', () => {
  it.each(['--rotate', undefined])('is finished by the next start (%s), and strands no app', async (again) => {
    const first = listen();
    const old = await secretOf(first);
    await end(first);
    await fault('--drop-after-commit');
    // The second case rotates the same endpoint within 24 hours; its app already has the latest secret.
    const lost = listen('--rotate', '--end-grace', '--yes');
    expect((await lost.ended).code).toBe(8);
    await program.run(['emulator', 'fault', 'clear', '--profile', 'local']);
    const next = listen(...(again === undefined ? [] : [again, '--yes']));
    const current = await secretOf(next);
    expect(current).not.toBe(old);
    const delivery = await delivered();
    expect(inspectDelivery({ ...delivery, secret: old })).toMatchObject({ scheme: 'v0' });
    expect(inspectDelivery({ ...delivery, secret: current })).toMatchObject({ scheme: 'v1' });
    await end(next);
  });
});
