import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canBrowse, desktop, expectAccessible, launchBrowser, openPage } from '../support/browser.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { freePort } from '../support/listening/sshd.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';

let program: BuiltProgram;
let browser: Browser;
let terminal: TmuxTerminal | undefined;
beforeEach(async () => {
  program = builtProgram();
  if (canBrowse) browser = await launchBrowser();
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  await browser?.close();
  await program.run(['emulator', 'stop']);
  await program.remove();
});

/** Signs in the frame, as the person whose turn it is. */
async function sign(page: Page, role: string): Promise<void> {
  await page.click(`button:has-text("Sign as ${role}")`);
  const frame = page.frameLocator('#signing');
  await frame.locator('input[type=text]').first().fill('Their name');
  await frame.locator('#signature').fill('Their name');
  await frame.locator('#sign').click();
  await page.waitForSelector(`li:has-text("${role}"):has-text("signed")`);
}

describe('a day with an app of dev init', () => {
  it.skipIf(!canBrowse)('goes from an empty folder to a sealed envelope (skipped without Chromium)', async () => {
    const folder = join(program.folder, 'my-app');
    expect((await program.run(['dev', 'init', 'express', 'my-app'])).code).toBe(0);
    // In the place of `npm install`.
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const shown = (terminal = await openTerminal({
      columns: 110,
      rows: 50,
      command: [process.execPath, bin, 'dev', '--forward-to', `${port}`, '--', process.execPath, 'server.mjs'],
      env: { ...program.env, PORT: `${port}` } as Record<string, string>,
      cwd: folder,
    }));
    await shown.shows(`http://127.0.0.1:${port}`);

    // The address stands on the screen before the app listens there.
    const status = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}`).then(
        ({ status: code }) => code,
        () => 0,
      );
    await expect.poll(status).toBe(200);
    const { page, complaints } = await openPage(browser, desktop);
    await page.goto(`http://127.0.0.1:${port}`);
    await page.click('text=Create an envelope');
    await sign(page, 'Landlord');
    await program.run(['emulator', 'clock', 'advance', '34h']);
    await sign(page, 'Tenant');
    await shown.shows('envelope.completed → app 204');
    await shown.press('t');
    await page.waitForSelector('#events li:has-text("envelope.sealed")');
    const [sent, acted, ...later] = await page.locator('#events li').allTextContents();
    expect([sent, acted, later.at(-1)]).toEqual(['envelope.sent', 'recipient.completed', 'envelope.sealed']);
    // The last signature and the completion happen at once, and each is a delivery of its own.
    expect(later.slice(0, -1).toSorted()).toEqual(['envelope.completed', 'recipient.completed']);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    expect(await shown.screen()).toContain('Thandi Mokoena sent the form of the embedded signing page: ');
    const deliveries = [...(await shown.shows('envelope.sealed → app 204')).matchAll(/[.\w]+ → app .*/g)];
    expect(deliveries.map(([line]) => line.trim().replace(/^.* → (app \d+) in .*/, '$1'))).toEqual(
      Array(5).fill('app 204'),
    );
  });
});
