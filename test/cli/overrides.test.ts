import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, json, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine, type Ran } from '../support/program.js';

const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const envelope = {
  id,
  status: 'sent',
  template_id: null,
  title: 'Lease',
  created_at: '2026-03-01T08:00:00Z',
  sent_at: '2026-03-01T08:00:00Z',
  expires_at: null,
  signers: [{ id, role: 'Tenant', name: 'Thandi', mail: 'thandi@example.test', reference: 'unit 7' }],
};

let machine: Machine;
let service: FakeService;
beforeAll(() => {
  machine = newMachine();
});
afterAll(() => machine.remove());
beforeEach(async () => {
  service = await startFakeService();
  service.answer(() => json(202, envelope));
});
afterEach(() => service.close());

const folder = (): string => machine.env['ESIGN_CONFIG_DIR'] ?? '';
function correct(lines: Readonly<Record<string, unknown>>, address = service.url): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), 'overrides.json'), JSON.stringify({ [address]: lines }));
}
const run = (...words: readonly string[]): Promise<Ran> =>
  machine.run(words, { env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' } });

const lines = {
  'sendEnvelope.path': '/v2/envelopes/{envelopeId}/dispatch',
  'sendEnvelope.status': 202,
  'sendEnvelope.answer.recipients': 'signers',
  'sendEnvelope.answer.recipients[].email': 'mail',
  'voidEnvelope.body.reason': 'comment',
};

describe('an override file', () => {
  it('leads a command to the corrected path, and back to the names that it knows', async () => {
    const before = await run('envelope', 'send', id, '--yes', '--json');
    expect([before.code, before.error().code]).toEqual([8, 'unexpected_answer']);
    correct(lines);
    const ran = await run('envelope', 'send', id, '--yes', '--json', '--debug-bodies');
    expect([ran.code, service.asked.at(-1)?.path]).toEqual([0, `/v2/envelopes/${id}/dispatch`]);
    expect(ran.json()).toMatchObject({ recipients: [{ email: 'thandi@example.test', reference: 'unit 7' }] });
    expect(ran.stderr).toContain('- corrected here: sendEnvelope.path is /v2/envelopes/{envelopeId}/dispatch');
    expect(ran.stderr).not.toContain('comment');
  });

  it('changes no key that is derived from the request', async () => {
    const words = ['envelope', 'void', id, '--reason', 'sold', '--idempotency-key', 'auto', '--dry-run', '--json'];
    const key = (ran: Ran): unknown => ran.json<{ headers: Record<string, string> }>().headers['Idempotency-Key'];
    correct({});
    const before = await run(...words);
    correct({ 'voidEnvelope.path': '/v2/envelopes/{envelopeId}/annul', 'voidEnvelope.body.reason': 'comment' });
    const after = await run(...words);
    expect(after.stdout).toContain('/annul');
    expect([after.code, key(after)]).toEqual([0, key(before)]);
  });

  it('is what --dry-run shows and what is sent', async () => {
    correct(lines);
    const words = ['envelope', 'void', id, '--reason', 'Sold', '--json'];
    const { body } = (await run(...words, '--dry-run')).json<{ body: unknown }>();
    expect(body).toEqual({ comment: 'Sold' });
    await run(...words, '--yes');
    expect(service.asked.at(-1)?.body).toBe('{"comment":"Sold"}');
  });

  it('changes nothing at another address', async () => {
    correct(lines, 'https://api.example.test');
    await run('envelope', 'send', id, '--yes');
    expect(service.asked.at(-1)?.path).toBe(`/api/v1/envelopes/${id}/send`);
  });

  it.each<[unknown, string]>([
    [{ 'sendEnvelope.path': '/x' }, '`sendEnvelope.path` must have {envelopeId} once'],
    ['{', 'it is not valid JSON'],
  ])('that is broken stops everything with 2, before a byte leaves: %j', async (content, told) => {
    correct({});
    if (typeof content === 'string') writeFileSync(join(folder(), 'overrides.json'), content);
    else correct(content as Readonly<Record<string, unknown>>);
    const ran = await run('envelope', 'send', id, '--yes', '--json');
    expect([ran.code, ran.error().code]).toEqual([2, 'overrides_broken']);
    expect(ran.error().message).toContain(told);
    expect(service.asked).toEqual([]);
  });

  it('is known to esign api by its path, and leaves both names of a property free', async () => {
    correct(lines);
    const path = `/v2/envelopes/${id}/dispatch`;
    for (const words of [
      ['POST', path],
      ['POST', `/api/v1/envelopes/${id}/send`],
      ['sendEnvelope', id],
    ]) {
      const ran = await run('api', ...words, '--json', '--yes');
      expect([ran.code, service.asked.at(-1)?.path]).toEqual([0, path]);
    }
    for (const name of ['reason', 'comment']) {
      await run('api', 'voidEnvelope', id, '-F', `${name}=Sold`, '--yes');
      expect(service.asked.at(-1)?.body).toBe('{"comment":"Sold"}');
    }
    expect((await run('api', 'GET', path)).code).toBe(2);
  });

  it('is shown by whoami, line by line, and not for another address', async () => {
    correct(lines);
    service.answer(() => json(200, { data: [], next_cursor: null }));
    const shown = (await run('whoami', '--json')).json<{ overrides: unknown }>();
    expect(shown.overrides).toEqual({ file: join(folder(), 'overrides.json'), lines });
    const seen = await machine.run(['whoami', '--offline'], {
      env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' },
      terminal: true,
      columns: 120,
    });
    expect(seen.stdout).toMatch(/^Overridden +sendEnvelope\.status is 202$/m);
    correct(lines, 'https://api.example.test');
    expect((await run('whoami', '--json')).json<{ overrides: unknown }>().overrides).toBeNull();
  });
});
