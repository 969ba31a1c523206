// Deliveries that wait for their second attempt: envelopes sent to an organisation whose endpoints all failed once.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, keysFor, templateOf } from './emulator-setup.mjs';

export const endpoints = 10;

/** Registers as many endpoints as an organisation may have. */
export async function registerEndpoints(ready, url) {
  for (let at = 0; at < endpoints; at += 1) {
    const body = { url: `${url}?endpoint=${at}`, events: ['envelope.sent'] };
    await call(ready, 'POST', '/api/v1/webhooks', body);
  }
  return templateOf(ready);
}

/** Sends envelopes until so many deliveries have failed once; `app` answers 500 from then on. */
export async function failOnce({ ready, template, load, app, count }) {
  await app.order({ do: 'answer', status: 500 });
  const sent = Math.ceil(count / endpoints);
  const keys = await keysFor(ready, sent);
  const url = `${ready.url}/api/v1/envelopes`;
  const failed = app.order({ do: 'expect', count: sent * endpoints });
  await load.order({ do: 'drive', kind: 'creation', count: sent, connections: 4, send: true, url, keys, ...template });
  await failed;
  await atRest(ready);
  return sent * endpoints;
}

/** Until nothing is due any more, nor under way: what is under way is not named as next. */
export async function atRest(ready) {
  for (let quiet = 0; quiet < 2; quiet += 1) {
    const { now, next } = await call(ready, 'GET', '/_emulator/clock');
    if (next !== null && Date.parse(next) <= Date.parse(now)) quiet = -1;
    await sleep(20);
  }
}
