import { openRequestJournal } from '../../../src/store/requests.js';
import { openState } from '../../../src/store/state.js';

// A program that writes to a journal beside others: `node child.cjs <folder> <name> <count>`.
const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const journal = openRequestJournal({ state: openState(folder), now: Date.now });
const write = async (): Promise<void> => {
  for (let at = 0; at < Number(count); at += 1) {
    const id = `${name}-${at}`;
    const path = `/api/v1/envelopes/${id}/void`;
    const fingerprint = 'f'.repeat(64);
    const [operation, method, host] = ['voidEnvelope', 'POST', 'api.example.test'];
    await journal.intent({ id, operation, method, path, key: id, fingerprint, host, profile: undefined });
    if (at % 3 !== 0) await journal.settled(id, { status: 200, unknown: false }, 1);
  }
};
write().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
