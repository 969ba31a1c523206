import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, serve } from '../../src/core/http/serve.js';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import { http } from '../support/http.js';
import { manualClock } from '../support/program/clock.js';

/** A service whose IDs are not UUIDs: what it answers is what the next command is given. */

let at: EmulatorMachine;
let service: HttpServer;
let env: Record<string, string>;

const toOdd = (text: string): string =>
  text.replaceAll(/\b([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})\b/g, 'Odd_$1$2$3$4$5');
const fromOdd = (text: string): string =>
  text.replaceAll(/Odd_([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})/g, '$1-$2-$3-$4-$5');

beforeAll(async () => {
  at = await newEmulatorMachine();
  service = await serve({
    handler: async ({ method, path, headers, body }) => {
      const kept = ['authorization', 'content-type', 'idempotency-key', 'if-match'] as const;
      const passed = Object.fromEntries(
        kept.flatMap((name): [string, string][] => {
          const value = headers.get(name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
      const sent = { headers: passed, ...(body.length === 0 ? {} : { body: fromOdd(body.toString('utf8')) }) };
      const answer = await http(at.emulator.url, method, fromOdd(path), sent);
      const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
      const etag = answer.headers['etag'];
      return {
        status: answer.status,
        headers: [
          ['Content-Type', answer.headers['content-type'] ?? 'text/plain'],
          ...(etag === undefined ? [] : [['ETag', etag] as const]),
        ],
        body: isJson ? toOdd(answer.bytes.toString('utf8')) : answer.bytes,
      };
    },
  });
  env = { ...at.live(), ESIGN_BASE_URL: service.url };
});

afterAll(async () => {
  await service.close();
  await at.close();
});

const run = async (...argv: string[]): Promise<string> => (await at.ok([...argv, '--yes'], { env })).stdout.trim();

describe('an ID that is not a UUID', () => {
  let template: string;
  let envelope: string;

  it('of a template is taken by what follows', async () => {
    template = await run('template', 'create', 'agreement.pdf', '-q');
    expect(template).toMatch(/^Odd_/);
    expect(await run('template', 'get', template, '--jq', '.id')).toBe(template);
    await run('template', 'pull', template, '-o', at.path('names.yaml'));
    const names = readFileSync(at.path('names.yaml'), 'utf8');
    writeFileSync(at.path('names.yaml'), names.replace('label: Telephone', 'label: Mobile'));
    expect(JSON.parse(await run('template', 'push', at.path('names.yaml')))).toMatchObject({ changed: true });
  });

  it('of an envelope is taken by what follows', async () => {
    envelope = await run('envelope', 'create', '--template', template, ...people, '--send', '-q');
    expect(envelope).toMatch(/^Odd_/);
    expect(JSON.parse(await run('envelope', 'get', envelope))).toMatchObject({ id: envelope, status: 'sent' });
    await run('envelope', 'draft', envelope, '-o', at.path('draft.pdf'));
    expect(existsSync(at.path('draft.pdf'))).toBe(true);
    // Each pause ends at once, so the clock has to move with it, or the second would be full of requests.
    const clock = manualClock({ start: Date.now(), auto: true });
    const waited = await at.run(['envelope', 'wait', envelope, '--until', 'sealed', '--max-wait', '1s'], {
      env,
      clock,
    });
    expect(waited.code).toBe(12);
    expect(JSON.parse(await run('envelope', 'void', envelope, '--reason', 'Sold'))).toMatchObject({ status: 'voided' });
  });

  it('of an embedded recipient is taken by what follows', async () => {
    const embedded = people.map((each) => (each.startsWith('role') ? `${each},embedded=true` : each));
    const made = JSON.parse(await run('envelope', 'create', '--template', template, ...embedded, '--send'));
    const [{ id }] = made.recipients as readonly [{ readonly id: string }];
    expect(await run('envelope', 'signing-url', made.id, id, '--print')).toContain('http');
  });

  it('of a webhook endpoint is taken by what follows', async () => {
    const flags = ['--url', 'https://hooks.example.com/a', '--event', 'envelope.sent', '--secret-file'];
    const webhook = await run('webhook', 'register', ...flags, at.path('secret'), '-q');
    expect(webhook).toMatch(/^Odd_/);
    expect(JSON.parse(await run('webhook', 'update', webhook, '--disable'))).toMatchObject({ active: false });
    expect(JSON.parse(await run('webhook', 'delete', webhook))).toEqual({ id: webhook, deleted: true });
  });

  it('is a row of a list that is sent', async () => {
    at.write('rows.csv', 'Tenant.name,Tenant.email,Landlord.name,Landlord.email\nA,a@x.test,B,b@x.test\n');
    const lines = await run('envelope', 'create', '--template', template, '--rows', at.path('rows.csv'), '--send');
    expect(lines).toMatch(/"status":"created","envelope_id":"Odd_/);
  });

  it('is not found as any other, and with --strict it is refused before it is sent', async () => {
    const unknown = 'env_00000001';
    expect((await at.run(['envelope', 'get', unknown, '--json'], { env })).error()).toMatchObject({ exit_code: 4 });
    const strict = await at.run(['envelope', 'void', unknown, '--reason', 'Sold', '--yes', '--strict', '--json'], {
      env,
    });
    expect([strict.code, strict.error().message]).toEqual([2, expect.stringContaining('must be a uuid')]);
  });
});
