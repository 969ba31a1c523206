import { spawnSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canBrowse, expectAccessible, launchBrowser, openPage } from '../support/browser.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import {
  type Hand,
  hands,
  leaseTemplate,
  mailedLink,
  parties,
  sealedPdf,
  sendLease,
  statusOf,
} from '../support/pages/lease-signing.js';
import type { Template } from '../support/shapes.js';

/** Fifteen signatures take a minute: signing-page.test.ts tries one way of each party as a rule. */
const canRead = spawnSync('pdftotext', ['-v']).error === undefined;

let emulator: TestEmulator;
let organisation: TestOrganisation;
let browser: Browser;
let template: Template;
beforeAll(async () => {
  if (!canBrowse) return;
  emulator = await startTestEmulator();
  organisation = await emulator.organisation({ name: 'Acacia Homes' });
  [browser, template] = await Promise.all([launchBrowser(), leaseTemplate(organisation)]);
});
afterAll(async () => {
  await browser?.close();
  await emulator?.close();
});

describe.skipIf(!canBrowse)('every party of the lease signs', { timeout: 180_000 }, () => {
  const ways = Object.entries(hands) as readonly (readonly [string, Hand])[];
  it.each(ways)('%s, and the document is sealed with what they gave', async (_, hand) => {
    const envelope = await sendLease(organisation, template);
    for (const { role, name } of parties) {
      expect(await statusOf(organisation, envelope, role), role).toBe('sent');
      const { page, complaints } = await openPage(browser, hand.screen);
      await page.goto(await mailedLink(emulator, envelope));
      await expectAccessible(page);
      await hand.sign(page, name);
      await page.waitForSelector('.notice.done');
      await expectAccessible(page);
      expect(await statusOf(organisation, envelope, role), role).toBe('signed');
      expect(complaints).toEqual([]);
      await page.context().close();
    }
    await emulator.advance(120_000);
    const pdf = await sealedPdf(organisation, envelope);
    if (!canRead) return;
    const text = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
    for (const { name } of parties) expect(text).toContain(name);
    expect(text).toContain('By ND');
  });
});
