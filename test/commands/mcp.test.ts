import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { linesPdf } from '../support/form-pdf.js';
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

type Terminal = ReturnType<Machine['start']>['terminal'];

/** Sends a request of an agent, and answers with the line that came back. */
const asking =
  (terminal: Terminal) =>
  async (id: number, method: string, params: object): Promise<string> => {
    terminal.type(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answer = (): string | undefined =>
      terminal
        .stdout()
        .split('\n')
        .find((line) => line.includes(`"id":${id}`));
    await expect.poll(answer, { interval: 10 }).toBeDefined();
    return answer() ?? '';
  };

it('reads the specification over one connection however often an agent asks, and sends no key there', async () => {
  const { port } = server.address() as AddressInfo;
  const env = { ESIGN_BASE_URL: `http://127.0.0.1:${port}`, ESIGN_API_KEY: 'abc_test_0123456789abcdefghijklmnop' };
  const { terminal, ended } = machine.start(['mcp'], { terminal: true, env });
  const ask = asking(terminal);
  const clientInfo = { name: 'test', version: '1' };
  await ask(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  for (const id of [101, 102, 103, 104]) {
    await ask(id, 'tools/call', { name: 'spec_show', arguments: { part: '/result/info/version' } });
  }
  terminal.streams.stdin.push(null);
  await ended;
  expect([...connections.values()]).toEqual([[undefined, undefined, undefined, undefined]]);
});

it('writes to an emulator without --allow-live only as long as it is the one that proved itself', async () => {
  const at = await newEmulatorMachine();
  const { terminal, ended } = at.machine.start(['mcp', '--allow-writes', '--profile', 'local'], { terminal: true });
  const ask = asking(terminal);
  const clientInfo = { name: 'test', version: '1' };
  const end = { envelope: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', reason: 'Sold' };
  const voiding = { name: 'envelope_void', arguments: end };
  await ask(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  expect(await ask(101, 'tools/call', voiding)).toContain('not_found');
  await at.emulator.close();
  const seen: string[] = [];
  const other = createServer(({ method, url }, response) => {
    seen.push(`${method} ${url?.split('?')[0]}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(Number(new URL(at.emulator.url).port), '127.0.0.1', resolve));
  expect(await ask(102, 'tools/call', voiding)).toContain('emulator_unproven');
  expect(seen).toEqual(['GET /_emulator/proof']);
  terminal.streams.stdin.push(null);
  await ended;
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  await at.close();
});

it('checks a form before it is first sent, by whichever tool, and says what allows it', async () => {
  const at = await newEmulatorMachine();
  const pdf = linesPdf([['NOTICE OF THE MEETING', '{{Seen by;role=Signer;type=text;required=true}}']]);
  at.write('notice.pdf', pdf);
  const template = (await at.ok(['template', 'create', 'notice.pdf', '-q'])).stdout.trim();
  const to = ['--to', 'Thandi <thandi@example.test>'];
  const draft = (await at.ok(['envelope', 'create', '--template', template, ...to, '-q'])).stdout.trim();
  const { terminal, ended } = at.machine.start(['mcp', '--allow-writes', '--profile', 'local'], { terminal: true });
  const ask = asking(terminal);
  const clientInfo = { name: 'test', version: '1' };
  await ask(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const recipients = [{ role: 'Signer', name: 'Thandi', email: 'thandi@example.test' }];
  const documents = [{ filename: 'notice.pdf', file: Buffer.from(pdf).toString('base64') }];
  const calls = [
    { name: 'envelope_create', arguments: { template, recipients, send: true } },
    { name: 'envelope_batch', arguments: { template, rows: [{ recipients }], send: true } },
    { name: 'envelope_one_off', arguments: { title: 'Notice', documents, recipients, send: true } },
    { name: 'envelope_send', arguments: { envelope: draft } },
  ];
  for (const [index, call] of calls.entries()) {
    const refused = await ask(200 + index, 'tools/call', call);
    expect(refused, call.name).toContain('Nobody signs this form');
    expect(refused).toContain('`allow_problem`: [');
    const allowed = { ...call, arguments: { ...call.arguments, allow_problem: ['nobody_signs'] } };
    expect(await ask(300 + index, 'tools/call', allowed), call.name).not.toContain('isError');
  }
  const unknown = { name: 'envelope_send', arguments: { envelope: draft, allow_problem: ['everything'] } };
  expect(await ask(400, 'tools/call', unknown)).toContain('Choose from: nobody_signs');
  terminal.streams.stdin.push(null);
  await ended;
  await at.close();
});

it('takes for an ID what the command takes, and refuses anything else before it is sent', async () => {
  const at = await newEmulatorMachine();
  const template = await at.template('Lease A');
  const { people } = (await at.ok(['template', 'people', template, '--json'])).json<{ people: { id: string }[] }>();
  const person = people[0]?.id ?? '';
  const { terminal, ended } = at.machine.start(['mcp', '--allow-writes', '--profile', 'local'], { terminal: true });
  const ask = asking(terminal);
  const clientInfo = { name: 'test', version: '1' };
  await ask(100, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const answer = async (id: number, name: string, given: object): Promise<string> =>
    (JSON.parse(await ask(id, 'tools/call', { name, arguments: given })) as { result: { content: { text: string }[] } })
      .result.content[0]?.text ?? '';
  const got = await answer(101, 'template_get', { template: 'Lease A', part: '/result/id' });
  expect(JSON.parse(got)).toMatchObject({ part: template });
  const applied = { template: template.slice(0, 8), person: person.slice(0, 8), part: '/result/id' };
  expect(JSON.parse(await answer(102, 'template_apply', applied))).toMatchObject({ part: template });
  const wrong = [
    ['template_apply', { template, person: 'nobody' }, 'Person "nobody" not found.'],
    ['template_page', { document: '78d47978', page: 1 }, 'Invalid document ID "78d47978".'],
    ['envelope_get', { envelope: 'zzz' }, 'Invalid envelope ID "zzz".'],
  ] as const;
  for (const [index, [name, given, message]] of wrong.entries()) {
    expect(JSON.parse(await answer(200 + index, name, given))).toMatchObject({
      error: { code: 'invalid_id', message },
    });
  }
  const named = JSON.parse(await answer(300, 'template_get', { template: 'Lease B' })) as object;
  expect(named).toMatchObject({ error: { code: 'template_not_found', hint: 'Did you mean "Lease A"?' } });
  terminal.streams.stdin.push(null);
  await ended;
  await at.close();
});
