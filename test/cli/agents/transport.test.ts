import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { type End, LineTransport } from '../../../src/cli/agents/transport.js';

interface Line {
  readonly input: PassThrough;
  readonly transport: LineTransport;
  readonly messages: JSONRPCMessage[];
  readonly errors: Error[];
  readonly written: () => string;
  readonly end: () => End | undefined;
}

async function line(): Promise<Line> {
  const input = new PassThrough();
  const output = new PassThrough();
  let end: End | undefined;
  const transport = new LineTransport(input, output, (why) => (end = why));
  const messages: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  transport.onmessage = (message) => messages.push(message);
  transport.onerror = (error) => errors.push(error);
  await transport.start();
  return { input, transport, messages, errors, written: () => written, end: () => end };
}

const ask = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('messages over a line', () => {
  it('come whole however they are cut, also through a character', async () => {
    const at = await line();
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'pïng' })}\n${ask(2)}`);
    for (const byte of bytes) at.input.write(Buffer.from([byte]));
    await settled();
    expect(at.messages).toMatchObject([{ id: 1, method: 'pïng' }, { id: 2 }]);
  });

  it('that are invalid are reported and skipped', async () => {
    const at = await line();
    at.input.write(`{"jsonrpc":"1.0"}\n{\n[]\nnull\n${ask(1)}`);
    await settled();
    expect(at.messages).toMatchObject([{ id: 1 }]);
    expect(at.errors.length).toBeGreaterThan(0);
    expect(at.end()).toBeUndefined();
  });

  it('that are invalid, but have an ID, are answered with an error', async () => {
    const at = await line();
    const asked = [
      { jsonrpc: '2.0', id: 22, method: 'tools/call', params: 'x' },
      { jsonrpc: '2.0', id: 'b', method: 5 },
      { id: 23, method: 'ping' },
      [{ jsonrpc: '2.0', id: 24, method: 'ping' }, 7],
      // Nobody waits for an answer to these, and the first is the answer to a question of this side.
      { jsonrpc: '2.0', id: 1, result: 'x' },
      { jsonrpc: '2.0', method: 5 },
      { jsonrpc: '2.0', id: null, method: 5 },
    ];
    at.input.end(asked.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await settled();
    const error = { code: -32600, message: 'This is not a JSON-RPC 2.0 request.' };
    const expected = [22, 'b', 23, 24].map((id) => ({ jsonrpc: '2.0', id, error }));
    expect(
      at
        .written()
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as unknown),
    ).toEqual(expected);
    const invalid = { code: -32600, message: 'This is not a JSON-RPC 2.0 response.' };
    expect([at.messages, at.end()]).toEqual([[{ jsonrpc: '2.0', id: 1, error: invalid }], 'input ended']);
  });

  it('without an end are not kept', async () => {
    const at = await line();
    for (let part = 0; part < 20 && at.end() === undefined; part += 1) {
      at.input.write(Buffer.alloc(1024 * 1024, 120));
      await settled();
    }
    expect(at.end()).toBe('message too large');
  });
});

describe('the end of the input', () => {
  it('is the end at once when nothing is asked', async () => {
    const at = await line();
    at.input.end();
    await settled();
    expect(at.end()).toBe('input ended');
  });

  it('waits for what was asked, and not for what was cancelled', async () => {
    const at = await line();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    at.input.end(`${ask(1)}${ask(2)}${JSON.stringify(cancelled)}\n`);
    await settled();
    expect(at.end()).toBeUndefined();
    await at.transport.send(answer(1));
    expect(at.written()).toBe(`${JSON.stringify(answer(1))}\n`);
    expect(at.end()).toBe('input ended');
  });

  it('when the input breaks is another one, reported once', async () => {
    const at = await line();
    let closed = 0;
    at.transport.onclose = () => (closed += 1);
    at.input.destroy(new Error('EIO'));
    await settled();
    await at.transport.close();
    expect([at.end(), closed]).toEqual(['input broke', 1]);
  });
});
