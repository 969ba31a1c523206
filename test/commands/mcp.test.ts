import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../support/program.js';

let machine: Machine;
/** Every connection to the service, and the keys that were sent over each. */
const connections = new Map<Socket, (string | undefined)[]>();
const server = createServer(({ socket, headers }, response) => {
  connections.get(socket)?.push(headers.authorization);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ openapi: '3.1.0', info: { title: 'Service', version: '7' }, paths: {} }));
});
server.on('connection', (socket) => connections.set(socket, []));
server.keepAliveTimeout = 120_000;

beforeAll(async () => {
  machine = newMachine();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  machine.remove();
});

it('reads the specification over one connection however often an agent asks, and sends no key there', async () => {
  const { port } = server.address() as AddressInfo;
  const env = { ESIGN_BASE_URL: `http://127.0.0.1:${port}`, ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' };
  const { terminal, ended } = machine.start(['mcp'], { terminal: true, env });
  const ask = async (id: number, method: string, params: object): Promise<void> => {
    terminal.type(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answered = (): boolean => terminal.stdout().includes(`"id":${id}`);
    for (let tried = 0; tried < 2_000 && !answered(); tried += 1) await new Promise((next) => setTimeout(next, 10));
    expect(answered()).toBe(true);
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  for (const id of [101, 102, 103, 104]) {
    await ask(id, 'tools/call', { name: 'getSpecification', arguments: { part: '/info/version' } });
  }
  terminal.streams.stdin.push(null);
  await ended;
  expect([...connections.values()]).toEqual([[undefined, undefined, undefined, undefined]]);
});
