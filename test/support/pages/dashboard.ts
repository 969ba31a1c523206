import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTemplate } from '../agreement.js';
import { canBrowse, desktop, launchBrowser, openPage, type Watched } from '../browser.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../emulator.js';
import type { Template } from '../shapes.js';

/** An emulator with a template, and a browser for its page. */
export interface DashboardScene {
  readonly emulator: TestEmulator;
  readonly organisation: TestOrganisation;
  readonly template: Template;
  /** Opens the page as `esign emulator open` does, at a room of it. */
  open(room?: string, options?: BrowserContextOptions): Promise<Watched>;
}

/** The pages of a test are closed after it. */
export function dashboardScene(): DashboardScene {
  let emulator: TestEmulator;
  let organisation: TestOrganisation;
  let template: Template;
  let browser: Browser;
  let pages: Page[] = [];
  beforeAll(async () => {
    if (!canBrowse) return;
    emulator = await startTestEmulator();
    organisation = await emulator.organisation();
    [browser, template] = await Promise.all([launchBrowser(), createTemplate(organisation.live)]);
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });
  afterAll(async () => {
    await browser?.close();
    await emulator?.close();
  });
  return {
    get emulator() {
      return emulator;
    },
    get organisation() {
      return organisation;
    },
    get template() {
      return template;
    },
    async open(room = '#/envelopes', options = desktop) {
      const watched = await openPage(browser, options);
      const { page } = watched;
      pages.push(page);
      const { url } = await emulator.control<{ url: string }>('POST /_emulator/dashboard/codes');
      await page.goto(url);
      await page.waitForSelector('.bar');
      await page.evaluate(`location.hash = ${JSON.stringify(room)}`);
      return watched;
    },
  };
}
