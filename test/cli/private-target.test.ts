import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { privateTarget } from '../../src/cli/private-target.js';
import { type HttpServer, serve } from '../../src/http/serve.js';
import { canBrowse, launchBrowser } from '../support/browser.js';

const servers: HttpServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe.each(['darwin', 'win32', 'freebsd'] as const)('what a browser is started with on %s', (system) => {
  const secret = 'http://127.0.0.1:4711/5ecret/';

  it('holds no part of the address, and is a file of the owner alone', async () => {
    const { target, remove } = await privateTarget(secret, system);
    expect(target).toMatch(/^file:\/\/\/[^?#]*\/open\.html$/);
    expect(target).not.toMatch(/4711|5ecret/);
    const file = fileURLToPath(target);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    await remove();
    expect(existsSync(dirname(file))).toBe(false);
  });
});

it.skipIf(!canBrowse)('leads the browser to the address, with no referrer and cookies as usual', async () => {
  const asked: string[] = [];
  const server = await serve({
    handler: ({ path, method, headers }) => {
      asked.push(`${method} ${path} ${headers.get('referer') ?? '-'} ${headers.get('cookie') ?? '-'}`);
      if (path !== '/5ecret/') return { status: 204 };
      const type = [
        ['Content-Type', 'text/html'],
        ['Set-Cookie', 'own=1; Path=/5ecret/; HttpOnly; SameSite=Strict'],
      ] as const;
      const script = "fetch('url', { method: 'POST' }).then(() => (document.title = 'done'))";
      return { status: 200, headers: type, body: `<script>${script}</script>` };
    },
  });
  servers.push(server);
  const { target, remove } = await privateTarget(`${server.url}/5ecret/`, 'darwin');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(target);
    await page.waitForFunction(() => document.title === 'done');
    expect(page.url()).toBe(`${server.url}/5ecret/`);
    expect(asked.filter((each) => !each.includes('/favicon.ico'))).toEqual([
      'GET /5ecret/ - -',
      `POST /5ecret/url ${server.url}/5ecret/ own=1`,
    ]);
  } finally {
    await browser.close();
    await remove();
  }
});
