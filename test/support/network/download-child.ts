import { createClient } from '../../../src/client/client.js';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender } from '../../../src/core/http/send.js';

// A program that a test kills or starves while it downloads: `node child.cjs <base> <envelope> <file>`. It prints the
// failure, if there is one.
const [baseUrl = '', envelopeId = '', path = ''] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  apiKey: 'abc_test_0123456789abcdefghijklmnopqrstuvwxyz',
  send: createSender({ network: readNetwork({}) }).send,
  clock: { now: Date.now, sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) },
  random: Math.random,
  uuid: () => 'unused',
});
const target = { kind: 'file', path, overwrite: false } as const;
client.download('getEnvelopeDraft', { parameters: { envelopeId, position: '1' } }, target).then(
  () => process.exit(0),
  (failure: unknown) => {
    process.stdout.write(JSON.stringify(failure), () => process.exit(3));
  },
);
