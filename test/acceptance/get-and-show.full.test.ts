import { beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { shared } from '../support/shared.js';

const at = shared(newEmulatorMachine);
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { live } = at.organisation;
  const template = await createTemplate(live);
  const register = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sent', '-q'];
  const { stdout } = await at.ok([...register, '--secret-file', 'hook.secret']);
  ids = { template: template.id, envelope: (await createEnvelope(live, template)).id, webhook: stdout.trim() };
});

describe.each(['template', 'envelope', 'webhook'])('%s', (noun) => {
  it("`get` prints the service's own JSON on a terminal too, and `show` is for people", async () => {
    const path = { template: 'templates', envelope: 'envelopes', webhook: 'webhooks' }[noun] ?? '';
    const { body } = await at.organisation.live(`GET /api/v1/${path}/${ids[noun]}`);
    const got = await at.ok([noun, 'get', ids[noun] ?? ''], { terminal: true, columns: 100 });
    expect(got.json()).toEqual(body);
    expect(got.stdout).toContain('\n  "id": "');
    const shown = await at.ok([noun, 'show', ids[noun] ?? ''], { terminal: true, columns: 100 });
    expect(shown.stdout).not.toContain('{');
  });
});
