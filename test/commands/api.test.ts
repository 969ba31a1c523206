import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, json, refusal, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine, type RunOptions } from '../support/program.js';

const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
const recipient = '9b0c9a52-6d1e-4b77-9a55-0c2f7a1f9b11';
const test = `acme_test_${'t'.repeat(43)}`;
const live = `acme_live_${'l'.repeat(43)}`;
let machine: Machine;
let service: FakeService;
beforeEach(async () => {
  machine = newMachine();
  service = await startFakeService();
});
afterEach(async () => {
  await service.close();
  machine.remove();
});

const api = (argv: readonly string[], options: RunOptions = {}, key = test): ReturnType<Machine['run']> =>
  machine.run(['api', ...argv], {
    ...options,
    env: { ESIGN_API_KEY: key, ESIGN_BASE_URL: service.url, ...options.env },
  });

describe('esign api', () => {
  it('reaches an operation by method and path, with or without the part before it', async () => {
    for (const path of ['/api/v1/templates?limit=5', '/templates?limit=5', 'templates?limit=5']) {
      expect((await api(['GET', path])).code).toBe(0);
    }
    expect((await api(['get', '/api/v1/templates', '--query', 'limit=5'])).code).toBe(0);
    expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(4).fill('GET /api/v1/templates?limit=5'),
    );
  });

  it('reaches it by name, with the parameters in the order of the path', async () => {
    service.answer(() => json(200, { url: 'https://sign.example.test/s/abc', expires_at: '2026-01-01T00:00:00Z' }));
    await api(['mintSigningUrl', id, recipient]);
    expect(service.asked[0]).toMatchObject({
      method: 'POST',
      path: `/api/v1/envelopes/${id}/recipients/${recipient}/signing-url`,
    });
  });

  it('prefers a literal path to a parameter', async () => {
    service.answer(() => json(200, { rows: [] }));
    await api(['POST', '/envelopes/batches', '--input', '-'], { stdin: '{"template_id":"x","rows":[]}' });
    expect(service.asked[0]?.path).toBe('/api/v1/envelopes/batches');
  });

  it('answers with the service’s own JSON', async () => {
    service.answer(() => json(200, { id, status: 'sent', never_heard_of: { a: 1 } }));
    expect((await api(['getEnvelope', id])).json()).toEqual({ id, status: 'sent', never_heard_of: { a: 1 } });
    expect((await api(['getEnvelope', id, '--jq', '.never_heard_of.a'])).stdout).toBe('1\n');
  });

  it('builds the body from fields, a file, or both, and lets the service validate it', async () => {
    writeFileSync(join(machine.folder, 'body.json'), '{"url":"https://a.example.test","events":["envelope.sent"]}');
    service.answer(() => json(201, { id }));
    await api(['registerWebhook', '--input', 'body.json', '-F', 'brand_id:=null', '-F', 'nonsense=1']);
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual({
      url: 'https://a.example.test',
      events: ['envelope.sent'],
      brand_id: null,
      nonsense: '1',
    });
  });

  it('mints an Idempotency-Key, or sends the one that is given', async () => {
    service.answer(() => json(200, { id, status: 'voided' }));
    await api(['voidEnvelope', id, '-F', 'reason=x', '--yes']);
    await api(['voidEnvelope', id, '-F', 'reason=x', '--yes', '--header', 'Idempotency-Key: mine']);
    expect(service.asked[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.asked[1]?.headers.get('idempotency-key')).toBe('mine');
  });

  it('sends no other header', async () => {
    expect((await api(['getEnvelope', id, '--header', 'Authorization: Bearer x'])).code).toBe(2);
    expect(service.asked).toHaveLength(0);
  });

  it('prints the request under --dry-run, key masked, and sends nothing', async () => {
    const ran = await api(['voidEnvelope', id, '-F', 'reason=Wrong tenant', '--dry-run', '--json']);
    expect(ran.json()).toMatchObject({
      dry_run: true,
      requests: [
        { method: 'POST', url: `${service.url}/api/v1/envelopes/${id}/void`, body: { reason: 'Wrong tenant' } },
      ],
    });
    expect(ran.stdout).not.toContain(test);
    expect(service.asked).toHaveLength(0);
  });

  it('hides a signing URL unless it is asked for', async () => {
    service.answer(() =>
      json(200, { url: 'https://sign.example.test/s/very-secret-token', expires_at: '2026-01-01T00:00:00Z' }),
    );
    const hidden = await api(['mintSigningUrl', id, recipient, '--debug-bodies']);
    expect(hidden.stdout + hidden.stderr).not.toContain('very-secret-token');
    expect((await api(['mintSigningUrl', id, recipient, '--print'])).json()).toMatchObject({
      url: 'https://sign.example.test/s/very-secret-token',
    });
  });

  it('traces bodies with --debug-bodies alone', async () => {
    service.answer(() => json(200, { data: [{ id, name: 'Lease of Thandi' }], next_cursor: null }));
    const plain = await api(['listTemplates', '-q', '--debug']);
    expect(plain.stderr).toContain('> GET ');
    expect(plain.stderr).not.toContain('Thandi');
    expect((await api(['listTemplates', '-q', '--debug-bodies'])).stderr).toContain('Lease of Thandi');
  });

  it('writes a PDF only to a given file', async () => {
    const pdf = '%PDF-1.7\nhello\n%%EOF\n';
    service.answer(() => ({ status: 200, headers: [['Content-Type', 'application/pdf']], body: Buffer.from(pdf) }));
    expect((await api(['getEnvelopeDraft', id, '1'])).code).toBe(2);
    expect((await api(['getEnvelopeDraft', id, '1', '-o', 'draft.pdf'])).code).toBe(0);
    expect(readFileSync(join(machine.folder, 'draft.pdf'), 'utf8')).toBe(pdf);
    expect((await api(['getEnvelopeDraft', id, '1', '-o', '-'])).stdout).toBe(pdf);
    expect((await api(['getEnvelopeDraft', id, '1', '-o', 'draft.pdf'])).code).toBe(2);
  });

  it('sends no key where the service asks for none', async () => {
    service.answer(() => json(200, { openapi: '3.1.0', info: { version: '0.2.0' } }));
    const ran = await machine.run(['api', 'getSpecification'], { env: { ESIGN_BASE_URL: service.url } });
    expect(ran.code).toBe(0);
    expect(service.asked[0]?.headers.get('authorization')).toBeUndefined();
  });

  it.each([
    [['getEnvelop', id], 'unknown_operation', /Did you mean "getEnvelope"/],
    [['GET', '/nothing'], 'unknown_operation', /--list/],
    [['GET'], 'missing_argument', /esign api GET/],
    [['getEnvelope'], 'missing_argument', /esign api getEnvelope ENVELOPEID/],
    [['getEnvelope', id, id], 'too_many_arguments', /esign api getEnvelope ENVELOPEID/],
    [[], 'missing_argument', /--list/],
    [['voidEnvelope', id, '-F', 'reason'], 'invalid_value', /name|reason=/],
    [['voidEnvelope', id, '-F', 'reason:={'], 'invalid_value', /./],
  ] as const)('%j is a usage error that says what to type', async (argv, code, hint) => {
    const ran = await api([...argv, '--json']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.error()).toMatchObject({ code });
    expect(ran.error().hint).toMatch(hint);
    expect(service.asked).toHaveLength(0);
  });
});

describe('a live key', () => {
  const voiding = ['voidEnvelope', id, '-F', 'reason=x'];
  beforeEach(() => service.answer(() => json(200, { id, status: 'voided' })));

  it('is visible on every write, and silent under --json', async () => {
    expect((await api([...voiding, '--yes'], {}, live)).stderr).toBe(`LIVE ${service.url}\n`);
    expect((await api([...voiding, '--yes', '--json'], {}, live)).stderr).toBe('');
    expect((await api([...voiding, '--yes'])).stderr).toBe('');
  });

  it('needs --yes without a terminal, and sends nothing without it', async () => {
    const ran = await api([...voiding, '--json'], {}, live);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'confirmation_needed', hint: 'Add --yes to confirm.' });
    expect(service.asked).toHaveLength(0);
  });

  it('asks on a terminal, and a no ends with 130 and nothing sent', async () => {
    const answer = async (word: string): Promise<number> => {
      const { terminal, ended } = machine.start(['api', ...voiding], {
        terminal: true,
        env: { ESIGN_API_KEY: live, ESIGN_BASE_URL: service.url },
      });
      while (!terminal.stderr().includes('Continue?')) await new Promise((resolve) => setImmediate(resolve));
      expect(terminal.stderr()).toContain('This withdraws the envelope for everybody.');
      terminal.type(`${word}\n`);
      return (await ended).code;
    };
    expect(await answer('n')).toBe(130);
    expect(service.asked).toHaveLength(0);
    expect(await answer('y')).toBe(0);
    expect(service.asked).toHaveLength(1);
  });

  it('asks for everything that cannot be taken back, and for no read', async () => {
    const acts: readonly (readonly string[])[] = [
      ['sendEnvelope', id],
      ['createEnvelope', '-F', 'send:=true'],
      ['createOneOffEnvelope', '-F', 'send:=true'],
      ['createEnvelopeBatch'],
      ['cancelAuthorisation', id, '-F', 'reason=x'],
      ['revokeAuthorisation', id, '-F', 'reason=x'],
      ['deleteWebhook', id],
      ['rotateWebhookSecret', id],
    ];
    for (const act of acts) expect((await api([...act, '--json'], {}, live)).error().code).toBe('confirmation_needed');
    expect(service.asked).toHaveLength(0);
    expect((await api(['getEnvelope', id], {}, live)).code).toBe(0);
  });

  it('with a key of an unknown kind counts as live', async () => {
    expect((await api([...voiding, '--json'], {}, 'x'.repeat(40))).error().code).toBe('confirmation_needed');
  });
});

describe('what a service may do to a terminal', () => {
  it('is nothing: escapes in answers and messages are shown, secrets masked', async () => {
    service.answer(() => json(200, { id, title: 'a\u001b[2J\u202eb' }));
    const shown = await api(['getEnvelope', id], { terminal: true });
    for (const steering of ['\u001b', '\u202e']) expect(shown.stdout).not.toContain(steering);
    expect(shown.json()).toEqual({ id, title: 'a\u001b[2J\u202eb' });
    service.answer(() => refusal(422, 'bad\u001b[0m_code', `Your key ${test} \u001b]0;x\u0007 is odd.`));
    const refused = await api(['getEnvelope', id], { terminal: true, env: { NO_COLOR: '1' } });
    expect(refused.code).toBe(5);
    for (const steering of ['\u001b', '\u0007']) expect(refused.stderr).not.toContain(steering);
    expect(refused.stderr).not.toContain(test);
  });
});
