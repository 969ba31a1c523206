import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, rental } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';
import { type Receiver, startReceiver } from '../../../support/listening/deliveries.js';

const scene = dashboardScene();
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  if (!canBrowse) return;
  receiver = await startReceiver();
  receiver.answer(401);
  const { live } = scene.organisation;
  await live('POST /api/v1/webhooks', { url: receiver.url, events: ['envelope.sent', 'envelope.sealed'] });
  ({ id } = await createEnvelope(live, scene.template, { send: true, values: [rental] }));
  const [mail] = await scene.emulator.mails(`?envelope_id=${id}`);
  await fetch(mail!.link!);
  await scene.emulator.control(`POST /_emulator/envelopes/${id}/recipients/Tenant/sign`, {});
  await scene.emulator.settle();
});
afterAll(() => receiver?.close());

const open = async (): Promise<Page> => {
  const { page } = await scene.open(`#/envelopes/${id}`);
  await page.waitForSelector('.timeline');
  return page;
};
const entry = (page: Page, kind: string, text: string) =>
  page.locator(`.entry.${kind} .line`, { hasText: text }).first();

describe.skipIf(!canBrowse)('the timeline of an envelope', () => {
  it('opens a request with its response, and copies it as curl without the key', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await entry(page, 'request', 'POST /api/v1/envelopes').click();
    await page.waitForSelector('.opened pre');
    expect(await page.textContent('.opened')).toContain('Response 201');
    await page.click('text=Copy as curl');
    await page.waitForSelector('.message');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain("-X 'POST'");
    expect(copied).toContain('"Authorization: Bearer $ESIGN_API_KEY"');
    expect(await page.textContent('body')).not.toContain(scene.organisation.liveKey);
    await expectAccessible(page);
  });

  it('opens a mail as it looks, in a frame that runs nothing', async () => {
    const page = await open();
    await entry(page, 'mail', 'Please sign').click();
    const frame = page.frameLocator('iframe.mail');
    await frame.locator('a', { hasText: 'Read and sign' }).waitFor();
    expect(await frame.locator('body').textContent()).toContain('Dear Thandi Mokoena');
  });

  it('opens the answers and the body of an event', async () => {
    const page = await open();
    await entry(page, 'answers', 'Thandi Mokoena answered').click();
    await page.waitForSelector('.opened dl');
    expect(await page.textContent('.opened')).toContain('Full name');
    await entry(page, 'event', 'envelope.sent').click();
    await page.waitForSelector('.opened pre');
    expect(await page.textContent('.opened pre')).toContain('"event": "envelope.sent"');
  });

  it('explains the signature of an attempt, and sends the delivery again', async () => {
    const page = await open();
    await entry(page, 'delivery', 'attempt 1: 401').click();
    await page.click('summary');
    await page.waitForSelector('.verdict');
    expect(await page.locator('.verdict').allTextContents()).toEqual([
      expect.stringContaining('The app rejects valid deliveries.'),
      expect.stringContaining('The signature verifies.'),
    ]);
    await page.fill('textarea[name=secret]', `whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    await page.click('text=Check again');
    await page.waitForSelector('.verdict:has-text("the endpoint")');
    await expectAccessible(page);
    const before = receiver.received.length;
    await page.click('text=Send again');
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    await entry(page, 'delivery', 'attempt 2: 401').waitFor();
  });

  it('sends a delivery that is due later at once', async () => {
    const page = await open();
    await entry(page, 'due', 'is due').click();
    const before = receiver.received.length;
    await page.click('text=Send now');
    await expect.poll(() => receiver.received.length).toBe(before + 1);
  });

  it('shows one kind, and is walked with the keyboard', async () => {
    const page = await open();
    await page.selectOption('select[aria-label="Show in the timeline"]', { label: 'Mail and pages' });
    const kinds = await page.locator('.timeline .kind').allTextContents();
    expect(new Set(kinds)).toEqual(new Set(['Mail', 'Page', 'Answers']));
    await page.focus('.timeline .line');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.opened');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.opened').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('opened the signing page');
  });
});
