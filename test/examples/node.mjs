// A receiver of webhooks in plain Node. Run it: WEBHOOK_SECRET=… node node.mjs
import { createServer } from 'node:http';
import { DeliveryRefused, verifyDelivery } from '@esign-cli/esign/webhook';
import { actedIds, take } from './inbox.mjs';

const { WEBHOOK_SECRET: secret, PREVIOUS_WEBHOOK_SECRET: previousSecret, PORT = '0', TEST_BUILD } = process.env;
const limit = 1024 * 1024;

const server = createServer(async (request, response) => {
  try {
    if (TEST_BUILD && request.url === '/acted') return response.end(JSON.stringify(actedIds()));
    response.writeHead(await answer(request)).end();
  } catch (error) {
    response.writeHead(error instanceof DeliveryRefused ? 401 : 500).end();
  }
});

async function answer(request) {
  if (request.method !== 'POST' || request.url !== '/hooks') return 404;
  const body = await readBody(request);
  if (body === null) return 413;
  const event = verifyDelivery({ signature: request.headers['service-signature'], body, secret, previousSecret });
  if (TEST_BUILD && request.headers['x-fail']) return 500;
  take(event);
  return 204;
}

/** The raw bytes, or null for more of them than any delivery has. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
