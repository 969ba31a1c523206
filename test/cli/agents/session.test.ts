import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMask } from '../../../src/client/mask.js';
import { type Commands, localTools } from '../../../src/cli/agents/local-tools.js';
import { CallLimit, type Hands, serveAgent, type SessionOptions } from '../../../src/cli/agents/session.js';
import { toolGroups } from '../../../src/cli/agents/tools.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

const noRun: Hands['run'] = () => Promise.reject(new Error('no command'));

/** A session over two streams, whose calls the test answers itself. */
function session(
  picture: Hands['picture'] = () => Promise.reject(new Error('no picture')),
  given: Partial<SessionOptions> = {},
) {
  const input = new PassThrough();
  const output = new PassThrough();
  const stop = new AbortController();
  const calls: { readonly signal: AbortSignal; readonly answer: (body: unknown) => void }[] = [];
  const call: Hands['call'] = (_, __, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      const answer = (body: unknown): void => resolve({ body } as Awaited<ReturnType<Hands['call']>>);
      calls.push({ signal, answer });
    });
  const messages: Message[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  const ended = serveAgent({
    input,
    output,
    signal: stop.signal,
    writes: { allowed: 'all' },
    groups: toolGroups,
    confirming: null,
    service: 'http://127.0.0.1 with a test key',
    local: [],
    mayAct: true,
    mask: createMask(),
    hands: {
      call,
      picture,
      completeId: (_, text) => Promise.resolve(text),
      checkSending: () => Promise.resolve(),
      absolute: (file) => file,
      readFile: () => Promise.resolve(new Uint8Array()),
      run: noRun,
    },
    progressMs: 1,
    trace: () => undefined,
    ...given,
  });
  const send = (message: object): boolean => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const envelopeId = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
  return {
    calls,
    messages,
    ended,
    stop,
    input,
    send,
    hello: () => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      send({ id: 0, method: 'initialize', params });
      send({ method: 'notifications/initialized' });
    },
    read: (id: number) =>
      send({ id, method: 'tools/call', params: { name: 'envelope_get', arguments: { envelope: envelopeId } } }),
    draft: (id: number) =>
      send({
        id,
        method: 'tools/call',
        params: { name: 'envelope_draft', arguments: { envelope: envelopeId, position: 1 } },
      }),
    answered: (id: number) => messages.find((message) => message.id === id),
  };
}

/** Until what was sent has been read and whatever follows at once has happened. */
const until = async (holds: () => boolean): Promise<void> => {
  for (let round = 0; round < 100_000 && !holds(); round += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(holds()).toBe(true);
};

describe('a session', () => {
  it('ends a call that the agent cancels, continues the others, and answers them after the input ended', async () => {
    const at = session();
    at.hello();
    at.read(1);
    at.read(2);
    await until(() => at.calls.length === 2);
    at.send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'changed my mind' } });
    await until(() => at.calls[0]?.signal.aborted === true);
    expect(at.calls[1]?.signal.aborted).toBe(false);
    at.input.end();
    at.calls[1]?.answer({ status: 'sent' });
    await at.ended;
    expect(at.answered(2)?.result?.content[0]?.text).toBe('{"result":{"status":"sent"},"exit_code":0,"notes":[]}');
    expect(at.answered(1)).toBeUndefined();
  });

  it('lets eight calls through at a time, sixty-four wait, and tells the rest to come later', async () => {
    const at = session();
    at.hello();
    for (let id = 1; id <= 73; id += 1) at.read(id);
    await until(() => at.answered(73) !== undefined);
    expect(at.calls).toHaveLength(8);
    expect(at.answered(73)?.result?.isError).toBe(true);
    expect(at.answered(73)?.result?.content[0]?.text).toContain('"busy"');
    for (let done = 0; done < 72; done += 1) {
      await until(() => at.calls.length > done);
      at.calls[done]?.answer({ done });
    }
    await until(() => at.messages.length === 74);
    at.input.end();
    await at.ended;
  });

  it('reports the progress of a long call to a client that asks for it, until it is answered', async () => {
    const at = session();
    at.hello();
    const read = { name: 'envelope_get', arguments: { envelope: '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10' } };
    at.send({ id: 1, method: 'tools/call', params: { ...read, _meta: { progressToken: 'p' } } });
    const reports = () => at.messages.filter(({ method }) => method === 'notifications/progress');
    await until(() => reports().length >= 2);
    expect(reports()[1]?.params).toMatchObject({ progressToken: 'p', progress: 2 });
    expect(reports()[1]?.params?.message).toContain('envelope_get');
    at.calls[0]?.answer({});
    await until(() => at.answered(1) !== undefined);
    const last = reports().length;
    at.input.end();
    await at.ended;
    expect(reports()).toHaveLength(last);
  });

  it('ends its calls when it is stopped', async () => {
    const at = session();
    at.hello();
    at.read(1);
    await until(() => at.calls.length === 1);
    at.stop.abort();
    await at.ended;
    expect(at.calls[0]?.signal.aborted).toBe(true);
  });

  it('gives out no picture that an agent could not be given', async () => {
    const at = session(() => Promise.resolve(new Uint8Array(2_000_000)));
    at.hello();
    at.draft(1);
    await until(() => at.answered(1) !== undefined);
    expect(at.answered(1)?.result?.content[0]?.text).toContain('"too_large"');
    at.input.end();
    await at.ended;
  });
});

it('refuses each tool that writes, also on this machine, where only reading is allowed, and says how to allow it', async () => {
  const local = localTools(JSON.parse(readFileSync('completions/commands.json', 'utf8')) as Commands, false);
  const refused = 'Only reading is allowed. To allow writes: esign mcp --allow-writes';
  const at = session(undefined, { writes: { allowed: 'none', refused }, local, mayAct: false });
  at.hello();
  const tools = ['webhook_register', 'webhook_certify', 'emulator_clock_advance', 'envelope_void'];
  for (const [id, name] of tools.entries())
    at.send({ id: id + 1, method: 'tools/call', params: { name, arguments: {} } });
  for (const [id, name] of tools.entries()) {
    await until(() => at.answered(id + 1) !== undefined);
    const { error } = JSON.parse(at.answered(id + 1)?.result?.content[0]?.text ?? '{}') as { error: object };
    expect(error).toMatchObject({ code: 'not_allowed', message: `${name} changes something. ${refused}` });
  }
  at.input.end();
  await at.ended;
});

it('names the tool that was meant in place of an unknown one', async () => {
  const at = session();
  at.hello();
  at.send({ id: 1, method: 'tools/call', params: { name: 'envelope_sent', arguments: {} } });
  await until(() => at.answered(1) !== undefined);
  expect(at.answered(1)).toMatchObject({
    error: { code: -32602, message: 'Unknown tool envelope_sent. Did you mean envelope_send?' },
  });
  at.input.end();
  await at.ended;
});

describe('call limit', () => {
  it('runs a limited number, queues a limited number, and refuses the rest', async () => {
    const places = new CallLimit(2, 1);
    const ends: (() => void)[] = [];
    const began: string[] = [];
    const enter = (name: string): Promise<string | null> =>
      places.run(async () => {
        began.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      });
    const first = enter('a');
    const second = enter('b');
    const third = enter('c');
    expect(began).toEqual(['a', 'b']);
    expect(await enter('d')).toBeNull();
    ends[0]?.();
    expect(await first).toBe('a');
    await Promise.resolve();
    expect(began).toEqual(['a', 'b', 'c']);
    for (const end of ends) end();
    expect(await Promise.all([second, third])).toEqual(['b', 'c']);
    const failed = places.run(() => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await places.run(() => Promise.resolve('e'))).toBe('e');
  });
});
