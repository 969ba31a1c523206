import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeService, json, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine } from '../support/program.js';

let service: FakeService;
let machine: Machine;
let env: Readonly<Record<string, string>>;
const id = '11111111-1111-4111-8111-111111111111';
beforeAll(async () => {
  service = await startFakeService();
  machine = newMachine();
  env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'sk_test_abcdefghijklmnop' };
});
afterAll(async () => {
  machine.remove();
  await service.close();
});

describe('a response whose texts are something else', () => {
  const envelope = { id, status: null, template_id: id, title: null, created_at: null, recipients: [] };

  it('is what a command that stumbles over it blames, and no bug of its own', async () => {
    service.answer(() => json(200, envelope));
    const ran = await machine.run(['envelope', 'show', id], { terminal: true, env });
    expect([ran.code, ran.stderr]).toEqual([
      8,
      expect.stringMatching(/^Error: The response of the service to getEnvelope is not as described: `status`\s/),
    ]);
    expect(ran.stderr).not.toContain('This is a bug');
  });

  it('does not hide that a write succeeded', async () => {
    service.answer(() => json(201, { ...envelope, recipients: [{ id, status: null }] }));
    const recipient = ['--recipient', 'role=Tenant,name=T,email=t@example.test'];
    const ran = await machine.run(['envelope', 'create', '--template', id, ...recipient, '--json'], { env });
    expect([ran.code, ran.error()]).toEqual([
      8,
      expect.objectContaining({
        code: 'unexpected_answer',
        operation: 'createEnvelope',
        hint: expect.stringContaining('succeeded, so do not send it again') as unknown,
      }),
    ]);
  });
});

describe('a response that words could say something false of', () => {
  const hook = { id, url: 'https://app.example/hooks', subscribed_events: [], active: 'false', secret: 'whsec_once' };

  it('fails a read, also for a program', async () => {
    service.answer(() => json(200, hook));
    for (const words of [[], ['--json']]) {
      const ran = await machine.run(['webhook', 'get', id, ...words], { terminal: true, env });
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([8, '', expect.stringContaining('`active`')]);
    }
  });

  it('is shown as JSON after a write, which may hold a secret that is shown once', async () => {
    service.answer(() => json(201, hook));
    const words = ['webhook', 'register', '--url', hook.url, '--event', 'envelope.sent'];
    const ran = await machine.run(words, { terminal: true, env });
    expect([ran.code, JSON.parse(ran.stdout), ran.stderr]).toEqual([
      0,
      expect.objectContaining(hook),
      expect.stringMatching(/Warning: The response of the service to registerWebhook is not as described:\s+`active`/),
    ]);
  });
});
