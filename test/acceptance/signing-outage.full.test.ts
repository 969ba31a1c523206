import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { canBrowse, desktop, expectAccessible, launchBrowser, openPage } from '../support/browser.js';
import { deferred } from '../support/network/deferred.js';
import type { Call } from '../support/emulator.js';
import { bearer, http } from '../support/http.js';
import { startKilled, type KilledEmulator } from '../support/emulator/killed-emulator.js';
import type { Envelope, Template } from '../support/shapes.js';

let folder: string;
let emulator: KilledEmulator;
let browser: Browser;
let template: Template;
const live: Call = (line, body, headers = {}) => {
  const [method = '', target = ''] = line.split(' ');
  return http(emulator.url, method, target, { body, headers: { ...bearer(emulator.liveKey), ...headers } });
};
const start = (port?: string): Promise<KilledEmulator> => startKilled(folder, undefined, port);

beforeAll(async () => {
  if (!canBrowse) return;
  folder = mkdtempSync(join(tmpdir(), 'signing-outage-'));
  [browser, emulator] = await Promise.all([launchBrowser(), start()]);
  template = await createTemplate(live);
});
afterAll(async () => {
  await browser?.close();
  await emulator?.kill();
  if (canBrowse) rmSync(folder, { recursive: true, force: true });
});

/** The page of an embedded signer, filled in. */
async function filledIn(): Promise<{ readonly page: Page; readonly envelope: Envelope }> {
  const recipients = [{ ...tenant, embedded: true }, landlord];
  const envelope = await createEnvelope(live, template, { send: true, recipients });
  const path = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
  const { page } = await openPage(browser, desktop);
  await page.goto((await live<{ url: string }>(path)).body.url);
  await page.fill(`#field-${template.fields.find(({ label }) => label === 'Full name')!.id}`, 'Thandi Mokoena');
  await page.fill('#signature', 'Thandi Mokoena');
  return { page, envelope };
}
const statusOf = async ({ id }: Envelope): Promise<string> =>
  (await live<Envelope>(`GET /api/v1/envelopes/${id}`)).body.recipients[0]!.status;

describe.skipIf(!canBrowse)('the signing page of a service that is down', { timeout: 120_000 }, () => {
  it('keeps the answers, says so, and signs once the service is back', async () => {
    const { page, envelope } = await filledIn();
    const { port } = new URL(emulator.url);
    await emulator.kill();
    await page.click('#sign');
    await page.waitForSelector('#alert:has-text("The service does not respond.")');
    await expectAccessible(page);
    await page.fill('#signature', 'Thandi N Mokoena');
    expect(await page.textContent('#alert')).toContain('You changed your answers');
    await page.click('#sign');
    await page.waitForSelector('#alert:has-text("The service does not respond.")');
    expect(await page.inputValue('#signature')).toBe('Thandi N Mokoena');
    emulator = await start(port);
    await page.waitForSelector('.notice.done');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.reload();
    expect(await page.textContent('h1')).toBe('You have signed');
    expect(await statusOf(envelope)).toBe('signed');
    await page.context().close();
  });

  it('signs once when only the response was lost', async () => {
    const { page, envelope } = await filledIn();
    const statuses: number[] = [];
    const held = deferred();
    await page.route('**/embed/session/*', async (route) => {
      await held.promise;
      const response = await route.fetch();
      statuses.push(response.status());
      await (statuses.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    await page.click('#sign');
    await page.waitForSelector('.sending');
    await expectAccessible(page);
    held.resolve();
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('.notice')).toContain('You have signed');
    expect([statuses, await statusOf(envelope)]).toEqual([[200, 410], 'signed']);
    await page.context().close();
  });
});
