import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { createEnvelope, createSigningUrl, getEnvelope, getSealedPdf } from './esign.mjs';
import { eventsOf, receive, signatureHeader } from './webhook.mjs';

export const app = fastify();

app.get('/', async (_request, reply) => reply.type('text/html').send(await readFile('index.html')));

// The signature is over the raw bytes: in this plugin, no parser runs.
await app.register(async (webhooks) => {
  webhooks.removeAllContentTypeParsers();
  webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  webhooks.post('/webhooks', async ({ headers, body }, reply) =>
    reply.code(receive(headers[signatureHeader.toLowerCase()], body ?? '')).send(),
  );
});

// In an app of yours, these routes check who is signed in.
app.post('/envelopes', async (_request, reply) => reply.code(201).send(await createEnvelope()));

app.get('/envelopes/:id', ({ params }) => getEnvelope(params.id));

app.get('/envelopes/:id/events', async ({ params }) => eventsOf(params.id));

app.get('/envelopes/:id/sealed.pdf', async ({ params }, reply) => {
  const pdf = await getSealedPdf(params.id);
  if (pdf === null) return reply.code(404).send();
  return reply.type('application/pdf').header('Cache-Control', 'no-store').send(pdf);
});

app.post('/envelopes/:id/recipients/:recipient/signing-url', async ({ params }, reply) =>
  reply.header('Cache-Control', 'no-store').send(await createSigningUrl(params.id, params.recipient)),
);
