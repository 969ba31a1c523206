// Runs inside `esign emulator exec` and writes, line by line, every byte that it was given: answers, pages, documents,
// mails, deliveries, logs and a snapshot. What the machine chose, the two addresses, is written by name.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';

const { ESIGN_BASE_URL: base, ESIGN_API_KEY: key, ESIGN_EMULATOR_TOKEN: token, LEASE: lease } = process.env;
const received = [];
const app = createServer((message, response) => {
  const parts = [];
  message.on('data', (part) => parts.push(part));
  message.on('end', () => {
    // The time of a signature is that of this machine.
    const signed = String(message.headers['service-signature'])
      .split(', ')
      .map((part) => part.split('=')[0]);
    received.push([message.url, signed, Buffer.concat(parts).toString('utf8')]);
    response.writeHead(message.url === '/failing' ? 500 : 204).end();
  });
});
await new Promise((resolve) => app.listen(0, '127.0.0.1', resolve));
const hooks = `http://127.0.0.1:${app.address().port}`;

const plain = (text) =>
  text
    .replaceAll(base, 'SERVICE')
    .replaceAll(hooks, 'APP')
    // Of a snapshot, its addresses included.
    .replace(/(\\n\s+\\"sha256\\": \\")[0-9a-f]{64}(\\"\\n\}\\n)/, '$1DIGEST$2');
const own = new URL(base).host;
const say = (what, value) => process.stdout.write(`${what}\t${plain(JSON.stringify(value)).replaceAll(own, 'HOST')}\n`);

let keys = 0;
/** One exchange, all of its bytes told. Answers the JSON, or null. */
function call(line, body, headers = {}) {
  const [method, target] = line.split(' ');
  const url = new URL(target, base);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const isOwn = url.pathname.startsWith('/_emulator/');
  const needed = url.pathname.startsWith('/api/')
    ? { Authorization: `Bearer ${key}`, 'Idempotency-Key': `key-${(keys += 1)}` }
    : isOwn
      ? { Authorization: `Bearer ${token}` }
      : {};
  const type = sent === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const options = { method, agent: false, headers: { ...needed, ...type, ...headers } };
    const going = request(url, options, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        const isText = !/pdf|png|font/.test(answer.headers['content-type'] ?? '');
        const shown = isText ? bytes.toString('utf8') : createHash('sha256').update(bytes).digest('hex');
        // The emulator's own routes are dated by the machine: they are not the service.
        const head = url.pathname.startsWith('/api/') ? answer.rawHeaders : [];
        say(line, [answer.statusCode, head, shown]);
        resolve(/json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(bytes.toString('utf8')) : null);
      });
    });
    going.on('error', (error) => resolve(say(line, error.code) ?? null));
    going.end(sent);
  });
}
const advance = (seconds) => call('POST /_emulator/clock', { action: 'advance', seconds });

say('key', key);
for (const path of ['/one', '/two', '/failing']) {
  await call('POST /api/v1/webhooks', { url: hooks + path, events: ['envelope.sent', 'envelope.sealed'] });
}
const file = { filename: 'lease.pdf', file: readFileSync(lease).toString('base64') };
const template = await call('POST /api/v1/templates', { name: 'Lease', documents: [file] });
await call(`GET /api/v1/templates/${template.id}/people`);
await call(`POST /api/v1/templates/${template.id}/naming-runs`, {});

const landlord = { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' };
const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' };
const create = (changes = {}) =>
  call('POST /api/v1/envelopes', { template_id: template.id, recipients: [tenant, landlord], send: true, ...changes });

const faults = '/_emulator/faults/operations';
await call(`POST ${faults}`, { operation: 'createEnvelope', http_status: 503, probability: 0.4, seed: 3 });
await call(`POST ${faults}`, { operation: 'createEnvelope', drop_after_commit: true, probability: 0.4, seed: 4 });
for (let each = 0; each < 8; each += 1) await create();
await call(`DELETE ${faults}`);
await call('POST /_emulator/faults/deliveries', { duplicate: 0.3, drop: 0.3, seed: 5 });
await advance(60);

const envelope = await create({ recipients: [{ ...tenant, embedded: true }, landlord] });
const [signer] = envelope.recipients;
const { url } = await call(`POST /api/v1/envelopes/${envelope.id}/recipients/${signer.id}/signing-url`);
await call(`GET ${new URL(url).pathname}`);
await call(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`);
for (const role of ['Tenant', 'Landlord'])
  await call(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/sign`, {});
const gone = await create();
await call(`POST /api/v1/envelopes/${gone.id}/void`, { reason: 'Another unit' });
await call('POST /_emulator/scenarios', { name: 'mandate-active' });
await advance(86_400 * 2);

const { documents } = await call(`GET /api/v1/envelopes/${envelope.id}/documents`);
for (const document of documents) {
  const path = new URL(document.url).pathname + new URL(document.url).search;
  await call(`GET ${path}`);
  await call(`GET /api/v1/documents/${document.id}/pages/1`);
}
await call('GET /_emulator/inbox');
await call('GET /_emulator/deliveries/log');
await call('GET /_emulator/requests?format=har');
await call('GET /_emulator/snapshot');
say('deliveries', received);
say('made', { events: (await call('GET /_emulator/events')).data.length, deliveries: received.length });
app.close();
app.closeAllConnections();
