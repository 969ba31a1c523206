import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../../support/agreement.js';
import { type Receiver, startReceiver } from '../../support/listening/deliveries.js';
import { day, hour } from '../../support/emulator.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template, Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: Template;
let receiver: Receiver;
let endpoint: Webhook;

beforeAll(async () => {
  template = await createTemplate(at.organisation.live);
});
beforeEach(async () => {
  receiver = await startReceiver();
  const body = { url: receiver.url, events: ['envelope.sent'] };
  endpoint = (await at.organisation.live<Webhook>('POST /api/v1/webhooks', body)).body;
});
afterEach(async () => {
  await at.organisation.live(`DELETE /api/v1/webhooks/${endpoint.id}`);
  await receiver.close();
});

/** A delivery that fails until its ladder is used up. */
const giveUpOne = async (): Promise<void> => {
  receiver.answer(500);
  await createEnvelope(at.organisation.live, template, { send: true });
  await at.emulator.advance(35 * hour);
};
type Checked = { ok: boolean; data: { id: string; state: string; why: string | null }[] };

describe('webhook check', () => {
  it('ends with 0 when all is well, and when there is nothing to check', async () => {
    const ran = await at.ok(['webhook', 'check', '--json']);
    expect(ran.json<Checked>()).toMatchObject({ ok: true, data: [{ id: endpoint.id, state: 'ok', why: null }] });
    await at.organisation.live(`DELETE /api/v1/webhooks/${endpoint.id}`);
    const none = await at.ok(['webhook', 'check'], { terminal: true });
    expect(none.stdout).toContain('No webhook endpoints');
    const warning = 'The service has no webhook endpoints, so nothing was checked.';
    expect(none.stderr.replaceAll(/\s+/g, ' ')).toContain(warning);
    expect((await at.ok(['webhook', 'check', '--json'])).json()).toMatchObject({ ok: true, warnings: [warning] });
    expect((await at.run(['webhook', 'check', '--fail-empty', '--json'])).error()).toMatchObject({ exit_code: 4 });
  });

  it('ends with 9 and names the endpoint that gave up on a delivery, unless that is still fine', async () => {
    await giveUpOne();
    const ran = await at.run(['webhook', 'check', '--json']);
    expect(ran.code).toBe(9);
    expect(ran.json<Checked>()).toMatchObject({ ok: false, data: [{ id: endpoint.id, state: 'failing' }] });
    expect(ran.error()).toMatchObject({ code: 'endpoints_failing', exit_code: 9 });
    expect(ran.error().hint).toContain('1 delivery failed, no delivery has succeeded');
    expect((await at.run(['webhook', 'check', endpoint.id, '--max-failures', '1'])).code).toBe(0);
  });

  it('ends with 9 on a disabled one, with the service’s reason and the command that revives it', async () => {
    receiver.answer(500);
    for (let index = 0; index < 8; index += 1) {
      await createEnvelope(at.organisation.live, template, { send: true });
      await at.emulator.advance(day);
    }
    const ran = await at.run(['webhook', 'check', '--max-failures', '99'], { terminal: true, columns: 200 });
    expect(ran.code).toBe(9);
    expect(ran.stdout).toContain('disabled');
    expect(ran.stderr).toContain(`esign webhook update ${endpoint.id} --enable`);
    await at.ok(['webhook', 'enable', endpoint.id]);
    expect((await at.run(['webhook', 'check'])).code).toBe(0);
  });

  it('ends with 4 for one that is gone, and with 2 for a wrong flag', async () => {
    expect((await at.run(['webhook', 'check', '4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b'])).code).toBe(4);
    expect((await at.run(['webhook', 'check', 'nonsense'])).code).toBe(2);
    expect((await at.run(['webhook', 'check', '--max-failures', 'many'])).code).toBe(2);
  });
});

describe('webhook check --format prometheus', () => {
  const metric = (text: string, name: string): string | undefined =>
    new RegExp(`^esign_webhook_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];

  it('tells of each endpoint by its id and host, and nothing of the path', async () => {
    const { stdout, code } = await at.run(['webhook', 'check', '--format', 'prometheus']);
    expect(code).toBe(0);
    const labels = `{id="${endpoint.id}",host="${new URL(endpoint.url).host}"}`;
    expect(stdout).toContain('# TYPE esign_webhook_ok gauge\n');
    expect(stdout).toContain(`\nesign_webhook_ok${labels} 1\n`);
    expect(stdout).toContain(`\nesign_webhook_consecutive_failures${labels} 0\n`);
    expect([metric(stdout, 'check_success'), metric(stdout, 'endpoints')]).toEqual(['1', '1']);
    expect(metric(stdout, 'last_success_timestamp_seconds')).toBeUndefined();
    expect(stdout).not.toContain(new URL(endpoint.url).pathname.slice(1));
    // Every line is a comment or a sample, as the format has them.
    for (const line of stdout.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? \d+(\.\d+)?)$/,
      );
    }
  });

  it('tells the same failure in numbers, with the same code', async () => {
    await giveUpOne();
    const ran = await at.run(['webhook', 'check', '--format', 'prometheus']);
    expect([ran.code, metric(ran.stdout, 'ok'), metric(ran.stdout, 'consecutive_failures')]).toEqual([9, '0', '1']);
    expect(Number(metric(ran.stdout, 'last_failure_timestamp_seconds'))).toBeGreaterThan(1_700_000_000);
  });

  it('says that nothing is known when the service cannot be asked, in the file too, whole and in the place of the old', async () => {
    at.write('esign.prom', '# HELP esign_webhook_check_success Old.\n');
    const words = ['webhook', 'check', '--format', 'prometheus', '-o', 'esign.prom'];
    await at.ok(words);
    const before = readFileSync(at.path('esign.prom'), 'utf8');
    expect([metric(before, 'check_success'), metric(before, 'ok')]).toEqual(['1', '1']);
    const env = { ESIGN_BASE_URL: 'http://127.0.0.1:1', ESIGN_API_KEY: at.organisation.liveKey };
    const ran = await at.run([...words, '--retry-for', '1s'], { env });
    expect([ran.code, ran.stdout]).toEqual([8, '']);
    const after = readFileSync(at.path('esign.prom'), 'utf8');
    expect([metric(after, 'check_success'), metric(after, 'ok')]).toEqual(['0', undefined]);
  });

  it('-o without it is refused', async () => {
    expect((await at.run(['webhook', 'check', '-o', 'x.prom'])).code).toBe(2);
    expect((await at.run(['webhook', 'check', '--format', 'xml'])).code).toBe(2);
  });
});
