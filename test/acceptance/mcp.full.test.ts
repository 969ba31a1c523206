import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIds, operations } from '../../src/contract/operations.js';
import { type LocalCommand, localCommands } from '../../src/cli/agents/local-tools.js';
import { commandOf, offered, toolName } from '../../src/cli/agents/tools.js';
import { bin, type Esign, newEsign, parties, type ReadyLine } from '../support/esign.js';

/** The operations as an agent meets them: the client of the protocol's own kit, over the pipes of the built program. */

const secretTools = ['envelope_signing_url', 'webhook_rotate'];
const reads = operationIds.filter((id) => operations[id].method === 'GET').map((id) => toolName(commandOf[id]));

let esign: Esign;
let ready: ReadyLine;
let template: string;
let envelope: { readonly id: string; readonly recipients: readonly { readonly id: string }[] };
const local = (which: (command: LocalCommand) => boolean): readonly string[] =>
  localCommands.filter(which).map(({ command }) => toolName(command));
const open: Client[] = [];
/** Everything that a server wrote to stderr. */
let said = '';
let reader: Agent;
let writer: Agent;

beforeAll(async () => {
  esign = newEsign({ within: true });
  ready = await esign.emulator();
  template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  const create = ['envelope', 'create', '--template', template, ...parties, '--send', '--json'];
  envelope = (await esign.ok(create)).json();
  [reader, writer] = await Promise.all([agent(['--debug']), agent(['--allow-writes'])]);
});
afterAll(async () => {
  for (const client of open) await client.close();
  await esign.remove();
});

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
}

interface Agent {
  readonly client: Client;
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<Answer>;
  /** What an answer holds: its result, or the part of it. */
  readonly json: <T>(name: string, given?: Record<string, unknown>) => Promise<T>;
  readonly error: (
    name: string,
    given?: Record<string, unknown>,
  ) => Promise<{ code: string; message: string; hint: string }>;
}

/** How the user of an agent answers questions; null: the client cannot ask. */
type User = ((message: string) => object) | null;

async function agent(
  words: readonly string[] = [],
  env: Record<string, string> = {},
  mode: 'auto' | 'legacy' = words.includes('--allow-writes') ? 'auto' : 'legacy',
  user: User = null,
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...words],
    env: { ...esign.env, ...env },
    cwd: esign.folder,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // One agent speaks the newest revision of the protocol, the others an older one.
  const capabilities = user === null ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  if (user !== null) {
    client.setRequestHandler('elicitation/create', ({ params }) => user(params.message) as { action: 'accept' });
  }
  await client.connect(transport);
  open.push(client);
  const call: Agent['call'] = async (name, given = {}) =>
    (await client.callTool({ name, arguments: given })) as unknown as Answer;
  return {
    client,
    call,
    json: async (name, given) => {
      const answer = await call(name, given);
      expect([name, answer.isError ?? false, answer.isError === true ? answer.content[0]?.text : '']).toEqual([
        name,
        false,
        '',
      ]);
      expect(answer.content.map(({ type }) => type)).toEqual(['text']);
      const { result, part = result, ...rest } = JSON.parse(answer.content[0]?.text ?? '');
      expect([name, Object.keys(rest)]).toEqual([name, ['exit_code', 'notes']]);
      return part;
    },
    error: async (name, given) => {
      const answer = await call(name, given);
      expect([name, answer.isError]).toEqual([name, true]);
      return (JSON.parse(answer.content[0]?.text ?? '') as { error: { code: string; message: string; hint: string } })
        .error;
    },
  };
}

const names = async ({ client }: Agent): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

describe('an agent that may only read', () => {
  it('is offered every reading operation and nothing else, with the schemas of the contract', async () => {
    expect((await names(reader)).sort()).toEqual([...reads, ...local(({ acts }) => !acts)].sort());
    const { tools } = await reader.client.listTools();
    const get = tools.find(({ name }) => name === 'envelope_get');
    expect(get?.annotations).toEqual({ readOnlyHint: true, openWorldHint: true });
    const isOpen = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.openWorldHint]));
    expect(isOpen).toMatchObject({ whoami: true, template_inspect: false, emulator_log_requests: false });
    expect(get?.inputSchema).toMatchObject({
      type: 'object',
      properties: { envelope: { type: 'string' } },
      required: ['envelope'],
    });
    expect(reader.client.getInstructions()).toContain('--allow-writes');
    expect(reader.client.getServerVersion()).toMatchObject({ name: 'esign' });
    const revisions = [reader, writer].map(({ client }) => client.getNegotiatedProtocolVersion());
    expect(revisions).toEqual(['2025-11-25', '2026-07-28']);
  });

  it('reads its list of tools in less than 8,000 tokens, also where a token is three characters', async () => {
    const { tools } = await reader.client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(24_000);
  });

  it('is offered only the groups that were named', async () => {
    const few = await agent(['--tools', 'webhooks,help']);
    const nouns = new Set((await names(few)).map((name) => name.split('_')[0]));
    expect([...nouns].sort()).toEqual(['doctor', 'event', 'explain', 'spec', 'webhook', 'whoami']);
    await expect(few.call('envelope_get', { envelope: envelope.id })).rejects.toThrow(/Unknown tool/);
    expect((await esign.run(['mcp', '--tools', 'letters', '--json'])).error()).toMatchObject({ exit_code: 2 });
  });

  it('reads with every one of them', async () => {
    const { documents } = await reader.json<{ documents: readonly { id: string }[] }>('template_get', {
      template,
    });
    expect(await reader.json('envelope_get', { envelope: envelope.id })).toMatchObject({
      id: envelope.id,
      status: 'sent',
    });
    expect(await reader.json('template_list', { limit: 1 })).toMatchObject({ data: [{ id: template }] });
    expect(await reader.json('template_people', { template })).toHaveProperty('people');
    expect(await reader.json('webhook_list')).toEqual({ data: [] });
    expect(await reader.json('authorisation_list', { status: 'active' })).toMatchObject({ data: [] });
    expect(await reader.json('spec_show', { part: '/result/info/version' })).toBe('0.2.0');
    expect(await reader.error('webhook_get', { webhook: template })).toMatchObject({
      code: 'not_found',
      exit_code: 4,
    });
    expect(await reader.error('authorisation_get', { authorisation: template })).toMatchObject({
      code: 'not_found',
    });
    const { content } = await reader.call('template_page', { document: documents[0]?.id, page: '1' });
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
    const picture = Buffer.from(content[0]?.data ?? '', 'base64');
    expect(picture.toString('latin1', 1, 4)).toBe('PNG');
    const draft = { envelope: envelope.id, position: 1, drawn_page: 99 };
    expect(await reader.error('envelope_draft', draft)).toMatchObject({ code: 'unknown_page' });
  });

  it('is refused every write in words, and the service hears nothing of it', async () => {
    const refused = await reader.error('envelope_void', { envelope: envelope.id, reason: 'No' });
    expect(refused).toMatchObject({ code: 'not_allowed' });
    expect(refused.message).toContain('--allow-writes');
    expect(await reader.json('envelope_get', { envelope: envelope.id, part: '/result/status' })).toBe('sent');
    const pulled = await reader.json<{ yaml: string }>('template_pull', { template });
    expect(pulled.yaml).toContain(template);
    expect((await reader.error('template_pull', { template, output: 'x.yaml' })).code).toBe('not_allowed');
  });

  it('reports invalid arguments and unknown tools', async () => {
    expect(await reader.error('envelope_get', { envelopID: envelope.id })).toMatchObject({
      code: 'unknown_argument',
      hint: expect.stringContaining('Did you mean "envelope"?'),
    });
    expect(await reader.error('envelope_get')).toMatchObject({ code: 'missing_argument' });
    expect(await reader.error('envelope_get', { envelope: '../templates' })).toMatchObject({
      code: 'invalid_id',
    });
    await expect(reader.call('deleteEverything')).rejects.toThrow(/Unknown tool deleteEverything/);
    await expect(reader.call('__proto__')).rejects.toThrow(/Unknown tool/);
  });
});

describe('an agent that may write', () => {
  it('is offered every operation but those that answer with a secret', async () => {
    const wanted = offered('all').map((id) => toolName(commandOf[id]));
    expect((await names(writer)).sort()).toEqual([...wanted, ...local(() => true)].sort());
    for (const name of secretTools) {
      expect(await writer.error(name, { envelope: envelope.id })).toMatchObject({ code: 'not_offered' });
    }
  });

  it('creates once with the same key, sends, withdraws, and leaves it all in the record of requests', async () => {
    const recipients = [
      { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
      { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
    ];
    const given = { template, recipients, idempotency_key: 'agent-1' };
    const { id } = await writer.json<{ id: string }>('envelope_create', given);
    const again = await writer.call('envelope_create', given);
    expect(JSON.parse(again.content[0]?.text ?? '')).toMatchObject({
      result: { id },
      notes: [expect.stringContaining('Nothing new was created'), 'idempotency_key: agent-1'],
    });
    expect(await writer.error('envelope_create', { ...given, title: 'Other' })).toMatchObject({ exit_code: 6 });
    expect(await writer.json('envelope_send', { envelope: id, part: '/result/status' })).toBe('sent');
    expect(await writer.json('envelope_void', { envelope: id, reason: 'Wrong unit', part: '/result/status' })).toBe(
      'voided',
    );
    const listed = (await esign.ok(['request', 'list', '--json'])).json<{ data: readonly { operation: string }[] }>();
    expect(listed.data.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['createEnvelope', 'sendEnvelope', 'voidEnvelope']),
    );
    expect((await esign.run(['request', 'list', '--unsettled', '--json'])).json()).toMatchObject({ data: [] });
  });

  it('names a field of a template by its ETag, and is refused with what changed', async () => {
    const read = await writer.call('template_get', { template });
    const { result, notes } = JSON.parse(read.content[0]?.text ?? '') as {
      result: { fields: readonly { id: string; type: string }[] };
      notes: readonly string[];
    };
    const { fields } = result;
    const etag = /^ETag: (.+)$/m.exec(notes.join('\n'))?.[1];
    const field = fields.find(({ type }) => type === 'text')?.id;
    const rename = { template, field, if_match: etag, part: '/result/name' };
    await writer.json('template_rename', { ...rename, label: 'Name in full' });
    expect(await writer.error('template_rename', { ...rename, label: 'Other' })).toMatchObject({
      code: 'template_changed',
    });
  });

  it('never writes over what somebody changed since the agent read it, and its own writes follow each other', async () => {
    const parameters = { template };
    const { fields } = await writer.json<{ fields: readonly { id: string; type: string }[] }>(
      'template_get',
      parameters,
    );
    const [one, two] = fields.filter(({ type }) => type === 'text').map(({ id }) => id);
    const rename = (fieldId: string | undefined, label: string) =>
      ['template_rename', { ...parameters, field: fieldId, label, part: '/result/name' }] as const;
    await Promise.all([writer.json(...rename(one, 'Mine')), writer.json(...rename(two, 'Also mine'))]);
    await esign.ok(['template', 'rename', template, one ?? '', '--label', 'Theirs', '--overwrite']);
    const refused = await writer.error(...rename(one, 'Mine again'));
    expect(refused).toMatchObject({ code: 'template_changed', exit_code: 6 });
    expect(JSON.stringify(refused)).toContain('Theirs');
    await writer.json('template_get', parameters);
    await writer.json(...rename(one, 'Mine again'));
  });
});

describe('with a live key of a real service', () => {
  /**
   * The same emulator under an address of its own is not a profile of an emulator: nothing says that it is not real.
   */
  const real = (): Record<string, string> => ({
    ESIGN_BASE_URL: ready.url.replace('127.0.0.1', 'localhost'),
    ESIGN_API_KEY: ready.live_key,
  });

  it('writing needs a second yes', async () => {
    const careful = await agent(['--allow-writes'], real());
    expect((await names(careful)).sort()).toEqual([...reads, ...local(() => true)].sort());
    expect((await careful.error('envelope_send', { envelope: envelope.id })).message).toContain('--allow-live');
    const bold = await agent(['--allow-writes', '--allow-live'], real());
    expect(await names(bold)).toContain('envelope_send');
    expect(said).toContain('LIVE http');
    expect((await bold.error('envelope_send', { envelope: envelope.id })).code).toBe('confirmation_needed');
    expect((await esign.run(['mcp', '--allow-live', '--json'])).error()).toMatchObject({
      code: 'missing_option',
      exit_code: 2,
    });
  });
});

describe.each(['auto', 'legacy'] as const)('with a live key and a client that asks its user (%s)', (mode) => {
  it('sends after a yes, and only then', async () => {
    const create = ['envelope', 'create', '--template', template, ...parties, '--json'];
    const { id } = (await esign.ok(create)).json<{ id: string }>();
    const env = { ESIGN_BASE_URL: ready.url.replace('127.0.0.1', 'localhost'), ESIGN_API_KEY: ready.live_key };
    const answers = [{ action: 'decline' }, { action: 'accept', content: { confirm: true } }];
    const asked: string[] = [];
    const { error, json } = await agent(['--allow-writes', '--allow-live'], env, mode, (message) => {
      asked.push(message);
      return answers.shift() ?? { action: 'cancel' };
    });
    expect(await error('envelope_send', { envelope: id })).toMatchObject({ code: 'cancelled', exit_code: 130 });
    expect((await json<{ status: string }>('envelope_get', { envelope: id })).status).toBe('draft');
    expect((await json<{ status: string }>('envelope_send', { envelope: id })).status).toBe('sent');
    expect(await error('envelope_void', { envelope: id, reason: 'Sold' })).toMatchObject({ code: 'cancelled' });
    expect((await json<{ status: string }>('envelope_get', { envelope: id })).status).toBe('sent');
    expect(asked).toHaveLength(3);
    expect(asked[0]).toContain('This sends the envelope to its recipients.');
    expect(asked[0]).toContain('@example.test> (Tenant)');
  });
});

describe('what an answer never holds', () => {
  it('secrets and addresses that are credentials', async () => {
    for (const role of ['Tenant', 'Landlord']) await esign.ok(['emulator', 'sign', envelope.id, role]);
    await esign.ok(['emulator', 'clock', 'advance', '2m']);
    const hook = ['webhook', 'register', '--url', 'https://example.test/hooks', '--event', 'envelope.sent', '--json'];
    const { secret } = (await esign.ok(hook)).json<{ secret: string }>();
    const plain = (await esign.ok(['envelope', 'documents', envelope.id, '--json'])).json<{
      documents: { url: string }[];
    }>();
    const addresses = plain.documents.map(({ url }) => new URL(url).pathname);
    expect(addresses.length).toBeGreaterThan(0);
    said = '';
    const listed = await reader.call('envelope_documents', { envelope: envelope.id });
    const shown = { result: { sealed: true, documents: [{ url: '***' }] } };
    expect(JSON.parse(listed.content[0]?.text ?? '')).toMatchObject(shown);
    const hooks = await reader.call('webhook_list');
    expect(hooks.content[0]?.text).toContain('https://example.test/hooks');
    const everything = JSON.stringify([listed, hooks, reader.client.getInstructions()]) + said;
    expect(said).toContain('GET ');
    for (const hidden of [secret, ready.live_key, ready.test_key, ...addresses])
      expect(everything).not.toContain(hidden);
  });
});

describe('how it ends', () => {
  /** The program with these lines on stdin, which is then closed, or left open. */
  async function played(
    lines: readonly string[],
    act: 'end' | 'SIGINT' | 'SIGTERM',
  ): Promise<{ code: number | null; answers: Record<string, unknown>[] }> {
    const child = spawn(process.execPath, [bin, 'mcp'], { env: esign.env, cwd: esign.folder });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    if (act === 'end') child.stdin.end();
    else {
      while (!stdout.includes('\n')) await once(child.stdout, 'data');
      child.kill(act);
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return {
      code,
      answers: stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  }
  const hello = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'sh', version: '1' } },
  });
  const started = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const read = (id: number): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'envelope_get', arguments: { envelope: envelope.id } },
    });

  it('with 0 when stdin ends, and what was asked before is answered', async () => {
    const { code, answers } = await played([hello, started, read(2), read(3)], 'end');
    expect(code).toBe(0);
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  });

  it('with 130 and 143 when it is stopped', async () => {
    expect((await played([hello], 'SIGINT')).code).toBe(130);
    expect((await played([hello], 'SIGTERM')).code).toBe(143);
  });

  it('with 0 after lines that are not messages, which it skips', async () => {
    const { code, answers } = await played(
      ['{', 'null', '[]', '{"jsonrpc":"1.0"}', '\u0000', hello, started, read(2)],
      'end',
    );
    expect([code, answers.map(({ id }) => id)]).toEqual([0, [1, 2]]);
  });

  it('at once with 3 when no key is known, and with 2 when the key is to come over stdin too', async () => {
    const empty = { ESIGN_CONFIG_DIR: esign.path('empty') };
    expect((await esign.run(['mcp', '--json'], { env: empty })).error()).toMatchObject({
      code: 'no_key',
      exit_code: 3,
    });
    expect((await esign.run(['mcp', '--json', '--api-key-stdin'])).error()).toMatchObject({ code: 'stdin_taken' });
  });
});
