import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { expectRefusal } from '../../support/emulator.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

describe('emulator log requests', () => {
  it('tells why a request was refused and by which rule, without a key', async () => {
    await at.organisation.live('GET /api/v1/templates');
    expectRefusal(
      await at.organisation.live('POST /api/v1/templates', { name: "It's" }),
      400,
      'idempotency_key_required',
    );
    const ran = await at.ok(['emulator', 'log', 'requests', '--refused', '--json']);
    const { data } = ran.json<{ data: readonly object[] }>();
    expect(data).toMatchObject([
      {
        operation: 'createTemplate',
        method: 'POST',
        status: 400,
        body: '{"name":"It\'s"}',
        refusal: { code: 'idempotency_key_required', message: expect.any(String), rule: expect.any(String) },
      },
    ]);
    expect(ran.stdout).not.toContain(at.organisation.liveKey);
    const all = await at.ok(['emulator', 'log', 'requests'], { terminal: true, columns: 160 });
    expect(all.stdout).toContain('GET /api/v1/templates');
  });

  it('--curl gives lines that a shell reads as they were sent', async () => {
    const { stdout } = await at.ok(['emulator', 'log', 'requests', '--refused', '--curl']);
    const script = `curl() { printf '%s\\n' "$@"; }\n${stdout}`;
    const said = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ESIGN_API_KEY: 'the-key' } }).stdout;
    expect(said.split('\n')).toEqual(
      expect.arrayContaining([
        '--globoff',
        '--path-as-is',
        'Authorization: Bearer the-key',
        '{"name":"It\'s"}',
        `${at.emulator.url}/api/v1/templates`,
      ]),
    );
  });

  it('on a terminal puts why under the request, however narrow it is', async () => {
    const { stdout } = await at.ok(['emulator', 'log', 'requests', '--refused'], { terminal: true, columns: 60 });
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      expect.stringMatching(/  400  POST \/api\/v1\/templates$/),
      '    idempotency_key_required: Missing header',
      '    Idempotency-Key, which this operation requires.',
      '    The operation takes an Idempotency-Key and none was',
      '    sent.',
      '    Assumption A7 [create-template.operation]',
      '',
    ]);
  });

  it('--har gives a file that holds the refusal and its place, without a key', async () => {
    const { stdout } = await at.ok(['emulator', 'log', 'requests', '--refused', '--har']);
    const { log } = JSON.parse(stdout) as { log: { version: string; entries: { comment: string }[] } };
    expect([log.version, log.entries.length]).toEqual(['1.2', 1]);
    expect(log.entries[0]?.comment).toContain('Assumption A7 [create-template.operation]. (assumed (A7))');
    expect(stdout).toContain('Bearer ***');
    expect(stdout).not.toContain(at.organisation.liveKey);
    for (const form of ['--curl', '--har']) {
      const ran = await at.run(['emulator', 'log', 'requests', form, '--jq', '.data', '--json']);
      expect([ran.code, ran.error().message]).toEqual([2, `${form} and --jq cannot be used together.`]);
    }
    const both = await at.run(['emulator', 'log', 'requests', '--har', '--curl']);
    expect(both.code).toBe(2);
  });

  it('holds no key that stood where none belongs: in the query, the body or another header', async () => {
    const { liveKey } = at.organisation;
    // The body of a request without a valid key is never read, so this one carries a key.
    const authorization = `Bearer ${liveKey}`;
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': liveKey, Authorization: authorization };
    const body = JSON.stringify({ name: liveKey, note: 'for live_viewing_of_the_document' });
    const refused = await fetch(`${at.emulator.url}/api/v1/templates?api_key=${liveKey}`, {
      method: 'POST',
      headers,
      body,
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    for (const escaped of [liveKey.replaceAll('_', '%5F'), `${liveKey.replaceAll('_', '%5f')}%zz`])
      await fetch(`${at.emulator.url}/api/v1/templates?api_key=${escaped}`);
    for (const form of ['--curl', '--har', '--json']) {
      const { stdout } = await at.ok(['emulator', 'log', 'requests', form]);
      expect(stdout).toContain('templates?api_key=');
      expect(stdout).toContain('live_viewing_of_the_document');
      expect(stdout).not.toContain(liveKey.slice(-20));
    }
  });

  it('shows nothing that steers a terminal, in whatever form', async () => {
    await fetch(`${at.emulator.url}/api/v1/templates`, { method: 'POST', body: '{"name":"\u009b31m \u202e"}' });
    for (const form of ['--curl', '--har', '--json']) {
      const { stdout } = await at.ok(['emulator', 'log', 'requests', form]);
      expect(stdout).not.toMatch(/[\u007f-\u009f\u202e]/);
    }
  });

  it('names the fault applied to a request, and missing notifications', async () => {
    await at.ok(['emulator', 'fault', 'operation', 'listWebhooks', '--reset', '--count', '3']);
    await at.run(['webhook', 'list', '--timeout', '5s']);
    const { stdout } = await at.ok(['emulator', 'log', 'requests', '--tsv']);
    expect(stdout).toContain('\tGET /api/v1/webhooks\tfault reset, no response');
  });
});
