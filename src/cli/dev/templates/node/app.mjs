import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createEnvelope, createSigningUrl, getEnvelope, getSealedPdf } from './esign.mjs';
import { eventsOf, receive, signatureHeader } from './webhook.mjs';

// In an app of yours, the routes of envelopes check who is signed in.
const routes = [
  ['GET', '/', async (response) => response.setHeader('Content-Type', 'text/html').end(await readFile('index.html'))],
  ['POST', '/webhooks', takeWebhook],
  ['POST', '/envelopes', async (response) => sendJson(response, await createEnvelope())],
  ['GET', '/envelopes/:id', async (response, { id }) => sendJson(response, await getEnvelope(id))],
  ['GET', '/envelopes/:id/events', async (response, { id }) => sendJson(response, eventsOf(id))],
  ['GET', '/envelopes/:id/sealed.pdf', async (response, { id }) => sendPdf(response, await getSealedPdf(id))],
  [
    'POST',
    '/envelopes/:id/recipients/:recipient/signing-url',
    async (response, { id, recipient }) => sendJson(response, await createSigningUrl(id, recipient)),
  ],
].map(([method, path, handle]) => {
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return { method, pattern, handle };
});

export const app = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (route === undefined) return response.writeHead(404).end();
  try {
    await route.handle(response, route.pattern.exec(pathname).groups, request);
  } catch (error) {
    console.error(error.message);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});

/** The signature is over the raw bytes: they are not parsed before it is verified. */
async function takeWebhook(response, _params, request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 1024 * 1024) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  response.writeHead(receive(request.headers[signatureHeader.toLowerCase()], Buffer.concat(chunks))).end();
}

function sendPdf(response, pdf) {
  if (pdf === null) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' }).end(pdf);
}

const sendJson = (response, value) =>
  response
    .setHeader('Content-Type', 'application/json')
    .setHeader('Cache-Control', 'no-store')
    .end(JSON.stringify(value));
