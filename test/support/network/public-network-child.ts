import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { privateAddresses, publicAddresses } from './public-network.js';

interface Answered {
  readonly id?: string;
  readonly secret?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly data?: readonly {
    readonly webhook_id: string;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

// In a network of its own: one TLS receiver behind every address, an emulator started with --strict, and endpoints for
// all of them. Prints what was registered, what was refused, and what arrived where.
const folder = process.argv[2] ?? '';
const arrived: { readonly at: string; readonly path: string; readonly signature: string; readonly body: string }[] = [];
const server = createServer(
  { key: readFileSync(join(folder, 'leaf.key')), cert: readFileSync(join(folder, 'leaf.pem')) },
  (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const at = (request.socket.localAddress ?? '').replace(/^::ffff:/, '');
      const signature = String(request.headers['service-signature']);
      arrived.push({ at, path: request.url ?? '', signature, body: Buffer.concat(parts).toString('utf8') });
      if (request.url === '/redirect') response.writeHead(307, { Location: 'https://10.1.2.3/from-redirect' });
      else response.writeHead(204);
      response.end();
    });
  },
);
await new Promise<void>((resolve) => server.listen(443, '::', resolve));

const emulator = spawn(process.execPath, ['bin/esign.js', 'emulator', 'start', '--strict', '--json', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await new Promise<string[]>((resolve) =>
  createInterface({ input: emulator.stdout }).once('line', (text) => resolve([text])),
);
const ready = JSON.parse(line ?? '') as { readonly url: string; readonly live_key: string };
const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: Answered }> => {
  const answer = await fetch(`${ready.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${ready.live_key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answered };
};
const events = ['envelope.sent'];
const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

const urls = [
  ...publicAddresses.map((address) => `https://${hostOf(address)}/hook`),
  'https://hooks.example.test/hook',
  'https://203.0.113.10/redirect',
  'https://rebound.example.test/hook',
  ...privateAddresses.map((address) => `https://${hostOf(address)}/hook`),
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://localhost/hook',
  'http://203.0.113.10/hook',
];
const registered = [];
for (const url of urls) {
  const { status, body } = await call('POST', '/api/v1/webhooks', { url, events });
  registered.push({ url, status, id: body.id ?? null, secret: body.secret ?? null, error: body.error ?? null });
}
const [first] = registered;
const moved = await call('PATCH', `/api/v1/webhooks/${first?.id ?? ''}`, { url: 'https://10.1.2.3/hook' });

await call('POST', '/_emulator/trigger', { event: 'envelope.sent' });
await call('POST', '/_emulator/clock', { action: 'advance', seconds: 1 });
const { body: log } = await call('GET', '/_emulator/deliveries/log');
const ended = new Promise((resolve) => emulator.once('close', resolve));
emulator.kill('SIGTERM');
await ended;
server.closeAllConnections();
server.close();
process.stdout.write(JSON.stringify({ registered, moved, arrived, log: log.data ?? [] }));
