import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.js';
import { agreementPdf } from '../support/agreement.js';
import { people } from '../support/emulator-machine.js';
import { type App, type Listening, type ListenLine, listenScene, startApp } from '../support/listening/listening.js';

let app: App;
let template: string;
const scene = listenScene({
  signal: 'SIGINT',
  prepare: async ({ program }) => {
    writeFileSync(join(program.folder, 'agreement.pdf'), agreementPdf());
    template = await ok('template', 'create', 'agreement.pdf', '-q');
    app = await startApp();
  },
});
afterAll(() => app.close());

const ok = async (...argv: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await scene.program.run([...argv, '--profile', 'local']);
  if (code !== 0) throw new Error(`esign ${argv.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
};
const send = (): Promise<string> => ok('envelope', 'create', '--template', template, ...people, '--send', '-q');
const poll = (...words: readonly string[]): Listening => {
  const to = words.includes('--forward-to') ? [] : ['--forward-to', app.url];
  return scene.listen(['--poll', '--interval', '1s', ...to, ...words]);
};
const eventsAt = (from: number): readonly string[] =>
  app.took.slice(from).map(({ body }) => (JSON.parse(body.toString()) as { event: string }).event);

describe('listen --poll', () => {
  it('does not start a second time for the same app', async () => {
    await poll().ready();
    const words = ['listen', '--poll', '--json', '--profile', 'local', '--forward-to', app.url];
    const { code, stderr } = await scene.program.run(words);
    expect([code, JSON.parse(stderr)]).toMatchObject([6, { error: { code: 'listener_running' } }]);
  });

  it('creates events from changes, signed here and marked synthetic, each once, also across restarts', async () => {
    const older = await send();
    const one = poll('--secret-file', 'poll.secret');
    expect(await one.ready()).toMatchObject({ url: null, synthetic: true, following: 1 });
    const secret = readFileSync(join(scene.program.folder, 'poll.secret'), 'utf8').trim();
    const newer = await send();
    await app.has(1);
    const [first] = app.took;
    expect(JSON.parse(first?.body.toString() ?? '')).toMatchObject({
      event: 'envelope.sent',
      envelope_id: newer,
      retry_count: 0,
      synthetic: true,
      uri: `/api/v1/envelopes/${newer}`,
    });
    const header = first?.headers['service-signature'] as string;
    const judged = verify({ header, body: first?.body ?? Buffer.alloc(0), current: secret, now: Date.now() });
    expect(judged).toMatchObject({ ok: true, by: 'current' });
    await ok('envelope', 'void', older, '--reason', 'Wrong address');
    await app.has(2);
    expect(eventsAt(1)).toEqual(['envelope.voided']);
    one.signal('SIGINT');
    await one.ended;
    expect(one.lines.at(-1)).toMatchObject({ type: 'done', events: 2, forwarded: 2, undelivered: [] });
    await ok('emulator', 'sign', newer, 'Tenant');
    const two = poll('--secret-file', 'poll.secret');
    await two.ready();
    await app.has(3);
    expect(eventsAt(2)).toEqual(['recipient.completed']);
    // The app is set up once: the secret stays.
    expect(readFileSync(join(scene.program.folder, 'poll.secret'), 'utf8').trim()).toBe(secret);
  });

  it('follows the rows of a batch', async () => {
    const row = 'Thandi Mokoena,thandi@example.test,Pieter van Wyk,pieter@example.test';
    const head = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email';
    writeFileSync(join(scene.program.folder, 'rows.csv'), `${head}\n${row}\n${row}\n`);
    const one = poll();
    await one.ready();
    const before = app.took.length;
    await ok('envelope', 'batch', '--template', template, '--input', 'rows.csv', '--send', '--yes');
    await app.has(before + 2);
    expect(eventsAt(before)).toEqual(['envelope.sent', 'envelope.sent']);
  });

  it('names at its end what the app never took, also what it gave up itself', async () => {
    const broken = await startApp();
    broken.answer(500);
    const one = poll('--retries', '0', '--forward-to', broken.url);
    await one.ready();
    await send();
    await broken.has(1);
    const gaveUp = (line: ListenLine): boolean => {
      return line.type === 'delivery' && (line['app'] as { readonly state: string }).state === 'given_up';
    };
    const { id } = await one.line(gaveUp);
    one.signal('SIGINT');
    await one.ended;
    expect(one.lines.at(-1)).toMatchObject({ type: 'done', events: 1, forwarded: 0, undelivered: [id] });
    await broken.close();
  });

  it('goes with a command and with what is expected', async () => {
    const one = poll('--expect', 'envelope.sent', '--max-wait', '90s');
    await one.ready();
    await send();
    expect((await one.ended).code).toBe(0);
  });
});
