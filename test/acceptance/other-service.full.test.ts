import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Template } from '../../src/contract/resources/template.js';
import { readContractFile } from '../../src/contract/overlay/contract-file.js';
import { startEmulator } from '../../src/emulator/emulator.js';
import { inspectDelivery } from '../../src/domain/webhook/verifier.js';
import { agreementPdf } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bearer, http } from '../support/http.js';
import { leaseForm, made, newWizardDesk } from '../support/program/wizard-desk.js';

/**
 * A service that does ten things otherwise: the tests of what follows from the description of such a service. Nothing
 * of the program knows of it but the contract file.
 */
const otherService = `# A service that nobody here has seen.
sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch
"*.external_ref": reference
"*.recipients[].email": mail
createEnvelope.status: 200
codes.envelope_not_sent: envelope_state_conflict
"*.status=partially_signed": in_progress
delivery.body.event: type
headers.Service-Signature: X-Acme-Signature
voidEnvelope.body.reason.max: 300
format.instants: unix_seconds
`;

let program: BuiltProgram;
let url: string;
let key: string;
const at = (name: string): string => join(program.folder, name);

beforeAll(async () => {
  program = builtProgram();
  writeFileSync(at('service.yaml'), otherService);
  writeFileSync(at('agreement.pdf'), agreementPdf());
  const words = ['emulator', 'start', '--detach', '--port', '0', '--json', '--contract', 'service.yaml'];
  const { stdout, stderr } = await program.run(words);
  expect(stderr).toBe('');
  ({ url, live_key: key } = JSON.parse(stdout) as { url: string; live_key: string });
});
afterAll(() => program.remove());

const esign = async (...words: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await program.run(words);
  expect([code, stderr.replace(/^Note: .*\n/gm, '')], words.join(' ')).toEqual([
    0,
    expect.not.stringMatching(/^Error/m),
  ]);
  return stdout.trim();
};
const recipients = ['role=Tenant,name=Thandi,email=t@example.test', 'role=Landlord,name=Pieter,email=p@example.test'];
const created = async (...more: readonly string[]): Promise<string> => {
  const template = await esign('template', 'create', 'agreement.pdf', '-q');
  const people = recipients.flatMap((each) => ['--recipient', each]);
  return await esign('envelope', 'create', '--template', template, ...people, '-q', ...more);
};

describe('the emulator with a contract file', () => {
  it('is that service: paths, names, values, codes, statuses, bounds and instants', async () => {
    const envelope = await created();
    const get = async (path: string) => await http<Record<string, unknown>>(url, 'GET', path, { headers: bearer(key) });
    const draft = (await get(`/api/v1/envelopes/${envelope}`)).body as { created_at: unknown; recipients: object[] };
    expect(draft.created_at).toEqual(expect.any(Number));
    expect(draft.recipients[0]).toMatchObject({ mail: 't@example.test', reference: null });
    expect(draft.recipients[0]).not.toHaveProperty('email');

    const post = async (path: string, body: unknown = {}) => {
      const headers = { ...bearer(key), 'Idempotency-Key': path };
      return await http<{ error?: { code: string; message: string } }>(url, 'POST', path, { headers, body });
    };
    expect((await post(`/api/v1/envelopes/${envelope}/send`)).status).toBe(404);
    const voided = await post(`/api/v1/envelopes/${envelope}/void`, { reason: 'No longer wanted' });
    expect([voided.status, voided.body.error?.code]).toEqual([409, 'envelope_state_conflict']);
    const long = await post(`/api/v1/envelopes/${envelope}/void`, { reason: 'x'.repeat(301) });
    expect([long.status, long.body.error?.message]).toEqual([400, 'reason must be at most 300 characters.']);
    expect((await post(`/api/v1/envelopes/${envelope}/dispatch`)).status).toBe(200);
    const wrong = await post('/api/v1/envelopes', {
      template_id: 'x',
      recipients: [{ role: 'A', name: 'B', email: 'c' }],
    });
    expect(wrong.body.error?.message).toMatch(/^recipients\[0\]\.(mail|email) /);

    await esign('emulator', 'sign', envelope, 'Tenant');
    expect((await get(`/api/v1/envelopes/${envelope}`)).body['status']).toBe('in_progress');
  });

  it('tells the differences in its own description, from which they are learned again', async () => {
    // Nothing of the file is known to this run.
    const folder = { ESIGN_CONFIG_DIR: at('stranger') };
    const adopt = ['spec', 'adopt', `${url}/api/v1/openapi.json`, '-o', 'adopted.yaml', '--json'];
    const { code, stdout } = await program.run(adopt, folder);
    expect(code).toBe(0);
    const { lines } = JSON.parse(stdout) as { lines: Record<string, unknown> };
    const planted = readContractFile(otherService).lines.map(({ name, value }) => [name, value] as const);
    expect(lines).toEqual(Object.fromEntries(planted));
    expect(readContractFile(readFileSync(at('adopted.yaml'), 'utf8')).lines).toHaveLength(planted.length);
    const agreed = await program.run(
      ['spec', 'check', '--tsv', '--base-url', url, '--contract', 'adopted.yaml'],
      folder,
    );
    expect([agreed.code, agreed.stdout]).toEqual([0, '']);
  });

  it('refuses a file that is not one, with its line', async () => {
    writeFileSync(at('wrong.yaml'), 'createEnvelope.status: 200\n\nsendEnvelope.path: nowhere\n');
    const { code, stderr } = await program.run(['envelope', 'list', '--contract', 'wrong.yaml']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('wrong.yaml:3: `sendEnvelope.path` must be a path')]);
    const start = await program.run(['emulator', 'start', '--profile', 'w', '--port', '0', '--contract', 'wrong.yaml']);
    expect([start.code, start.stderr]).toEqual([2, expect.stringContaining('wrong.yaml:3:')]);
  });
});

describe('a service with other bounds', () => {
  const bounds = {
    '*.limit.max': 2,
    'limits.idempotencyKeyLength': 40,
    '*.data_key.max': 150,
    'scopes.templates:read': 'templates',
    'scopes.templates:write': 'templates',
  };

  it('is asked for no more than it gives, and for all that it takes', async () => {
    const service = await startEmulator({ contract: bounds });
    const settings = { ESIGN_CONFIG_DIR: at('bounds'), ESIGN_BASE_URL: service.url, ESIGN_API_KEY: service.keys.live };
    const run = async (...words: readonly string[]) =>
      await program.run([...words, '--contract', 'bounds.json'], settings);
    try {
      writeFileSync(at('bounds.json'), JSON.stringify(bounds));
      for (let made = 0; made < 3; made += 1) await run('template', 'create', 'agreement.pdf', '--name', `T${made}`);
      const { data } = JSON.parse((await run('template', 'list', '--all')).stdout) as { data: object[] };
      expect(data).toHaveLength(3);
      const many = JSON.parse((await run('template', 'list', '--limit', '3')).stdout) as object;
      expect(many).toMatchObject({ data, more: false });

      // The template is the last on the second page, and its key is longer than described.
      const named = JSON.parse((await run('template', 'get', 'T0', '--json')).stdout) as Template;
      const field = named.fields.find(({ type }) => type === 'text')?.id ?? '';
      const long = `lease.${'a'.repeat(120)}`;
      const renamed = await run('template', 'rename', 'T0', field, '--data-key', long, '--json');
      expect([renamed.code, renamed.stderr]).toEqual([0, '']);
      expect(JSON.stringify(JSON.parse(renamed.stdout))).toContain(long);

      const key = 'k'.repeat(41);
      const words = [
        'envelope',
        'create',
        '--template',
        named.id,
        ...recipients.flatMap((one) => ['--recipient', one]),
      ];
      const refused = await run(...words, '--idempotency-key', key);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('must be at most 40 characters')]);
      const headers = { ...bearer(service.keys.live), 'Idempotency-Key': key };
      const answer = await http(service.url, 'POST', '/api/v1/envelopes', { headers, body: {} });
      expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('1 to 40') } } });
    } finally {
      await service.close();
    }
  });
});

describe('the program at that service', () => {
  it('creates, sends, signs, voids and reads as everywhere', async () => {
    const envelope = await created();
    await esign('envelope', 'send', envelope, '--yes');
    await esign('emulator', 'sign', envelope, 'Tenant');
    const read = JSON.parse(await esign('envelope', 'get', envelope, '--json')) as {
      status: string;
      created_at: string;
      recipients: { email: string; status: string }[];
    };
    expect([read.status, read.recipients.map(({ email }) => email)]).toEqual([
      'partially_signed',
      ['t@example.test', 'p@example.test'],
    ]);
    expect(read.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await esign('envelope', 'void', envelope, '--reason', 'The tenant withdrew', '--yes');
    const again = await program.run(['envelope', 'void', envelope, '--reason', 'Again', '--yes', '--json']);
    expect([again.code, JSON.parse(again.stderr)]).toMatchObject([6, { error: { code: 'envelope_not_sent' } }]);
  });

  it('creates many from a file', async () => {
    const template = await esign('template', 'create', 'agreement.pdf', '-q');
    const head = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,title';
    writeFileSync(
      at('rows.csv'),
      `${head}\nA,a@example.test,L,l@example.test,One\nB,b@example.test,L,l@example.test,Two\n`,
    );
    const out = await esign(
      'envelope',
      'create',
      '--template',
      template,
      '--rows',
      'rows.csv',
      '--send',
      '--yes',
      '--json',
    );
    expect(out.split('\n').filter((line) => line.includes('"envelope_id"'))).toHaveLength(2);
  });

  it('listens to its deliveries, verifies and forwards them as they came', async () => {
    const seen: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[] = [];
    const app = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        seen.push({ headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hooks`;
    const template = await esign('template', 'create', 'agreement.pdf', '-q');
    const people = recipients.map((each) => `--recipient '${each}'`).join(' ');
    const { code, stdout, stderr } = await program.shell(
      `esign listen --forward-to ${target} --secret-file hook.secret --expect envelope.sent --json -- sh -c '` +
        `"${process.execPath}" "${process.cwd()}/bin/esign.js" envelope create --template ${template} ` +
        `${people.replaceAll("'", '"')} --send --yes -q'`,
    );
    app.close();
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('refused')]);
    expect(stdout).toContain('"event":"envelope.sent"');
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = seen;
    const secret = readFileSync(at('hook.secret'), 'utf8').trim();
    const signature = String(headers['x-acme-signature']);
    const [, t = '', v1] = /t=(\d+), v1=([0-9a-f]+)/.exec(signature) ?? [];
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
    expect(JSON.parse(body.toString('utf8'))).toMatchObject({ type: 'envelope.sent', created_at: expect.any(Number) });

    const contract = readContractFile(otherService);
    const { event } = inspectDelivery({ signature, body, secret, contract });
    expect([event.event, event.created_at]).toEqual(['envelope.sent', expect.stringMatching(/Z$/)]);
    writeFileSync(at('body.json'), body);
    const words = [
      'webhook',
      'verify',
      '--body',
      'body.json',
      '--header',
      signature,
      '--secret-file',
      'hook.secret',
      '--json',
    ];
    expect(JSON.parse(await esign(...words))).toMatchObject({ verified: true, event: 'envelope.sent' });
  });

  it('plays the demo from the first step to the last', async () => {
    const out = await esign('demo', '-o', 'demo', '--contract', 'service.yaml');
    expect(out).toContain('8 of 8 deliveries verified');
  });

  it('asks an operator the same questions, and saves the answers', async () => {
    const desk = await newWizardDesk(leaseForm, otherService);
    try {
      const id = await made(desk, leaseForm);
      const terminal = await desk.open(['template', 'wizard', id]);
      await terminal.shows(/0 of 4 people[\s\S]*save and quit/);
      await terminal.press('a');
      await terminal.shows('permanent witness?');
      await terminal.press('y', 'Enter');
      await terminal.shows(/4 of 4 people[\s\S]*save and quit/);
      await terminal.press('n');
      await terminal.shows(/your office\?[\s\S]*save and quit/);
      await terminal.press('y');
      await terminal.shows('accept the 47 names marked');
      await terminal.press('m', 'a');
      await terminal.shows(/Saved: 49 names[\s\S]*save and quit/);
      await terminal.press('n');
      await terminal.shows('Finish?');
      await terminal.press('Enter');
      await terminal.shows('ended with 0');
      const { roles } = (await desk.template(id)).body;
      expect(roles.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Landlord', 'Tenant', 'Surety', 'Witness']),
      );
    } finally {
      await desk.close();
    }
  }, 120_000);
});
