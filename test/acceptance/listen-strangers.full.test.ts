import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSignature } from '../../src/domain/webhook/signature.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { type App, listening, startApp } from '../support/listening/listening.js';

/** Connections that hold a body of a megabyte back at a listener's port without knowing its path. */
const strangers = 800;
const mebibyte = 1024 * 1024;

let program: BuiltProgram;
let app: App;
beforeAll(async () => {
  program = builtProgram();
  app = await startApp();
  await program.run(['emulator', 'start', '--detach', '--port', '0']);
});
afterAll(async () => {
  await program.remove();
  await app.close();
});

const resident = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Sends all but the last bytes of a body to a path that is guessed, and resolves once it is sent or refused. */
function stranger(port: number, index: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = `POST /guess-${index} HTTP/1.1\r\nHost: h\r\nContent-Length: ${mebibyte}\r\n\r\n`;
      socket.write(head + 'x'.repeat(mebibyte - 100), () => resolve(socket));
    });
    socket.on('error', () => resolve(socket));
  });
}

it.skipIf(!existsSync('/proc/self/status'))('800 slow strangers cost a listener less than 100 MiB', async () => {
  const one = listening(program, ['--forward-to', app.url, '--secret-file', 'strangers.secret']);
  const { url, port } = await one.ready();
  const secret = readFileSync(join(program.folder, 'strangers.secret'), 'utf8').trim();
  const atRest = resident(one.pid);
  const sockets = await Promise.all(Array.from({ length: strangers }, (_, index) => stranger(port, index)));
  const body = Buffer.from(JSON.stringify({ id: 'genuine', event: 'envelope.sent', envelope_id: 'x' }));
  const signature = writeSignature({ current: secret }, body, Math.floor(Date.now() / 1000));
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Service-Signature': signature },
  });
  expect(answer.status).toBe(200);
  expect(resident(one.pid) - atRest).toBeLessThan(100 * mebibyte);
  await app.has(1);
  for (const socket of sockets) socket.destroy();
  one.signal('SIGINT');
  expect((await one.ended).code).toBe(130);
});
