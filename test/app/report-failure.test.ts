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
    const ran = await machine.run(['envelope', 'get', id], { terminal: true, env });
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
