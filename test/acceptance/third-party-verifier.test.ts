import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeEventBody } from '../../src/domain/webhook/event-body.js';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { type Receiver, startReceiver } from '../support/listening/deliveries.js';
import { hour, startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { http } from '../support/http.js';
import type { Webhook } from '../support/shapes.js';

/** Another company's package for the same scheme; it reads no blank after a comma, which is all that is mapped. */
const { webhooks } = new Stripe('sk_test_unused');
const verifyThere = (bytes: Buffer, header: string, secret: string): { readonly id: string } =>
  webhooks.constructEvent(bytes, header.replaceAll(', ', ','), secret, 300);

let program: BuiltProgram;
let emulator: TestEmulator;
let organisation: TestOrganisation;
let receiver: Receiver;
let endpoint: Webhook & { readonly secret: string };

beforeAll(async () => {
  program = builtProgram();
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  receiver = await startReceiver();
  const body = { url: receiver.url, events: ['envelope.sent'] };
  endpoint = (await organisation.live<typeof endpoint>('POST /api/v1/webhooks', body)).body;
});
afterAll(async () => {
  await receiver.close();
  await emulator.close();
  await program.remove();
});

describe('a third party’s verifier from npm', () => {
  it('accepts what the emulator sends with a frozen and moved clock, before and within a rotation', async () => {
    const template = await createTemplate(organisation.live);
    const deliver = async () => {
      await createEnvelope(organisation.live, template, { send: true });
      await emulator.settle();
      return receiver.received.at(-1);
    };
    const first = await deliver();
    const header = first?.headers['service-signature'] ?? '';
    expect(verifyThere(first!.raw, header, endpoint.secret).id).toBe(first?.body.id);
    // What the emulator sends says what this program makes, in another form of JSON.
    expect(JSON.parse(first!.raw.toString())).toEqual(JSON.parse(writeEventBody(first!.body).toString()));

    await emulator.advance(34 * hour);
    const rotate = `POST /api/v1/webhooks/${endpoint.id}/rotate-secret`;
    const { secret } = (await organisation.live<typeof endpoint>(rotate)).body;
    const second = await deliver();
    const both = second?.headers['service-signature'] ?? '';
    expect(both).toContain('v0=');
    expect(verifyThere(second!.raw, both, secret).id).toBe(second?.body.id);
    expect(() => verifyThere(second!.raw, both, 'whsec_another')).toThrow(/signature/i);
  });

  it('accepts what `webhook sign` prints', async () => {
    writeFileSync(join(program.folder, 'hook.secret'), 'whsec_sign\n');
    writeFileSync(join(program.folder, 'body.json'), '{"id":"evt_1", "event":"envelope.sent"}\n');
    const bytes = readFileSync(join(program.folder, 'body.json'));
    const ran = await program.run(['webhook', 'sign', '--secret-file', 'hook.secret', '--body', 'body.json']);
    expect(verifyThere(bytes, ran.stdout.trim(), 'whsec_sign').id).toBe('evt_1');
  });

  it('signs what `webhook verify` accepts', async () => {
    writeFileSync(join(program.folder, 'hook.secret'), 'whsec_theirs\n');
    const payload = '{"id":"evt_2","event":"envelope.sealed"}';
    writeFileSync(join(program.folder, 'body.json'), payload);
    const header = webhooks.generateTestHeaderString({ payload, secret: 'whsec_theirs' });
    const verify = ['webhook', 'verify', '--secret-file', 'hook.secret', '--body', 'body.json', '--json'];
    const ran = await program.run([...verify, '--header', header]);
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([0, { verified: true, by: 'current', id: 'evt_2' }]);
  });

  it('signs what `listen` accepts and forwards, byte for byte, and nothing under another secret', async () => {
    const env = { ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey };
    const listen = ['listen', '--forward-to', receiver.url, '--ack', 'app', '--secret-file', 'listen.secret', '--json'];
    const running = program.start(listen, env);
    const { url } = JSON.parse(await running.firstLine) as { readonly url: string };
    const secret = readFileSync(join(program.folder, 'listen.secret'), 'utf8').trim();
    const payload = '{"id":"evt_3",  "event":"envelope.sealed", "retry_count":0}';
    const post = async (key: string): Promise<number> => {
      const header = webhooks.generateTestHeaderString({ payload, secret: key });
      const { origin, pathname } = new URL(url);
      return (await http(origin, 'POST', pathname, { headers: { 'Service-Signature': header }, body: payload })).status;
    };
    expect(await post('whsec_another')).toBe(401);
    const before = receiver.received.length;
    expect(await post(secret)).toBe(204);
    expect(receiver.received.slice(before).map(({ raw }) => raw.toString())).toEqual([payload]);
    running.process.kill('SIGINT');
    await running.ended;
  });
});
