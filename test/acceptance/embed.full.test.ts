import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import {
  canBrowse,
  desktop,
  expectAccessible,
  launchBrowser,
  openHostSite,
  openPage,
  type HostSite,
} from '../support/browser.js';
import { builtProgram, type BuiltProgram, type RunningProgram } from '../support/built.js';
import { minute, startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import type { Envelope, Template } from '../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let browser: Browser;
let template: Template;
let registered: HostSite;
let stranger: HostSite;
let program: BuiltProgram;
let page: Page;

beforeAll(async () => {
  if (!canBrowse) return;
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  [browser, registered, stranger, template] = await Promise.all([
    launchBrowser(),
    openHostSite(),
    openHostSite(),
    createTemplate(organisation.live),
  ]);
  await emulator.control(`PATCH /_emulator/brands/${organisation.brandId}`, {
    origins: ['https://app.example.test', registered.origin],
  });
  program = builtProgram();
  ({ page } = await openPage(browser, desktop));
});
afterAll(async () => {
  await program?.remove();
  await Promise.all([browser?.close(), registered?.close(), stranger?.close()]);
  await emulator?.close();
});
beforeEach(async () => {
  if (canBrowse) await emulator.advance(minute);
});

const embedded = (): Promise<Envelope> =>
  createEnvelope(organisation.live, template, { send: true, recipients: [{ ...tenant, embedded: true }, landlord] });
const mint = async ({ id, recipients }: Envelope): Promise<string> => {
  const path = `POST /api/v1/envelopes/${id}/recipients/${recipients[0]!.id}/signing-url`;
  return (await organisation.live<{ url: string }>(path)).body.url;
};
const fullName = (): string => `#field-${template.fields.find(({ label }) => label === 'Full name')!.id}`;

/** Puts a URL into the frame of an application, and answers with the frame once it has come to rest. */
async function frameOf(site: HostSite, url: string): Promise<Frame> {
  await page.goto(site.origin);
  return await load(url);
}
async function load(url: string): Promise<Frame> {
  const loaded = page.evaluate(
    `new Promise((done) => document.querySelector('iframe').addEventListener('load', () => done(), { once: true }))`,
  );
  await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(url)}`);
  await loaded;
  return page.frames()[1]!;
}
const heard = (): Promise<unknown> => page.evaluate('window.heard');
const heardBy = async (count: number): Promise<unknown> => {
  await page.waitForFunction(`window.heard.length >= ${count}`);
  return await heard();
};
const from = (data: object) => ({ origin: emulator.url, data });

describe.skipIf(!canBrowse)('the signing page in a frame', { timeout: 240_000 }, () => {
  it('of a registered origin is signed on, and the host hears ready and signed', async () => {
    const frame = await frameOf(registered, await mint(await embedded()));
    await page.waitForFunction('window.heard.length > 0');
    await frame.waitForSelector('.guided #next');
    await expectAccessible(frame);
    await frame.fill(fullName(), 'Thandi Mokoena');
    await frame.fill('#signature', 'Thandi Mokoena');
    await frame.click('#sign');
    expect(await heardBy(2)).toEqual([from({ action: 'ready' }), from({ action: 'signed' })]);
    expect(await frame.textContent('.notice')).toContain('You have signed.');
    await frame.click('text=open it here');
    await frame.waitForSelector('text=as soon as everyone has finished');
    expect(await heard()).toHaveLength(2);
  });

  it('leads to the signed copy: in the frame, and in a new tab where the sandbox of the frame blocks downloads', async () => {
    const sandbox = async (words: string | null): Promise<void> => {
      await page.goto(registered.origin);
      if (words !== null) await page.evaluate(`document.querySelector('iframe').sandbox = ${JSON.stringify(words)}`);
    };
    const sign = async (frame: Frame): Promise<void> => {
      await frame.fill(fullName(), 'Thandi Mokoena');
      await frame.fill('#signature', 'Thandi Mokoena');
      await frame.click('#sign');
      await frame.waitForSelector('.notice');
    };
    await sandbox('allow-scripts allow-forms');
    let frame = await load(await mint(await embedded()));
    await sign(frame);
    expect(await frame.textContent('.notice')).toContain('needs allow-same-origin. Nothing was signed.');

    const envelope = await embedded();
    await sandbox('allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    frame = await load(await mint(envelope));
    await sign(frame);
    await emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Landlord/sign`, {});
    await emulator.advance(2 * minute);
    await frame.click('text=open it here');
    await frame.waitForSelector('text=may block downloads here');
    await expectAccessible(frame);
    const address = frame.url();
    const [tab] = await Promise.all([page.waitForEvent('popup'), frame.click('text=Open this page in a new tab')]);
    const savedBy = async (where: Page | Frame, by: Page): Promise<string> => {
      const [saved] = await Promise.all([by.waitForEvent('download'), where.click('text=Download agreement.pdf')]);
      return saved.suggestedFilename();
    };
    expect(await savedBy(tab, tab)).toBe('agreement.pdf');
    await tab.close();
    await sandbox(null);
    expect(await savedBy(await load(address), page)).toBe('agreement.pdf');
  });

  it('declines and hands over, and the host hears it', async () => {
    let frame = await frameOf(registered, await mint(await embedded()));
    await frame.click('summary:has-text("Decline")');
    await frame.fill('#reason', 'Too dear');
    await frame.click('button[value=decline]');
    expect(await heardBy(2)).toEqual([from({ action: 'ready' }), from({ action: 'declined' })]);

    frame = await frameOf(registered, await mint(await embedded()));
    await frame.click('summary:has-text("Delegate")');
    await frame.fill('#name', 'Lerato Nkosi');
    await frame.fill('#email', 'lerato@example.test');
    await frame.click('button[value=delegate]');
    expect(await heardBy(2)).toEqual([from({ action: 'ready' }), from({ action: 'delegated' })]);
  });

  it('is refused to another origin, by the browser itself, and says nothing there', async () => {
    const frame = await frameOf(stranger, await mint(await embedded()));
    expect(frame.url()).toMatch(/^chrome-error:/);
    expect(await heard()).toEqual([]);
  });

  it('that is never framed, the mailed one, is refused to a registered origin as well', async () => {
    const envelope = await createEnvelope(organisation.live, template, { send: true });
    const [mail] = await emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`);
    const frame = await frameOf(registered, mail!.link!);
    expect(frame.url()).toMatch(/^chrome-error:/);
    expect(await heard()).toEqual([]);
  });

  it('of a used URL says so, and that another one helps; that of an expired one is refused a frame', async () => {
    const envelope = await embedded();
    const url = await mint(envelope);
    await frameOf(registered, url);
    await heardBy(1);
    const used = await load(url);
    const invalid = { action: 'signing_url_invalid', reason: 'used', can_remint: true };
    expect(await heardBy(2)).toEqual([from({ action: 'ready' }), from(invalid)]);
    await expectAccessible(used);
    expect(await used.textContent('h1')).toBe('Link used');
    const late = await mint(envelope);
    await emulator.advance(10 * minute);
    expect((await load(late)).url()).toMatch(/^chrome-error:/);
    expect(await heard()).toHaveLength(2);
  });

  it('of an earlier session is over once a second URL is redeemed', async () => {
    const envelope = await embedded();
    const frame = await frameOf(registered, await mint(envelope));
    await frame.fill('#signature', 'Thandi Mokoena');
    await frame.fill(fullName(), 'Thandi Mokoena');
    await fetch(await mint(envelope));
    await frame.click('#sign');
    const replaced = { action: 'signing_url_invalid', reason: 'session_replaced', can_remint: false };
    expect(await heardBy(2)).toEqual([from({ action: 'ready' }), from(replaced)]);
  });
});

describe.skipIf(!canBrowse)('esign embed', { timeout: 240_000 }, () => {
  const start = async (
    { id, recipients }: Envelope,
    ...words: readonly string[]
  ): Promise<{ running: RunningProgram; ready: { url: string; origin: string; registered: boolean } }> => {
    const running = program.start(['embed', id, recipients[0]!.id, '--json', ...words], {
      ESIGN_BASE_URL: emulator.url,
      ESIGN_API_KEY: organisation.liveKey,
    });
    return { running, ready: JSON.parse(await running.firstLine) as never };
  };
  const lines = (text: string): readonly Record<string, unknown>[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const origins = async (): Promise<readonly string[]> => {
    const { data } = await emulator.control<{ data: { id: string; origins: string[] }[] }>('GET /_emulator/brands');
    return data.find(({ id }) => id === organisation.brandId)!.origins;
  };
  const framed = async (address: string): Promise<Frame> => {
    await page.goto(address);
    await page.waitForSelector('#messages li:has-text("ready")');
    return page.frames()[1]!;
  };

  it('embeds the page, shows each message with its origin, renews the URL on request, and ends with 0', async () => {
    const envelope = await embedded();
    const { running, ready } = await start(envelope);
    expect(await origins()).toContain(ready.origin);
    await framed(ready.url);
    await expectAccessible(page);
    // The signer's hour is over: the page says that another URL helps, and gets it.
    await emulator.advance(60 * minute);
    await page.frames()[1]!.evaluate('document.getElementById("form").submit()');
    await page.waitForSelector('#messages li:has-text("created again")');
    await page.waitForSelector('#messages li:nth-child(5):has-text("ready")');
    const frame = page.frames()[1]!;
    await frame.fill(fullName(), 'Thandi Mokoena');
    await frame.fill('#signature', 'Thandi Mokoena');
    // Anybody can post a message: it is shown, and believed by nobody.
    await page.evaluate(`window.postMessage({ action: 'signed' }, '*')`);
    await page.waitForSelector('#messages li.ignored');
    await frame.click('#sign');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(lines(stdout).map(({ type, data, why, status }) => [type, data ?? why ?? status])).toEqual([
      ['ready', undefined],
      ['minted', 'first'],
      ['message', { action: 'ready' }],
      ['message', { action: 'signing_url_invalid', reason: 'session_expired', can_remint: true }],
      ['minted', 'can_remint'],
      ['message', { action: 'ready' }],
      ['message', { action: 'signed' }],
      ['message', { action: 'signed' }],
      ['ended', 'signed'],
    ]);
    const messages = lines(stdout).filter(({ type }) => type === 'message');
    expect(messages.map(({ origin, trusted }) => [origin, trusted])).toEqual([
      [emulator.url, true],
      [emulator.url, true],
      [emulator.url, true],
      [ready.origin, false],
      [emulator.url, true],
    ]);
    expect(stdout).not.toContain('/embed/');
    expect(await origins()).not.toContain(ready.origin);
    // The page stays in its frame, and leads to the copy when the command is gone.
    expect(await page.textContent('#over')).toContain('Done.');
    await expectAccessible(page);
    const [tab] = await Promise.all([page.waitForEvent('popup'), frame.click('text=Your copy')]);
    await tab.waitForSelector('text=as soon as everyone has finished');
    await tab.close();
  });

  it('continues when the page is opened a second time, and ends when that one is signed', async () => {
    const { running, ready } = await start(await embedded());
    const first = await framed(ready.url);
    const second = await page.context().newPage();
    await second.goto(ready.url);
    await second.waitForSelector('#messages li:has-text("ready")');
    await first.evaluate('document.getElementById("form").submit()');
    await page.waitForSelector('#over:not([hidden])');
    expect(await page.textContent('#over')).toBe('This page was opened elsewhere. Continue there.');
    const frame = second.frames()[1]!;
    await frame.fill(fullName(), 'Thandi Mokoena');
    await frame.fill('#signature', 'Thandi Mokoena');
    await frame.click('#sign');
    const { code, stdout } = await running.ended;
    expect([code, lines(stdout).at(-1)]).toEqual([0, expect.objectContaining({ type: 'ended', status: 'signed' })]);
    await second.close();
  });

  it('mints once more, and only once, when no ready comes', async () => {
    const { running, ready } = await start(await embedded());
    const brand = `PATCH /_emulator/brands/${organisation.brandId}`;
    const allowed = await origins();
    const alone = await openPage(browser, desktop);
    const framedUrls = (): number => alone.asked.filter((address) => address.includes('/embed/')).length;
    const refused = async (times: number): Promise<void> => {
      await expect.poll(framedUrls).toBe(times);
      await expect.poll(() => alone.page.frames()[1]?.url()).toMatch(/^chrome-error:/);
      for (let seconds = 0; seconds < 24; seconds += 8) await alone.page.clock.fastForward(8_000);
    };
    await emulator.control(brand, { origins: [] });
    await alone.page.clock.install();
    await alone.page.goto(ready.url);
    await refused(1);
    await alone.page.waitForSelector('#messages li:has-text("created again")');
    await refused(2);
    await emulator.control(brand, { origins: allowed });
    expect(await alone.page.locator('#messages li').count()).toBe(2);
    running.process.kill('SIGINT');
    const { stdout } = await running.ended;
    expect(lines(stdout).map(({ type, why }) => [type, why])).toEqual([
      ['ready', undefined],
      ['minted', 'first'],
      ['minted', 'no_ready'],
    ]);
    await alone.page.context().close();
  });

  it('ends with 10 when the signer declines', async () => {
    const { running, ready } = await start(await embedded());
    const frame = await framed(ready.url);
    await frame.click('summary:has-text("Decline")');
    await frame.fill('#reason', 'Too dear');
    await frame.click('button[value=decline]');
    const { code, stderr } = await running.ended;
    expect([code, JSON.parse(stderr)]).toEqual([10, { error: expect.objectContaining({ code: 'declined' }) }]);
  });

  it('ends when no URL can be created: as the recipient acted elsewhere, or with the reason', async () => {
    const act = (path: string, body: object) => (envelope: Envelope) =>
      emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/${path}`, body);
    const reopened = async (elsewhere: (envelope: Envelope) => Promise<unknown>) => {
      const envelope = await embedded();
      const { running, ready } = await start(envelope);
      await elsewhere(envelope);
      await page.goto(ready.url);
      // The first URL was created before. By now the program may have ended by itself.
      await page.reload().catch(() => null);
      const { code, stdout, stderr } = await running.ended;
      return [code, lines(stdout).at(-1)?.['status'], stderr === '' ? null : lines(stderr)[0]!['error']];
    };
    expect(await reopened(act('sign', {}))).toEqual([0, 'signed', null]);
    const declined = expect.objectContaining({ code: 'declined' });
    expect(await reopened(act('decline', { reason: 'Too dear' }))).toEqual([10, 'declined', declined]);
    const withdraw = ({ id }: Envelope) =>
      organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'A mistake' }, { 'Idempotency-Key': id });
    const refused = expect.objectContaining({ message: expect.stringContaining('voided') });
    expect(await reopened(withdraw)).toEqual([expect.any(Number), undefined, refused]);
  });

  it('takes its origin away when it is interrupted', async () => {
    const { running, ready } = await start(await embedded());
    running.process.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(await origins()).not.toContain(ready.origin);
  });

  it('says at once that a recipient signs from their mail instead', async () => {
    const envelope = await createEnvelope(organisation.live, template, { send: true });
    const ended = await program.run(['embed', envelope.id, envelope.recipients[0]!.id, '--json'], {
      ESIGN_BASE_URL: emulator.url,
      ESIGN_API_KEY: organisation.liveKey,
    });
    expect([ended.code, ended.stdout]).toEqual([6, '']);
    expect(ended.stderr).toContain('recipient_not_embedded');
  });
});
