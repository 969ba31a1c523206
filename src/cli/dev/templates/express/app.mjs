import express from 'express';
import { createEnvelope, createSigningUrl, getEnvelope, getSealedPdf } from './esign.mjs';
import { eventsOf, receive, signatureHeader } from './webhook.mjs';

export const app = express();

app.get('/', (_request, response) => response.sendFile('index.html', { root: import.meta.dirname }));

// The signature is over the raw bytes: no JSON parser may run before this route.
const rawBody = express.raw({ type: () => true, limit: '1mb', inflate: false });

app.post('/webhooks', rawBody, (request, response) => {
  response.sendStatus(receive(request.get(signatureHeader), request.body ?? ''));
});

// In an app of yours, these routes check who is signed in.
app.post('/envelopes', async (_request, response) => {
  response.status(201).json(await createEnvelope());
});

app.get('/envelopes/:id', async ({ params }, response) => {
  response.json(await getEnvelope(params.id));
});

app.get('/envelopes/:id/events', ({ params }, response) => {
  response.json(eventsOf(params.id));
});

app.get('/envelopes/:id/sealed.pdf', async ({ params }, response) => {
  const pdf = await getSealedPdf(params.id);
  if (pdf === null) response.sendStatus(404);
  else response.type('pdf').set('Cache-Control', 'no-store').send(pdf);
});

app.post('/envelopes/:id/recipients/:recipient/signing-url', async ({ params }, response) => {
  response.set('Cache-Control', 'no-store').json(await createSigningUrl(params.id, params.recipient));
});
