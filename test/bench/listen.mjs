// Listening: deliveries a second and the time to the app, through a bare server, `esign listen` and a peer's client.
import { createHmac, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { line, median, program, startEmulator, stop } from './figures.mjs';

const total = 4_000;
const atOnce = 16;
const paced = 500;
const peer = fileURLToPath(new URL('../../node_modules/smee-client/bin/smee.js', import.meta.url));

const listenAt = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)));

/** An app that only answers, and notes when which delivery came. */
async function startApp() {
  const came = new Map();
  let wake = () => {};
  const server = createServer((incoming, response) => {
    const parts = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      const at = performance.now();
      response.writeHead(204).end();
      came.set(JSON.parse(Buffer.concat(parts)).id, at);
      wake();
    });
  });
  const url = `${await listenAt(server)}/hooks`;
  return {
    url,
    came,
    has: (count) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`${came.size} of ${count} came`)), 60_000);
        wake = () => {
          if (came.size < count) return;
          clearTimeout(limit);
          resolve();
        };
        wake();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function delivery(secret) {
  const id = randomUUID();
  const envelope = randomUUID();
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
  return { id, body, header: `t=${t}, v1=${digest}` };
}

function post(url, { body, header }, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Service-Signature': header };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode < 300 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Deliveries a second until the app has them all; then, one at a time, milliseconds to the answer and to the app. */
async function measure(url, secret, app) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const many = Array.from({ length: total }, () => delivery(secret));
  const before = app.came.size;
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < total) await post(url, many[next++], agent);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await app.has(before + total);
  const rate = total / ((performance.now() - began) / 1000);
  const answered = [];
  const arrived = [];
  for (let count = 0; count < paced; count += 1) {
    const one = delivery(secret);
    const start = performance.now();
    await post(url, one, agent);
    answered.push(performance.now() - start);
    if (!app.came.has(one.id)) await app.has(app.came.size + 1);
    arrived.push(app.came.get(one.id) - start);
  }
  agent.destroy();
  return { rate, answered, arrived };
}

const percentile = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)];
const times = (numbers) => `${median(numbers).toFixed(2)} / ${percentile(numbers, 0.99).toFixed(2)} ms`;

function report(name, { rate, answered, arrived }, bare) {
  const share = bare === undefined ? '' : `${(rate / bare.rate).toFixed(2)} of bare; `;
  const added = bare === undefined ? '' : `, ${(median(arrived) - median(bare.arrived)).toFixed(2)} ms added`;
  return line(
    name,
    `${rate.toFixed(0)} /s`,
    `${share}p50 / p99 to the answer ${times(answered)}, to the app ${times(arrived)}${added}`,
  );
}

async function startListening(environment, target, secretFile) {
  const words = [
    'listen',
    '--json',
    '--profile',
    'local',
    '--forward-to',
    target,
    '--secret-file',
    secretFile,
    '--force',
  ];
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve) => {
    lines.on('line', (text) => {
      const { type, url: at } = JSON.parse(text);
      if (type === 'ready') resolve(at);
    });
  });
  return { url, child, secret: readFileSync(secretFile, 'utf8').trim() };
}

/** The channel that the peer's client listens to: what is posted is passed on as a server-sent event. */
async function startChannel() {
  let stream;
  let connected = () => {};
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
      response.write('event: ready\ndata: {}\n\n');
      stream = response;
      connected();
      return;
    }
    const parts = [];
    incoming.on('data', (part) => parts.push(part));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts));
      stream.write(`data: ${JSON.stringify({ ...incoming.headers, body, query: {}, timestamp: Date.now() })}\n\n`);
      response.writeHead(200).end();
    });
  });
  const url = `${await listenAt(server)}/channel`;
  const ready = new Promise((resolve) => (connected = resolve));
  return {
    url,
    ready,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function measurePeer(environment, app) {
  const channel = await startChannel();
  const child = spawn(process.execPath, [peer, '--url', channel.url, '--target', app.url], {
    env: environment,
    stdio: 'ignore',
  });
  try {
    await channel.ready;
    return await measure(channel.url, 'secret', app);
  } finally {
    child.kill('SIGKILL');
    channel.close();
  }
}

export async function measureListen(environment, folder) {
  const app = await startApp();
  const { child } = await startEmulator(environment, `${folder}/listen-data`);
  try {
    await measure(app.url, 'warm', app);
    const bare = await measure(app.url, 'secret', app);
    const listening = await startListening(environment, app.url, `${folder}/listen.secret`);
    let own;
    try {
      own = await measure(listening.url, listening.secret, app);
    } finally {
      await stop(listening.child);
    }
    const theirs = await measurePeer(environment, app);
    return [
      `Listening: ${total} deliveries, ${atOnce} at once, then ${paced} one by one`,
      report('a bare server that only answers', bare),
      report('esign listen: verify, journal, forward', own, bare),
      report('smee-client 5: forward alone, no signature', theirs, bare),
    ];
  } finally {
    await stop(child);
    app.close();
  }
}
