// Calls of the e-signature API.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** `esign dev` passes the settings to the app, and writes them into .env.local. */
export function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Start the app with \`esign dev\`.`);
  return value;
}

async function call(method, path, body) {
  const headers = { authorization: `Bearer ${setting('ESIGN_API_KEY')}` };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    // In an app of yours, keep the key with the order: repeating a call with the same key does nothing twice.
    headers['idempotency-key'] = randomUUID();
  }
  const response = await fetch(`${setting('ESIGN_BASE_URL')}/api/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The template of agreement.pdf. The text tags in the file name the fields and the role that fills them in. */
async function findTemplate(name) {
  const { data } = await call('GET', '/templates?limit=100');
  const found = data.find((template) => template.name === name);
  if (found !== undefined) return found;
  const file = await readFile('agreement.pdf', 'base64');
  return call('POST', '/templates', { name, documents: [{ filename: 'agreement.pdf', file }] });
}

/** Creates and sends an envelope. Embedded recipients get no mail: they sign in a page of yours. */
export async function createEnvelope() {
  const { id } = await findTemplate('Sample agreement');
  return call('POST', '/envelopes', {
    template_id: id,
    recipients: [
      { role: 'Landlord', name: 'Pieter van der Merwe', email: 'pieter@example.test', embedded: true },
      { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test', embedded: true },
    ],
    send: true,
  });
}

export const getEnvelope = (id) => call('GET', `/envelopes/${encodeURIComponent(id)}`);

/** The sealed PDF of an envelope; null until it is sealed. Its URL expires: read it again instead of storing it. */
export async function getSealedPdf(id) {
  const { documents } = await call('GET', `/envelopes/${encodeURIComponent(id)}/documents`);
  const url = documents[0]?.url;
  if (!url) return null;
  // The URL is all that a download needs: the API key is for the service alone.
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sealed PDF could not be read: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A URL for the frame, valid once and for 10 minutes. Never log or store it: who has it can sign. */
export const createSigningUrl = (id, recipientId) =>
  call('POST', `/envelopes/${encodeURIComponent(id)}/recipients/${encodeURIComponent(recipientId)}/signing-url`);
