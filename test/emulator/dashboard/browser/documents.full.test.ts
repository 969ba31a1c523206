import { describe, expect, it } from 'vitest';
import { createEnvelope, rental } from '../../../support/agreement.js';
import { canBrowse, expectAccessible } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the documents of an envelope', () => {
  it.each([
    ['Draft', 'envelope.sent'],
    ['Sealed PDF', 'envelope.sealed'],
    ['As sent', 'envelope.sent'],
  ])('%s is opened in the page', async (name, event) => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true, values: [rental] });
    if (event === 'envelope.sealed')
      await scene.emulator.control('POST /_emulator/trigger', { event, envelope_id: id });
    const { page } = await scene.open(`#/envelopes/${id}`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/dashboard/views/')),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "frame-ancestors 'self'",
    });
    await page.waitForSelector('dialog iframe');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await page.textContent('.detail h1')).toBe('Lease');
  });
});
