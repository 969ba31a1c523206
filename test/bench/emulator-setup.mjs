// What a part needs on an emulator before it measures: keys enough for the rate limit, a template, endpoints.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** One request of the API or the control routes. Throws for a status that is no success. */
export async function call({ url, live_key: key }, method, path, body, headers = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' && path.startsWith('/api/') ? { 'idempotency-key': randomUUID() } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

const lease = () => readFileSync(new URL('../../src/demo/lease.pdf', import.meta.url)).toString('base64');

/** A template made from the demo's lease, and recipients for all its roles. */
export async function templateOf(ready) {
  const documents = [{ filename: 'lease.pdf', file: lease() }];
  const template = await call(ready, 'POST', '/api/v1/templates', { name: 'Bench', documents });
  const roles = [...new Set(template.fields.map((field) => field.role))];
  const recipients = roles.map((role, at) => ({ role, name: `Person ${at}`, email: `person${at}@example.test` }));
  return { template_id: template.id, recipients };
}

/** Keys of their own for so many requests: each may make 600 a minute. */
export async function keysFor(ready, requests) {
  const keys = [];
  for (let at = 0; at <= requests / 500; at += 1) {
    keys.push((await call(ready, 'POST', '/_emulator/keys', { mode: 'live' })).key);
  }
  return keys;
}
