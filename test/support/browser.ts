import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Frame, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { times } from './counts.js';

// The same engine without the windows of a browser: a page costs a fifth of the processor time.
const light = ['chromium-headless-shell'];
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env['PATH'] ?? '').split(delimiter);
export const executable = times([...light, ...whole], [...whole, ...light])
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

/** Whether pages can be opened here. Where tests must not be left out, they fail without a browser. */
export const canBrowse = executable !== undefined || process.env['CI'] !== undefined;

export const launchBrowser = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox', '--disable-gpu', ...more] });

export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
};

export interface Watched {
  readonly page: Page;
  /** Errors of scripts and of the security policy, and requests that failed. */
  readonly complaints: readonly string[];
  /** Every address that was asked for. */
  readonly asked: readonly string[];
}

/** A page of its own kind of screen, with everything that goes wrong on it written down. */
export async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Watched> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // A status that is not a success is reported by the test itself.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => asked.push(request.url()));
  return { page, complaints, asked };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Says that an automatic check finds nothing serious or critical on a page, or in a frame, as it stands. */
export async function expectAccessible(page: Page | Frame): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate<readonly Found[]>('axe.run().then((result) => result.violations)');
  const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
}

/** An application's page at an origin of its own, which frames what it is told to and keeps what it is sent. */
export interface HostSite {
  readonly origin: string;
  close(): Promise<void>;
}

const hostPage = `<!doctype html><html lang="en"><title>Host</title><script>
window.heard = [];
addEventListener('message', ({ origin, data }) => window.heard.push({ origin, data }));
</script><iframe width="1200" height="800" title="Signing"></iframe>`;

export async function openHostSite(): Promise<HostSite> {
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(hostPage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
