import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRequestJournal } from '../../src/journal/requests.js';

// One write from before it leaves until it is settled: `node -r kill-at-step.cjs child.cjs <folder>`.
const [folder = ''] = process.argv.slice(2);
const mark = (name: string): void => writeFileSync(join(folder, name), '');
const journal = openRequestJournal({ folder: join(folder, 'state'), now: Date.now });
const write = async (): Promise<void> => {
  const request = { operation: 'createEnvelope', method: 'POST', path: '/api/v1/envelopes', fingerprint: 'f' };
  const from = { key: 'k', chosen: true, reuse: 'while_kept', host: 'api.test', profile: undefined } as const;
  await journal.intent({ id: 'the-write', ...request, ...from }, '{"title":"Lease"}');
  mark('sent');
  const resource = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
  await journal.settled('the-write', { status: 201, resource, unknown: false, serviceAt: Date.now() }, 1);
  mark('settled');
};
write().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
