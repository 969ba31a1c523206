// A browser test of an app that embeds the signing page. Run it: node --test signing.browser.mjs (with playwright-core,
// and CHROMIUM naming the browser). With @playwright/test, `base.extend(esignFixtures())` gives each test the `service`.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { startEmulator } from '@esign-cli/esign/emulator';
import { failSealing, signingFrame, signingUrls } from '@esign-cli/esign/playwright';
import { chromium } from 'playwright-core';

let service;
let browser;
let app;
let origin;
/** Where the app stands in for yours: its page frames the signing page in a small frame. */
let signingUrl = '';
before(async () => {
  app = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<title>App</title><iframe title="Sign" width="500" height="700" src="${signingUrl}"></iframe>`);
  });
  await new Promise((resolve) => app.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${app.address().port}`;
  service = await startEmulator({ origins: [origin] });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await service?.close();
  app.close();
});

/** What the app does: it sends a lease to a tenant who signs in the app. */
async function sendLease() {
  const template = await service.template({
    name: 'Lease',
    fields: [
      { type: 'text', role: 'Tenant', label: 'Rent', data_key: 'lease.rent', required: true },
      { type: 'signature', role: 'Tenant' },
    ],
  });
  const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test', embedded: true };
  const response = await fetch(`${service.url}/api/v1/envelopes`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.keys.live}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ template_id: template.id, recipients: [tenant], send: true }),
  });
  assert.equal(response.status, 201);
  return await response.json();
}

async function openApp(url) {
  signingUrl = url;
  const page = await browser.newPage();
  await page.goto(origin);
  return signingFrame(page.frameLocator('iframe'));
}

test('a tenant signs in the app, and sealing that failed is repeated', async () => {
  const lease = await sendLease();
  failSealing(service);
  const frame = await openApp(await signingUrls(service).mint(lease));
  await frame.fill('Rent', '9500');
  await frame.sign('Thandi Mokoena');
  await service.clock.advance('2m');
  await service.events.waitFor('envelope.sealing_failed', { envelope: lease });
  await service.requeue(lease);
  await service.events.waitFor('envelope.sealed', { envelope: lease });
});

test('a tenant who has begun declines', async () => {
  const lease = await sendLease();
  const frame = await openApp(await signingUrls(service).mint(lease));
  await frame.fill('Rent', '9500');
  await frame.decline('Too dear');
  await service.events.waitFor('envelope.declined', { envelope: lease });
});

test('a tenant hands over to somebody else', async () => {
  const lease = await sendLease();
  const frame = await openApp(await signingUrls(service).mint(lease));
  await frame.delegate({ name: 'Naledi Khumalo', email: 'naledi@example.test' });
  const headers = { Authorization: `Bearer ${service.keys.live}` };
  const { recipients } = await (await fetch(`${service.url}/api/v1/envelopes/${lease.id}`, { headers })).json();
  assert.ok(recipients.some(({ email }) => email === 'naledi@example.test'));
});
