import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectDelivery } from '../../src/domain/webhook/verifier.js';
import { type App, type Listening, listenScene, startApp } from '../support/listening/listening.js';

/** `listen --keep --rotate` whose answer is lost: the app still holds the secret from before. */

let app: App;
const scene = listenScene();
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const listen = (...words: readonly string[]): Listening =>
  scene.listen(['--forward-to', app.url, '--keep', '--print-secret', ...words]);
const secretOf = async (one: Listening): Promise<string> => String((await one.ready())['secret']);
const fault = (...words: readonly string[]) =>
  scene.program.run(['emulator', 'fault', 'operation', 'rotateWebhookSecret', ...words, '--profile', 'local']);
async function delivered(): Promise<{ readonly signature: string; readonly body: Buffer }> {
  const before = app.took.length;
  await scene.trigger('envelope.sent');
  await app.has(before + 1);
  const { headers, body } = app.took[before]!;
  return { signature: headers['service-signature'] as string, body };
}

describe('listen --rotate whose answer is lost', () => {
  it.each(['--rotate', undefined])('is finished by the next start (%s), and strands no app', async (again) => {
    const first = listen();
    const old = await secretOf(first);
    await scene.stopped(first);
    await fault('--drop-after-commit');
    // The second case rotates the same endpoint within 24 hours; its app already has the latest secret.
    const lost = listen('--rotate', '--end-grace', '--yes');
    expect((await lost.ended).code).toBe(8);
    await scene.program.run(['emulator', 'fault', 'clear', '--profile', 'local']);
    const next = listen(...(again === undefined ? [] : [again, '--yes']));
    const current = await secretOf(next);
    expect(current).not.toBe(old);
    const delivery = await delivered();
    expect(inspectDelivery({ ...delivery, secret: old })).toMatchObject({ scheme: 'v0' });
    expect(inspectDelivery({ ...delivery, secret: current })).toMatchObject({ scheme: 'v1' });
    await scene.stopped(next);
  });
});

describe('a secret that was rotated elsewhere more than 24 hours ago', () => {
  it('is named, and stopping says that the queue of the endpoint goes with it', async () => {
    const first = listen();
    const { endpoint_id: id } = await first.ready();
    await scene.stopped(first);
    const elsewhere = ['webhook', 'rotate', id, '--yes', '--end-grace', '--secret-file', 'elsewhere.secret'];
    expect(await scene.program.run([...elsewhere, '--profile', 'local'])).toMatchObject({ code: 0 });
    await scene.program.run(['emulator', 'clock', 'advance', '25h', '--profile', 'local']);
    const next = scene.listen(['--forward-to', app.url]);
    expect(await next.ready()).toMatchObject({ endpoint_id: id, reused: true });
    await scene.trigger('envelope.sent');
    expect(await next.line(({ code }) => code === 'rotated_long_ago')).toMatchObject({
      message: expect.stringContaining(
        'Stopping deletes the endpoint, and with it what the service would still retry.',
      ),
    });
    await scene.stopped(next);
    expect(next.lines.filter(({ code }) => code === 'queue_deleted')).toMatchObject([
      { message: 'The endpoint is deleted, so 1 delivery that was rejected is not retried.' },
    ]);
  });
});
