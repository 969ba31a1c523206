// Load on the emulator: keys enough for the rate limit, a template with one field, and requests on kept connections.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const connections = 16;

export async function json(url, method, body, key, agent, headers = {}) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const { status, text } = await new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      agent,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    call.end(payload);
  });
  if (status >= 400) throw new Error(`${method} ${url} answered ${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

const form = () => readFileSync(new URL('../../src/demo/lease.pdf', import.meta.url)).toString('base64');

/** A template of one role, and a body that creates an envelope from it. */
export async function creation(ready) {
  const template = await json(
    `${ready.url}/api/v1/templates`,
    'POST',
    { name: 'Bench', documents: [{ filename: 'lease.pdf', file: form() }] },
    ready.live_key,
    undefined,
    { 'idempotency-key': randomUUID() },
  );
  const used = [...new Set(template.fields.map((field) => field.role))];
  return {
    template_id: template.id,
    recipients: used.map((role, index) => ({ role, name: `Person ${index}`, email: `person${index}@example.test` })),
  };
}

/** Creates one envelope and answers its id. */
export async function envelopeIn(ready) {
  const body = await creation(ready);
  const headers = { 'idempotency-key': randomUUID() };
  const envelope = await json(`${ready.url}/api/v1/envelopes`, 'POST', body, ready.live_key, undefined, headers);
  return envelope.id;
}

/** Keys enough that `requests` calls stay under the limit of a minute. */
export async function keysFor(ready, requests) {
  const count = Math.ceil(requests / 500) + 1;
  const keys = [];
  for (let index = 0; index < count; index += 1) {
    keys.push((await json(`${ready.url}/_emulator/keys`, 'POST', { mode: 'live' }, ready.live_key)).key);
  }
  return keys;
}

/** Requests a second of `send(index, agent)`, over kept connections. */
export async function throughput(total, send) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const start = process.hrtime.bigint();
  const worker = async () => {
    while (next < total) {
      const index = next;
      next += 1;
      await send(index, agent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return total / (Number(process.hrtime.bigint() - start) / 1e9);
}
