import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';

const built = fileURLToPath(new URL('../../dist/emulator.cjs', import.meta.url));

/** Two emulators, one after the other, each with a document; it says how many workers there were. */
const program = `
const threads = require('node:worker_threads');
let workers = 0;
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given);
    workers += 1;
  }
};
const { startEmulator } = require(${JSON.stringify(built)});
(async () => {
  const statuses = [];
  for (let started = 0; started < 2; started += 1) {
    const service = await startEmulator();
    const answer = await fetch(service.url + '/api/v1/templates', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + service.keys.live, 'content-type': 'application/json', 'idempotency-key': 'lease-' + started },
      body: JSON.stringify({ name: 'Lease', documents: [{ filename: 'lease.pdf', file: process.env.LEASE }] }),
    });
    statuses.push(answer.status);
    await service.close();
  }
  console.log(JSON.stringify({ statuses, workers }));
})();
`;

it('shares one document engine among the emulators of a process, which keeps no program alive', async () => {
  const LEASE = agreementPdf().toString('base64');
  const ran = await execa(process.execPath, ['-e', program], { env: { LEASE }, timeout: 30_000, reject: false });
  expect([ran.stderr, ran.exitCode, ran.timedOut]).toEqual(['', 0, false]);
  expect(JSON.parse(ran.stdout)).toEqual({ statuses: [201, 201], workers: 1 });
});
