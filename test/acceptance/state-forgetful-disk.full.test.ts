import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import { bin, type Esign, newEsign } from '../support/esign.js';
import { forgetfulDisk, type ForgetfulDisk } from '../support/emulator/killed-emulator.js';

const rounds = times(6, 60);
const disk: ForgetfulDisk | null = forgetfulDisk();
let esign: Esign;
let service: Server;
/** Kills the program that sends, as soon as its first byte has arrived. */
let kill = (): void => undefined;
const arrived: string[] = [];

beforeAll(async () => {
  esign = newEsign();
  service = createServer((request, response) => {
    // It is asked first whether it is an emulator.
    if (request.method === 'GET') return void response.writeHead(404).end();
    arrived.push(String(request.headers['idempotency-key']));
    kill();
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  disk?.close();
  service.close();
  await esign.remove();
});

const env = (): Record<string, string> => ({
  ...esign.env,
  ESIGN_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  ESIGN_API_KEY: `esk_live_${'a'.repeat(43)}`,
  ESIGN_STATE_DIR: join(disk?.folder ?? '', 'state'),
});
const words = [
  'envelope',
  'void',
  '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  '--reason',
  'sold',
  '--yes',
  '--retry-for',
  '0',
];

it.skipIf(disk === null)(
  `what has left is recorded after a power failure, whose disk loses all that was not synced, ${rounds} times`,
  { timeout: 60_000 + rounds * 3_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = `power-${round}`;
      const child = spawn(process.execPath, [bin, ...words, '--idempotency-key', key], { env: env(), stdio: 'ignore' });
      kill = () => void child.kill('SIGKILL');
      const signal = await new Promise((resolve) => child.on('close', (_code, by) => resolve(by)));
      expect([round, signal, arrived.at(-1)]).toEqual([round, 'SIGKILL', key]);
      disk?.crash();
      const listed = await esign.ok(['request', 'list', '--unsettled', '--json'], { env: env() });
      const keys = listed
        .json<{ data: readonly { idempotency_key: string }[] }>()
        .data.map((each) => each.idempotency_key);
      expect(keys).toEqual(Array.from({ length: round + 1 }, (_, at) => `power-${round - at}`));
    }
  },
);
