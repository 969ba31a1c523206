// The load generator, a process of its own: no two requests with the same bytes.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './figures.mjs';

const now = () => Number(process.hrtime.bigint()) / 1e6;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let numbered = 0;

function send({ url, method, headers, body }, mayFail = false) {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode < 300 || mayFail)
          resolve({ text, headers: response.headers, status: response.statusCode });
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    call.on('error', (error) => {
      // The server closed the connection, idle until then, at the moment of the request.
      if (error.code === 'ECONNRESET' && call.reusedSocket) resolve(send({ url, method, headers, body }, mayFail));
      else reject(error);
    });
    call.end(body);
  });
}

function delivery({ url, secret }) {
  const envelope = randomUUID();
  const id = randomUUID();
  const body = Buffer.from(
    JSON.stringify({
      id,
      event: 'envelope.completed',
      created_at: new Date().toISOString(),
      retry_count: 0,
      envelope_id: envelope,
      recipient_id: null,
      uri: `/api/v1/envelopes/${envelope}`,
    }),
  );
  const t = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Service-Signature': `t=${t}, v1=${digest}`,
  };
  return { id, url, method: 'POST', headers, body };
}

function creation({ url, keys, template_id, recipients, send: sends = false }, index) {
  numbered += 1;
  const people = recipients.map((one, at) => ({
    ...one,
    name: `${one.name} ${randomUUID().slice(0, 8)}`,
    email: `person${at}-${numbered}@example.test`,
  }));
  const title = `Agreement ${numbered} of ${randomUUID()}`;
  const body = Buffer.from(JSON.stringify({ template_id, title, recipients: people, send: sends }));
  const headers = {
    authorization: `Bearer ${keys[index % keys.length]}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return { url, method: 'POST', headers, body };
}

const reading = ({ urls, keys }, index) => ({
  url: urls[index % urls.length],
  method: 'GET',
  headers: { authorization: `Bearer ${keys[index % keys.length]}` },
});

const kinds = { delivery, creation, reading };

/** So many requests of one kind, `connections` at a time: what was answered last, the rate and the times. */
async function drive({ kind, count, connections = 16, collect = false, mayFail = false, ...task }) {
  const times = [];
  const answers = [];
  let last;
  let next = 0;
  const began = now();
  const worker = async () => {
    while (next < count) {
      const one = kinds[kind](task, next++);
      const start = now();
      last = await send(one, mayFail);
      times.push(now() - start);
      if (collect) answers.push(JSON.parse(last.text));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (now() - began) / 1000;
  const ids = answers.map(({ id }) => id);
  return { began, rate: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), last, ids };
}

/** One after the other with a pause between: when each was sent, and what the answers took. */
async function paced({ kind, count, ...task }) {
  const sent = [];
  for (let index = 0; index < count; index += 1) {
    const one = kinds[kind](task, index);
    const start = now();
    await send(one);
    sent.push([one.id, start, now() - start]);
    await sleep(3);
  }
  return { sent };
}

/**
 * So many requests a second for so long, whether or not earlier ones are answered: a slow answer delays none, and its
 * time counts from when it was due.
 */
async function steady({ kind, perSecond, seconds, collect = false, ...task }) {
  const times = [];
  const answers = [];
  const underWay = [];
  const began = now();
  const count = perSecond * seconds;
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1000) / perSecond;
    if (due > now()) await sleep(due - now());
    const sent = send(kinds[kind](task, index)).then(({ text }) => {
      times.push(now() - due);
      if (collect) answers.push(JSON.parse(text).id);
    });
    sent.catch(() => undefined);
    underWay.push(sent);
  }
  await Promise.all(underWay);
  return { count, p50: percentile(times, 0.5), p99: percentile(times, 0.99), ids: answers };
}

const orders = { drive, paced, steady };
process.on('message', async (order) => {
  try {
    process.send(await orders[order.do](order));
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.send({});
process.once('disconnect', () => process.exit());
