// The channel that a peer's client listens to, a process of its own: what is posted is passed on as a server-sent event.
import { createServer } from 'node:http';

let stream;
const server = createServer((incoming, response) => {
  if (incoming.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    response.write('event: ready\ndata: {}\n\n');
    stream = response;
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
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}/channel` }));
process.on('message', () => process.send({ connected: stream !== undefined }));
process.once('disconnect', () => process.exit());
