import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyDelivery } from '../../src/domain/webhook/verifier.js';
import { bin, type Esign, newEsign } from '../support/esign.js';

/**
 * The whole way of an agent: a form in, a sealed document and a certified receiver out, by the tools alone, with the
 * client of the protocol's own kit.
 */

let esign: Esign;
let client: Client;

beforeAll(async () => {
  esign = newEsign({ within: true });
  await esign.emulator();
  const args = [bin, 'mcp', '--allow-writes'];
  client = new Client({ name: 'walk', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: esign.env, cwd: esign.folder, stderr: 'ignore' }),
  );
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  await esign.remove();
});

type Json = Record<string, unknown>;

async function call(name: string, given: Json = {}): Promise<Json> {
  const answer = await client.callTool({ name, arguments: given });
  const [first] = answer.content as { readonly text?: string }[];
  expect([name, answer.isError ?? false, answer.isError === true ? first?.text : '']).toEqual([name, false, '']);
  return JSON.parse(first?.text ?? '') as Json;
}

/** The result of a tool that succeeded. */
async function command<T>(name: string, given?: Json): Promise<T> {
  const { result, exit_code } = await call(name, given);
  expect([name, exit_code]).toEqual([name, 0]);
  return result as T;
}

it('goes from a form to a sealed document', async () => {
  const inspected = await command<{ data: { refused: null; fields: { label: string }[] }[] }>('template_inspect', {
    file: ['agreement.pdf'],
  });
  expect(inspected.data[0]?.fields.length).toBeGreaterThan(3);

  const { id: template } = await command<{ id: string }>('template_create', {
    name: 'Agreement',
    file: ['agreement.pdf'],
  });
  const { file } = await command<{ file: string }>('template_pull', {
    template,
    output: 'agreement.yaml',
  });
  expect(await command('template_diff', { file })).toMatchObject({ in_step: true });
  writeFileSync(join(esign.folder, 'values.yaml'), 'tenant.full_name: Thandi Mokoena\n');
  const checked = await call('values_check', { file: 'values.yaml', template });
  expect(checked).toMatchObject({ exit_code: expect.any(Number) });

  const { id } = await command<{ id: string }>('envelope_create', {
    template,
    recipients: [
      { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
      { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
    ],
  });
  await command('envelope_send', { envelope: id });
  const { data: drafts } = await command<{ data: object[] }>('envelope_nudge', { envelope: id });
  expect(JSON.stringify(drafts)).toContain('mailto:thandi');
  writeFileSync(join(esign.folder, 'app.csv'), `id,status\n${id},completed\n`);
  expect(await call('envelope_reconcile', { file: 'app.csv' })).toMatchObject({
    exit_code: 6,
    result: { compared: 1, data: [{ type: 'difference', id }] },
  });
  const mail = await command<{ data: { to: string }[] }>('emulator_inbox_list', { envelope: id });
  expect(JSON.stringify(mail)).not.toContain('--print');
  expect(JSON.stringify(mail)).toContain('thandi@example.test');
  await command('emulator_sign', { envelope: id });
  await command('emulator_clock_advance', { duration: '1h' });
  const signed = await command<{ status: string }>('emulator_sign', { envelope: id });
  expect(signed.status).toBe('completed');
  await command('emulator_clock_advance', { to: 'next' });

  const late = await client.callTool({
    name: 'envelope_wait',
    arguments: { envelope: id, until: 'voided', max_wait: '1s', past_sealing_failure: true },
  });
  expect(JSON.stringify(late)).toContain('exit_code');
  const waited = { envelope: id, until: 'signed:Tenant' };
  expect(await command('envelope_wait', waited)).toMatchObject({ type: 'reached', id });

  const download = await client.callTool({
    name: 'envelope_download',
    arguments: { envelope: id, output: 'sealed.pdf' },
  });
  const link = (download.content as { readonly type: string; readonly uri?: string }[]).at(-1);
  expect(link).toMatchObject({ type: 'resource_link', name: 'sealed.pdf', mimeType: 'application/pdf' });
  const { contents } = await client.readResource({ uri: link?.uri ?? '' });
  const saved = readFileSync(join(esign.folder, 'sealed.pdf'));
  expect((contents[0] as { readonly blob: string }).blob).toBe(saved.toString('base64'));
  await expect(client.readResource({ uri: pathToFileURL(join(esign.folder, 'values.yaml')).href })).rejects.toThrow(
    'Unknown resource',
  );
  const evidence = await command<{ files: object[] }>('envelope_evidence', { envelope: id, output: 'evidence.zip' });
  expect(evidence.files.length).toBeGreaterThan(3);
  expect(readFileSync(join(esign.folder, 'evidence.zip')).subarray(0, 2).toString()).toBe('PK');
  const verdict = await command<Json>('pdf_verify', { file: 'sealed.pdf' });
  expect(JSON.stringify(verdict)).toContain('genuine');

  const log = await command<{ data: { path: string }[] }>('emulator_log_requests');
  expect(log.data.some(({ path }) => path.endsWith('/send'))).toBe(true);

  type Fields = { readonly fields: readonly { readonly id: string; readonly label: string }[] };
  const { fields } = await command<Fields>('template_get', { template });
  const [{ id: fieldId, label } = { id: '', label: '' }] = fields;
  for (const field of [label, fieldId.slice(0, 8), '1']) {
    expect(await command('template_rename', { template, field, label: `${label} `.trim() })).toMatchObject({
      id: template,
    });
  }
  const unknown = await client.callTool({ name: 'template_rename', arguments: { template, field: 'Rant', label } });
  expect(JSON.stringify(unknown.content)).toMatch(
    /invalid_id.*Field .*Rant.* not found.*Use an ID, a label, an address/,
  );
});

it('certifies a receiver, and explains a signature', async () => {
  const secret = `whsec_${'a1'.repeat(32)}`;
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const body = Buffer.concat(chunks);
        const event = verifyDelivery({ body, signature: request.headers['service-signature'], secret });
        seen.add(event.id);
        response.writeHead(204).end();
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  writeFileSync(join(esign.folder, 'secret.txt'), secret, { mode: 0o600 });
  try {
    const certified = await command<{ failed: number; passed: number }>('webhook_certify', {
      url,
      secret_file: 'secret.txt',
    });
    expect(certified.failed).toBe(0);
    expect(certified.passed).toBeGreaterThan(3);
    expect(seen.size).toBeGreaterThan(0);
  } finally {
    server.close();
  }

  writeFileSync(join(esign.folder, 'body.json'), '{}');
  const header = 't=1772400000, v1=' + '00'.repeat(32);
  const refused = await client.callTool({
    name: 'webhook_verify',
    arguments: { secret_file: 'secret.txt', header, body: 'body.json', at: '2026-03-01T21:20:00Z' },
  });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('verified');
});

it('sets faults, loads a scenario and looks things up', async () => {
  await command('emulator_fault_operation', { operation: 'createEnvelope', code: 'service_unavailable', count: 1 });
  expect(await command('emulator_fault_list')).toMatchObject({ data: [{ kind: 'operation' }] });
  await command('emulator_fault_clear');
  await command('emulator_scenario_load', { scenario: 'half-signed' });
  expect(await command('explain', { word: 'template_changed' })).toMatchObject({ status: 412 });
  await command('emulator_log_deliveries');
  await command('request_list');
  await command('whoami', { offline: true });
});

it('takes an ID prefix in each tool, as commands do, and refuses one that this machine does not know', async () => {
  const { data } = await command<{ data: { id: string; title: string }[] }>('envelope_list');
  const [{ id = '', title } = {}] = data;
  expect(await command('envelope_get', { envelope: id.slice(0, 8) })).toMatchObject({ id, title });
  expect(await call('envelope_list', { part: '/result/data/0/id' })).toMatchObject({ part: id });
  for (const name of ['envelope_get', 'envelope_nudge', 'envelope_documents']) {
    const unknown = await client.callTool({ name, arguments: { envelope: '0badcafe' } });
    expect([name, JSON.stringify(unknown.content)]).toEqual([name, expect.stringContaining('invalid_id')]);
    const other = await client.callTool({ name, arguments: { envelope_id: id } });
    expect(JSON.stringify(other.content)).toContain('Did you mean \\\\\\"envelope\\\\\\"?');
  }
});

it('returns a part of a long result, and refuses what a tool does not take', async () => {
  expect(await call('explain', { part: '/result/data', from: 2 })).toMatchObject({
    exit_code: 0,
    part: expect.any(Array),
  });
  const odd = await client.callTool({ name: 'emulator_sign', arguments: { envelope: '--help' } });
  expect(odd.isError).toBe(true);
  const unknown = await client.callTool({ name: 'emulator_inbox_list', arguments: { print: true } });
  expect(JSON.stringify(unknown.content)).toContain('unknown_argument');
});

it('offers documents to read, and tasks', async () => {
  const { resources } = await client.listResources();
  for (const { uri } of resources.filter((each) => each.uri.startsWith('esign:'))) {
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text.length, uri).toBeGreaterThan(500);
  }
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['integrate', 'debug_webhook']);
  const { messages } = await client.getPrompt({ name: 'integrate', arguments: { form: 'lease.pdf' } });
  expect(JSON.stringify(messages)).toContain('template_inspect (lease.pdf)');
});

it('registers an endpoint whose secret goes into a file, and not into the answer', async () => {
  const given = { url: 'https://example.test/hooks', event: ['envelope.sealed'] };
  const without = await client.callTool({ name: 'webhook_register', arguments: given });
  expect(JSON.stringify(without.content)).toContain('Missing argument `secret_file`');
  const answer = await call('webhook_register', { ...given, secret_file: 'new.secret' });
  const secret = readFileSync(join(esign.folder, 'new.secret'), 'utf8').trim();
  expect(secret).toMatch(/^whsec_/);
  expect(JSON.stringify(answer)).not.toContain(secret);
  expect(answer).toMatchObject({ exit_code: 0, result: { url: given.url } });
});
