import { createClient } from '../../src/client/client.js';
import { readNetwork } from '../../src/http/network.js';
import { createSender } from '../../src/http/send.js';

// A program that a test kills while it downloads: `node child.cjs <base> <envelope> <file>`.
const [baseUrl = '', envelopeId = '', path = ''] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  apiKey: 'abc_test_0123456789abcdefghijklmnopqrstuvwxyz',
  send: createSender({ network: readNetwork({}) }).send,
  clock: { now: Date.now, sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) },
  random: Math.random,
  uuid: () => 'unused',
});
void client.download('getEnvelopeDraft', { parameters: { envelopeId, position: '1' } }, { kind: 'file', path, overwrite: false });
