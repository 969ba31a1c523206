import { describe, expect, it } from 'vitest';
import { createEnvelope, landlord, rental, tenant } from '../../../support/agreement.js';
import { canBrowse, desktop, expectAccessible, phone } from '../../../support/browser.js';
import { dashboardScene } from '../../../support/pages/dashboard.js';
import { signInFrame } from '../../../support/pages/lease-signing.js';

const scene = dashboardScene();

describe.skipIf(!canBrowse)('the signing page beside the timeline', () => {
  it.each([
    ['of the mail', tenant, desktop],
    ['of an embedded signer, on a phone', { ...tenant, embedded: true }, phone],
  ])('%s is signed there, and the timeline follows', async (_which, signer, device) => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template, {
      send: true,
      values: [rental],
      recipients: [signer, landlord],
    });
    const { page, complaints } = await scene.open(`#/envelopes/${id}`, device);
    await page.getByRole('button', { name: 'Open signing page' }).focus();
    await page.keyboard.press('Enter');
    const frame = await (await page.waitForSelector('.signing iframe')).contentFrame();
    await frame!.waitForSelector('#form');
    await page.waitForSelector('.timeline :text("opened the document")');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Signing page of Thandi Mokoena');
    await expectAccessible(page);
    await signInFrame(frame!, 'Thandi Mokoena');
    await expect.poll(() => page.textContent('.detail .head .state')).toBe('Partly signed');
    await page.getByRole('button', { name: 'Close the signing page' }).click();
    await expect.poll(() => page.locator('.signing').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('may be embedded by this page only, and ends with the turn', async () => {
    const { id, recipients } = await createEnvelope(scene.organisation.live, scene.template, { send: true });
    const [first, second] = recipients;
    const frame = (recipient: string | undefined) =>
      `POST /_emulator/dashboard/envelopes/${id}/recipients/${recipient}/frame`;
    await expect(scene.emulator.control(frame(second?.id))).rejects.toThrow('409');
    const { path } = await scene.emulator.control<{ path: string }>(frame(first?.id));
    const shown = await fetch(`${scene.emulator.url}${path}`);
    expect(shown.headers.get('content-security-policy')).toContain(
      `frame-ancestors ${scene.emulator.url};`.slice(0, -1),
    );
    await scene.emulator.control(`POST /_emulator/envelopes/${id}/recipients/Tenant/sign`, {});
    expect((await fetch(`${scene.emulator.url}${path}`)).status).toBe(410);
    expect((await fetch(`${scene.emulator.url}/dashboard/signing/other`)).status).toBe(404);
  });
});
