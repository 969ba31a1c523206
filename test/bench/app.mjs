// The app that deliveries go to, a process of its own: counts what came, and notes when.
import { createServer } from 'node:http';

const came = new Map();
let status = 204;
let requests = 0;
let wake = () => {};
const server = createServer((incoming, response) => {
  const parts = [];
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', () => {
    const at = Number(process.hrtime.bigint()) / 1e6;
    response.writeHead(status).end();
    requests += 1;
    const { id } = JSON.parse(Buffer.concat(parts));
    if (status < 300 && !came.has(id)) came.set(id, at);
    wake();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}/hooks` }));

const orders = {
  /** From now on answers this status, and counts from 0. */
  answer: (order) => {
    status = order.status;
    requests = 0;
    came.clear();
    return {};
  },
  /** The same, without counting anew. */
  status: (order) => {
    status = order.status;
    return {};
  },
  count: () => ({ requests, events: came.size }),
  /** Resolves with the instant at which so many requests had come. */
  expect: ({ count }) =>
    new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`${requests} of ${count} deliveries came`)), 180_000);
      wake = () => {
        if (requests < count) return;
        clearTimeout(limit);
        wake = () => {};
        resolve({ at: Number(process.hrtime.bigint()) / 1e6 });
      };
      wake();
    }),
  arrivals: () => ({ arrivals: [...came] }),
};

process.on('message', async (order) => {
  try {
    process.send(await orders[order.do](order));
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.once('disconnect', () => process.exit());
