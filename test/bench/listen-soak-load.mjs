// The other side of `listen-soak.mjs`, a process of its own: the service that delivers, and the app that takes it.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { createInterface } from 'node:readline';

const atOnce = 16;
/** Sent once more after the restart: the app must not see them again. */
const sample = 1_000;
const took = new Map();
const kept = [];

const app = createServer((incoming, response) => {
  const parts = [];
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts));
    took.set(id, (took.get(id) ?? 0) + 1);
    response.writeHead(204).end();
  });
});
app.listen(0, '127.0.0.1', () => say({ is: 'app', url: `http://127.0.0.1:${app.address().port}/hooks` }));

function fresh() {
  const envelope = randomUUID();
  return {
    id: randomUUID(),
    event: 'envelope.completed',
    created_at: new Date().toISOString(),
    retry_count: 0,
    envelope_id: envelope,
    recipient_id: null,
    uri: `/api/v1/envelopes/${envelope}`,
  };
}

function post(url, secret, event, agent) {
  const body = Buffer.from(JSON.stringify(event));
  const t = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Service-Signature': `t=${t}, v1=${digest}`,
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode < 300 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Deliveries until so many are answered; the milliseconds of each. */
async function deliver(url, secret, count, next) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times = [];
  let left = count;
  const began = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const event = next();
      const start = performance.now();
      await post(url, secret, event, agent);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((one, other) => one - other);
  return { rate: count / seconds, p99: times[Math.floor(times.length * 0.99)] };
}

const orders = {
  deliver: ({ url, secret, count }) =>
    deliver(url, secret, count, () => {
      const event = fresh();
      if (kept.length < sample) kept.push(event);
      return event;
    }),
  repeat: ({ url, secret }) => {
    const again = kept.map((event) => ({ ...event, retry_count: 1 }));
    return deliver(url, secret, again.length, () => again.pop());
  },
  count: () => ({ once: took.size, twice: [...took.values()].filter((times) => times > 1).length }),
};

function say(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

for await (const text of createInterface({ input: process.stdin })) {
  const order = JSON.parse(text);
  say({ is: 'done', ...(await orders[order.do](order)) });
}
app.closeAllConnections();
app.close();
