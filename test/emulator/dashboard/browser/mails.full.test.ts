import { describe, expect, it } from 'vitest';
import { createEnvelope, landlord, tenant } from '../../../support/agreement.js';
import { canBrowse, expectAccessible, phone } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';

const scene = dashboardScene();
const send = (title: string, name = tenant.name): Promise<{ readonly id: string }> =>
  createEnvelope(scene.organisation.live, scene.template, {
    title,
    send: true,
    recipients: [{ ...tenant, name }, landlord],
  });

describe.skipIf(!canBrowse)('the mails', () => {
  it('are found by person, read as the recipient does, and lead to the signing page and the envelope', async () => {
    await send('Cellar lease', 'Sipho Dlamini');
    await send('Rooftop lease');
    const { page, complaints } = await scene.open('#/mails');
    const rows = page.locator('.rows a');
    await expect.poll(() => rows.count()).toBe(2);
    await page.fill('input[type=search]', 'mokoena');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.textContent()).toContain('Thandi Mokoena <thandi@example.test>');
    await rows.click();
    const frame = page.frameLocator('iframe.mail');
    await frame.locator('a', { hasText: 'Read and sign' }).waitFor();
    expect(await frame.locator('body').textContent()).toContain('Dear Thandi Mokoena');
    await expectAccessible(page);
    const [signing] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the link of this mail' }).click(),
    ]);
    await signing.waitForSelector('#form');
    expect(await signing.evaluate<boolean>('window.opener === null')).toBe(true);
    await page.locator('.headers a').click();
    await expect.poll(() => page.textContent('.detail h1')).toBe('Rooftop lease');
    expect(complaints).toEqual([]);
  });

  it('with hostile names run nothing and ask nobody, on a phone', async () => {
    await send('<img src=https://elsewhere.example/x onerror=alert(1)>', '<script>alert(1)</script>');
    const { page, complaints, asked } = await scene.open('#/mails', phone);
    await page.locator('.rows a').first().click();
    const body = page.frameLocator('iframe.mail').locator('body');
    await expect.poll(() => body.textContent()).toContain('<script>alert(1)</script>');
    expect(await body.locator('img, script').count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    expect(asked.filter((address) => address.includes('elsewhere'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
