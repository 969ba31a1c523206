import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { canBrowse, launchBrowser } from '../support/browser.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bearer, http } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

/** A page of some program on this machine, opened in the browser of the person whose emulator runs beside it. */

let emulator: TestEmulator;
let organisation: TestOrganisation;
let envelope: Envelope;
let site: Server;
let browser: Browser;
let page: Page;
/** What the page's browser asked the emulator, and the status of each answer. */
let answers: { readonly method: string; readonly path: string; readonly status: number }[] = [];

const portOf = (url: string): string => new URL(url).port;
const sitePort = (): number => (site.address() as AddressInfo).port;

beforeAll(async () => {
  if (!canBrowse) return;
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  envelope = await createEnvelope(organisation.live, await createTemplate(organisation.live), { send: true });
  site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>'));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  // A name of the page's own that points at the emulator, as rebinding of DNS leaves it.
  browser = await launchBrowser('--host-resolver-rules=MAP rebound.example.test 127.0.0.1');
});
afterAll(async () => {
  await browser?.close();
  await emulator?.close();
  site?.close();
});
beforeEach(async () => {
  if (!canBrowse) return;
  page = await (await browser.newContext()).newPage();
  answers = [];
  page.on('response', (answer) => {
    const url = new URL(answer.url());
    if (url.port !== portOf(emulator.url)) return;
    answers.push({ method: answer.request().method(), path: url.pathname, status: answer.status() });
  });
  return () => page.context().close();
});

const everything = async (): Promise<string> => JSON.stringify(await emulator.control('GET /_emulator/snapshot'));
const reads = ['inbox', 'status', 'snapshot', 'openapi.json', `proof?nonce=${'0'.repeat(64)}`, 'clock', 'requests'];

describe.skipIf(!canBrowse)('a page on another port of this machine', () => {
  it.each(['127.0.0.1', 'localhost'])('by the name %s reads nothing', async (name) => {
    await page.goto(`http://${name}:${sitePort()}/`);
    const read = await page.evaluate(
      async ({ base, paths }) => {
        const told: string[] = [];
        for (const path of paths) {
          for (const init of [
            {},
            { credentials: 'include' },
            { mode: 'no-cors' },
            { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' },
            { headers: { Authorization: 'Bearer guess' } },
            { method: 'HEAD', mode: 'no-cors' },
          ] as RequestInit[]) {
            const answer = await fetch(`${base}/_emulator/${path}`, init).catch(() => null);
            const text = answer === null ? '' : await answer.text();
            if (text !== '' || (answer !== null && answer.type !== 'opaque')) told.push(`${path} ${text}`);
          }
          for (const kind of ['img', 'script', 'iframe', 'object'] as const) {
            await new Promise<void>((resolve) => {
              const element = document.createElement(kind);
              element.addEventListener('load', () => {
                if (kind === 'img' || kind === 'script') told.push(`${path} as ${kind}`);
                resolve();
              });
              element.addEventListener('error', () => resolve());
              element.setAttribute(kind === 'object' ? 'data' : 'src', `${base}/_emulator/${path}`);
              document.body.append(element);
            });
          }
        }
        return told;
      },
      { base: emulator.url, paths: reads },
    );
    expect(read).toEqual([]);
    expect(answers.length).toBeGreaterThan(reads.length);
    expect(answers.filter(({ status }) => status !== 403 && status !== 401)).toEqual([]);
  });

  it('changes nothing, by a form of any kind or by a request', async () => {
    const before = await everything();
    const act = `envelopes/${envelope.id}/recipients/Tenant/sign`;
    const targets = ['reset', 'clock', 'keys', 'organisations', 'faults', 'trigger', act];
    for (const path of targets) {
      for (const enctype of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
        await page.goto(`http://127.0.0.1:${sitePort()}/`);
        const action = `${emulator.url}/_emulator/${path}`;
        const answer = page.waitForResponse(action);
        const shown = page.waitForURL(action);
        await page.evaluate(
          (sent) => {
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', ...sent });
            const field = document.createElement('input');
            Object.assign(field, { name: '{"mode":"live","x":"', value: '"}' });
            form.append(field);
            document.body.append(form);
            form.submit();
          },
          { action, enctype },
        );
        await shown;
        expect([path, enctype, (await answer).status()]).toEqual([path, enctype, 403]);
      }
    }
    await page.goto(`http://127.0.0.1:${sitePort()}/`);
    const outcomes = await page.evaluate(
      async ({ base, paths }) => {
        const told: string[] = [];
        for (const path of paths) {
          const url = `${base}/_emulator/${path}`;
          for (const init of [
            { body: '{}' },
            { body: '{}', mode: 'no-cors', credentials: 'include' },
            { body: '{}', headers: { 'Content-Type': 'application/json' } },
            { body: '{}', headers: { Authorization: 'Bearer guess' } },
            { method: 'DELETE' },
          ] as RequestInit[]) {
            const answer = await fetch(url, { method: 'POST', ...init }).catch(() => null);
            if (answer !== null && answer.type !== 'opaque') told.push(`${path} ${answer.status}`);
          }
          navigator.sendBeacon(url, '{}');
        }
        return told;
      },
      { base: emulator.url, paths: targets },
    );
    expect(outcomes).toEqual([]);
    expect(answers.filter(({ path, status }) => path.startsWith('/_emulator/') && status < 400)).toEqual([]);
    expect(await everything()).toBe(before);
  });

  it('gets nothing under a name of its own that leads to the emulator', async () => {
    const before = await everything();
    const own = `http://rebound.example.test:${portOf(emulator.url)}`;
    // An answer of the emulator, so that the page has the very origin that it then asks.
    await page.goto(`${own}/_emulator/openapi.json`);
    const statuses = await page.evaluate(async (paths) => {
      const told: number[] = [];
      for (const path of paths) told.push((await fetch(`/_emulator/${path}`)).status);
      for (const path of ['reset', 'keys']) {
        const sent = { method: 'POST', headers: { Authorization: 'Bearer guess' }, body: '{"mode":"live"}' };
        told.push((await fetch(`/_emulator/${path}`, sent)).status);
      }
      return told;
    }, reads);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await everything()).toBe(before);
  });
});

describe.skipIf(!canBrowse)('the links of mails', () => {
  it('open the page to sign on without any credential', async () => {
    const { link } = (await emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
    expect((await page.goto(link!))?.status()).toBe(200);
  });

  it('the same browser reads nothing of the emulator’s own from there without its token', async () => {
    const { link } = (await emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
    expect((await http(emulator.url, 'GET', new URL(link!).pathname)).status).toBe(200);
    const { host, origin } = new URL(emulator.url);
    const own = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
    expect((await http(emulator.url, 'GET', '/_emulator/inbox', { headers: own })).status).toBe(401);
    const headers = { ...own, ...bearer(emulator.token) };
    expect((await http(emulator.url, 'GET', '/_emulator/inbox', { headers })).status).toBe(200);
  });
});
