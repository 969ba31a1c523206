import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.js';
import {
  esignFixtures,
  failSealing,
  loseConnection,
  signingFrame,
  signingUrls,
} from '../../src/emulator/playwright.js';
import { canBrowse, desktop, type HostSite, launchBrowser, openHostSite, openPage } from '../support/browser.js';

let host: HostSite;
let browser: Browser;
let page: Page;
let service: Emulator;
let end = (): void => undefined;
let closed: Promise<void>;

beforeAll(async () => {
  if (!canBrowse) return;
  [browser, host] = await Promise.all([launchBrowser(), openHostSite()]);
  ({ page } = await openPage(browser, desktop));
  // As the test runner of Playwright calls a fixture.
  const [fixture] = esignFixtures({ origins: [host.origin] }).service;
  await new Promise<void>((ready) => {
    closed = fixture({}, (started) => {
      service = started;
      ready();
      return new Promise((resolve) => (end = resolve));
    });
  });
});
afterAll(async () => {
  end();
  await Promise.all([closed, browser?.close(), host?.close()]);
});

interface Sent {
  readonly id: string;
  readonly recipients: readonly { readonly id: string; readonly status: string }[];
}

async function sent(): Promise<Sent> {
  const fields = [
    { type: 'text', role: 'Tenant', label: 'Rent', data_key: 'lease.rent', required: true },
    { type: 'signature', role: 'Tenant' },
  ] as const;
  const template = await service.template({ name: 'Lease', fields });
  const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test', embedded: true };
  return await call<Sent>('POST', '/envelopes', { template_id: template.id, recipients: [tenant], send: true });
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = {
    Authorization: `Bearer ${service.keys.live}`,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Idempotency-Key': `${Date.now()}-${Math.random()}` }),
  };
  const answer = await fetch(`${service.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

async function show(url: string): Promise<FrameLocator> {
  await page.goto(host.origin);
  await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(url)}`);
  return page.frameLocator('iframe');
}
const heard = (): Promise<string[]> =>
  page.evaluate<string[]>('window.heard.map(({ data }) => data.reason ?? data.action)');
const statusOf = async ({ id }: Sent): Promise<string> =>
  (await call<{ readonly status: string }>('GET', `/envelopes/${id}`)).status;

describe.skipIf(!canBrowse)('the kit for Playwright', { timeout: 120_000 }, () => {
  it('signs in the frame of an app, and sealing fails when asked', async () => {
    const envelope = await sent();
    failSealing(service);
    const frame = signingFrame(await show(await signingUrls(service).mint(envelope)));
    await frame.fill('Rent', '9500');
    await frame.sign('Thandi Mokoena');
    expect([await statusOf(envelope), await heard()]).toEqual(['completed', ['ready', 'signed']]);
    await service.clock.advance('2m');
    expect(service.events.list({ envelope }).at(-1)?.event).toBe('envelope.sealing_failed');
    await service.requeue(envelope);
    expect(service.events.list({ envelope }).at(-1)?.event).toBe('envelope.sealed');
  });

  it('declines and delegates', async () => {
    const urls = signingUrls(service);
    const declined = await sent();
    await signingFrame(await show(await urls.mint(declined))).decline('Too dear');
    expect(await statusOf(declined)).toBe('declined');
    const delegated = await sent();
    const to = { name: 'Naledi Khumalo', email: 'naledi@example.test' };
    await signingFrame(await show(await urls.mint(delegated, 'Tenant'))).delegate(to);
    expect((await heard()).at(-1)).toBe('delegated');
  });

  it('fills in every kind of field, also in a frame whose foot the window does not show', async () => {
    const fields = [
      { type: 'text', role: 'Tenant', label: 'Full name (as in the ID)', required: false },
      { type: 'tickbox', role: 'Tenant', label: 'I agree', required: true },
      { type: 'dropdown', role: 'Tenant', label: 'Bank', options: ['Absa', 'Capitec'], required: true },
      { type: 'date', role: 'Tenant', label: 'Start', required: true },
      { type: 'initials', role: 'Tenant' },
    ] as const;
    const template = await service.template({ name: 'Kinds', fields });
    const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test', embedded: true };
    const body = { template_id: template.id, recipients: [tenant], send: true };
    const envelope = await call<Sent>('POST', '/envelopes', body);
    await page.setViewportSize({ width: 1280, height: 500 });
    const frame = signingFrame(await show(await signingUrls(service).mint(envelope)));
    await frame.fill('Full name (as in the ID)', 'Thandi Mokoena');
    await frame.tick('I agree');
    await frame.choose('Bank', 'Capitec');
    await frame.fill('Start', '2026-12-01');
    await frame.sign('Thandi Mokoena');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await statusOf(envelope)).toBe('completed');
  });

  it('does not take a page that closed for one where the act is done', async () => {
    const envelope = await sent();
    const frame = signingFrame(await show(await signingUrls(service).mint(envelope)));
    await frame.fill('Rent', '9500');
    await call('POST', `/envelopes/${envelope.id}/void`, { reason: 'Sold' });
    await expect(frame.sign('Thandi Mokoena')).rejects.toThrow('The page says: Withdrawn – ');
    await expect(frame.decline('Too dear')).rejects.toThrow('The page has no form: Withdrawn – ');
  });

  it('has URLs that no longer work: used, expired, delegated and replaced', async () => {
    const urls = signingUrls(service);
    const envelope = await sent();
    const used = await show(await urls.used(envelope));
    await used.locator('h1').waitFor();
    expect(await heard()).toEqual(['used']);
    await show(await urls.expired(envelope));
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    const frame = await show(await urls.mint(envelope));
    await frame.locator('#signature').waitFor();
    await urls.replace(envelope);
    await signingFrame(frame).fill('Rent', '9500');
    await frame.locator('#signature').fill('Thandi Mokoena');
    await frame.locator('#sign').click();
    await expect.poll(heard).toContain('session_replaced');
    const url = await urls.delegated(await sent());
    const delegated = await show(url);
    await expect.poll(async () => (await delegated.locator('#sign').count()) === 0).toBe(true);
  });

  it('loses the connection, and signs when it is back', async () => {
    const envelope = await sent();
    const frame = await show(await signingUrls(service).mint(envelope));
    const signing = signingFrame(frame);
    await signing.fill('Rent', '9500');
    await frame.locator('#signature').fill('Thandi Mokoena');
    const reconnect = await loseConnection(page, service);
    await frame.locator('#sign').click();
    await frame.locator('#alert:not([hidden])').waitFor();
    expect(await statusOf(envelope)).toBe('sent');
    await reconnect();
    await signing.sign('Thandi Mokoena');
    expect(await statusOf(envelope)).toBe('completed');
  });
});
