import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/cli/context/context.js';
import { openPrivately, type PrivateOpening, type SecretPage } from '../../../src/cli/context/open-privately.js';
import { type PrivatePage, privateAnswer, servePrivatePage } from '../../../src/core/http/private-page.js';
import { canBrowse, launchBrowser } from '../../support/browser.js';
import { desktop } from '../../support/program/desktop.js';

let folder = '';
const closing: (() => Promise<void> | void)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-test-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** The waiting ends when the test says so. */
const patience = () => {
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  return { lose, clock: { now: () => 0, sleep: () => lost } };
};

interface Around {
  readonly home?: string;
  readonly clock?: Context['clock'];
}

const open = async (page: SecretPage, env: Record<string, string>, around: Around = {}): Promise<PrivateOpening> => {
  const { home = folder, clock = patience().clock } = around;
  const { signal } = new AbortController();
  const context = { machine: { env, home }, clock, signal } as unknown as Context;
  const opening = await openPrivately(context, page, 'Open the URL yourself.');
  closing.push(opening.end);
  return opening;
};

const serve = async (): Promise<PrivatePage> => {
  const page = await servePrivatePage({
    port: 0,
    cookie: 'page',
    maxBody: 1_000,
    page: () => privateAnswer(200, 'text/html', '<title>The page</title>'),
    handle: () => ({ status: 204 }),
  });
  closing.push(page.close);
  return page;
};

const told = async <T>(): Promise<T> =>
  await vi.waitFor(() => JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8')) as T, 20_000);
const filesLeft = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('esign-open-'));

const visits = 'fetch(url).then((page) => tell({ given, url, status: page.status }));';

describe('the browser that a secret URL is opened in', () => {
  it('is started with a file of the owner alone, which is removed once the browser has come', async () => {
    const page = await serve();
    const env = desktop(
      folder,
      `const mode = (path) => statSync(path).mode & 0o777;
      const path = fileURLToPath(given), modes = [mode(path), mode(require('node:path').dirname(path))];
      fetch(url).then((page) => tell({ given, url, modes, status: page.status }));`,
    );
    await open(page, env);
    const seen = await told<{ given: string; url: string; modes: readonly number[]; status: number }>();
    expect(seen).toMatchObject({ url: page.address, modes: [0o600, 0o700], status: 200 });
    expect(seen.given).toMatch(/^file:\/\/\/[^?#]*\/esign-open-\w+\/open\.html$/);
    for (const secret of new URL(page.address).pathname.split('/').filter((part) => part !== '')) {
      expect(seen.given).not.toContain(secret);
    }
    await expect.poll(() => existsSync(dirname(fileURLToPath(seen.given)))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('finds the file where a confined browser can read it', async () => {
    await open(await serve(), desktop(folder, 'tell({ given })'));
    const { given } = await told<{ given: string }>();
    expect(dirname(dirname(fileURLToPath(given)))).toBe(folder);
    expect(statSync(fileURLToPath(given)).isFile()).toBe(true);
  });

  it('leaves no file behind when none has come', async () => {
    const opening = await open(await serve(), desktop(folder, 'tell({ given })'));
    const { given } = await told<{ given: string }>();
    opening.end();
    expect(existsSync(dirname(fileURLToPath(given)))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('gets the URL itself when it cannot read the file', async () => {
    const [page, { clock, lose }] = [await serve(), patience()];
    await open(page, desktop(folder, `if (isFile) tell({ given }); else ${visits}`), { clock });
    expect((await told<{ given: string }>()).given).toMatch(/^file:/);
    lose();
    await expect.poll(() => told()).toEqual({ given: page.address, url: page.address, status: 200 });
    expect(filesLeft()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('gets the URL itself when files cannot be opened or written', async () => {
    const page = await serve();
    const opening = await open(page, desktop(folder, `if (isFile) process.exit(4); ${visits}`));
    expect(await told()).toMatchObject({ given: page.address, status: 200 });
    opening.end();
    const other = await serve();
    await open(other, desktop(folder, visits), { home: join(folder, 'nowhere') });
    await expect.poll(() => told()).toMatchObject({ given: other.address, status: 200 });
  });

  it('never gets the URL of a page that cannot tell other users', async () => {
    const secret = {
      address: 'http://127.0.0.1:4711/5ecret/',
      refusesOthers: false,
      arrival: () => new Promise(() => {}),
    };
    const { clock, lose } = patience();
    lose();
    await open(secret, desktop(folder, 'tell({ given }); if (!isFile) process.exit(0)'), { clock });
    expect((await told<{ given: string }>()).given).toMatch(/^file:/);
    const failing = await open(secret, desktop(folder, 'if (isFile) process.exit(4); tell({ given, wrong: true })'));
    await expect(failing.failed).rejects.toThrow(/exited with 4/);
    expect(await told()).not.toHaveProperty('wrong');
    if (process.platform !== 'linux') return;
    const unwritten = open(secret, desktop(folder, 'tell({ wrong: true })'), { home: join(folder, 'nowhere') });
    await expect(unwritten).rejects.toThrow('Cannot open a browser: the file for it cannot be written.');
  });

  it('is said to fail when it can be started neither way, and only then', async () => {
    const none = open(await serve(), { PATH: '/nowhere' });
    await expect(none).rejects.toMatchObject({ exitCode: 8, code: 'no_browser' });
    const broken = await open(await serve(), desktop(folder, 'process.exit(3)'));
    await expect(broken.failed).rejects.toThrow(/exited with 3/);
    const page = await serve();
    const late = await open(page, desktop(folder, 'fetch(url).then(() => process.exit(3))'));
    await page.arrival();
    const failed = vi.fn();
    void late.failed.catch(failed);
    await expect.poll(() => filesLeft()).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
  });

  it.skipIf(!canBrowse)('comes without a referrer, and opens the page again with the cookie that it got', async () => {
    const page = await serve();
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    const [tab, env] = [await browser.newPage(), desktop(folder, 'tell({ given })')];
    for (const _time of ['first', 'second']) {
      rmSync(join(folder, 'seen.json'), { force: true });
      await open(page, env);
      const asked = tab.waitForRequest(page.address);
      const answered = tab.waitForResponse(page.address);
      await tab.goto((await told<{ given: string }>()).given);
      expect(await (await asked).headerValue('referer')).toBeNull();
      expect((await answered).status()).toBe(200);
      await tab.waitForURL(page.address);
    }
    expect(await tab.title()).toBe('The page');
  });
});

// Only root can act as somebody else.
it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'is of no use to another user who sees the URL',
  async () => {
    const page = await serve();
    expect(page.refusesOthers).toBe(true);
    const script = `fetch('${page.address}').then((it) => console.log(it.status), () => console.log('refused'))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: '/', uid: 65_534 });
    expect(['refused\n', '']).toContain(stdout);
  },
);
