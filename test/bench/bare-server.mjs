// The baseline of servers: reads a request, writes and syncs as many bytes as told, answers as told, forwards if told.
import { randomBytes } from 'node:crypto';
import { fdatasync, openSync, readFileSync, write } from 'node:fs';
import { Agent, createServer, request } from 'node:http';

const { answer, synced = 0, forwardTo, log } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const body = Buffer.from(answer.body);
const noise = randomBytes(4 * 1024 * 1024);
const file = synced > 0 ? openSync(log, 'a') : undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

let waiting = [];
let busy = false;
/** Whoever waits shares one write and one sync, as one commit may hold many records. */
function durable(done) {
  if (file === undefined) return done();
  waiting.push(done);
  if (!busy) flush();
}
function flush() {
  busy = true;
  const group = waiting;
  waiting = [];
  const bytes = noise.subarray(0, Math.min(noise.length, Math.round(synced * group.length)));
  write(file, bytes, (failed) => {
    if (failed) throw failed;
    fdatasync(file, (error) => {
      if (error) throw error;
      for (const done of group) done();
      busy = false;
      if (waiting.length > 0) flush();
    });
  });
}

function forward(bytes, headers) {
  const call = request(forwardTo, { method: 'POST', agent, headers }, (response) => response.resume());
  call.end(bytes);
}

const server = createServer((incoming, response) => {
  const parts = [];
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', () =>
    durable(() => {
      response.writeHead(answer.status, answer.headers).end(body);
      if (forwardTo === undefined) return;
      const { 'content-type': type, 'content-length': length, 'service-signature': signature } = incoming.headers;
      forward(Buffer.concat(parts), { 'Content-Type': type, 'Content-Length': length, 'Service-Signature': signature });
    }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
