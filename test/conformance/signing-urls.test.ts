import { describe, expect, it } from 'vitest';
import { createEnvelope, landlord, tenant } from '../support/agreement.js';
import { embeddedLandlord, embeddedSigning, embeddedTenant, text } from '../support/emulator/embedded-signing.js';
import { expectRefusal, hour, minute, once, second } from '../support/emulator.js';

const { scene, sent, mint, open, sign } = embeddedSigning();

describe('minting [mint.answer, mint.no-return-url]', () => {
  it('answers 200 with a url and expires_at, ten minutes ahead, and nothing else', async () => {
    const answer = await mint(await sent());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      url: expect.stringMatching(/^https?:\/\//),
      expires_at: new Date(scene.emulator.now() + 10 * minute).toISOString(),
    });
  });

  it('takes no body and no Idempotency-Key: a retry creates another URL and mails nobody [mint.no-body]', async () => {
    const envelope = await sent();
    const [first, again] = [await mint(envelope), await mint(envelope)];
    expect(again.body.url).not.toBe(first.body.url);
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    await scene.emulator.settle();
    expect(await scene.emulator.mails(`?envelope_id=${envelope.id}`)).toEqual([]);
  });

  it('an envelope that is not open for signing is refused [mint.open, mint.codes]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template, {
      recipients: [embeddedTenant, landlord],
    });
    expectRefusal(await mint<never>(draft), 409, 'envelope_not_open');
    const voided = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${voided.id}/void`, { reason: 'sold' }, once());
    expectRefusal(await mint<never>(voided), 409, 'envelope_not_open');
  });

  it('a recipient not created with embedded: true is refused [mint.embedded, mint.codes]', async () => {
    expectRefusal(
      await mint<never>(await sent({ recipients: [tenant, embeddedLandlord] })),
      409,
      'recipient_not_embedded',
    );
  });

  it('a recipient who has acted is refused [mint.not-acted, mint.codes]', async () => {
    const envelope = await sent();
    await sign(envelope, 'Tenant');
    expectRefusal(await mint<never>(envelope), 409, 'recipient_already_acted');
  });

  it("before the recipient's turn it is recipient_not_yet_turn, and the identical call succeeds afterwards [mint.turn]", async () => {
    const envelope = await sent();
    expectRefusal(await mint<never>(envelope, 1), 409, 'recipient_not_yet_turn');
    await sign(envelope, 'Tenant');
    expect((await mint(envelope, 1)).status).toBe(200);
  });

  it('the recipient is named by id, not by role [mint.recipient-id]', async () => {
    const envelope = await sent();
    const byRole = await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/recipients/Tenant/signing-url`);
    expectRefusal(byRole, 404, 'not_found');
    const other = await sent();
    const foreign = await scene.organisation.live(
      `POST /api/v1/envelopes/${envelope.id}/recipients/${other.recipients[0]!.id}/signing-url`,
    );
    expectRefusal(foreign, 404, 'not_found');
  });

  it('is not readable again: no read shows the url [mint.not-readable]', async () => {
    const envelope = await sent();
    const { url } = (await mint(envelope)).body;
    const token = new URL(url).pathname.split('/').at(-1)!;
    expect(
      (await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}`)).bytes.toString('utf8'),
    ).not.toContain(token);
  });
});

describe('redeeming [url.first-get]', () => {
  it('the first GET shows the signing page and starts the session', async () => {
    const page = await open((await mint(await sent())).body.url);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(text(page)).toContain('Thandi Mokoena');
    expect(text(page)).toMatch(/<form/i);
  });

  it('the second GET within ten minutes posts signing_url_invalid with reason used and can_remint true [url.second-get, mint.can-remint, practice.used-and-expired]', async () => {
    const { url } = (await mint(await sent())).body;
    await open(url);
    const again = text(await open(url));
    expect(again).toContain('signing_url_invalid');
    expect(again).toMatch(/"?reason"?\s*:\s*"used"/);
    expect(again).toMatch(/"?can_remint"?\s*:\s*true/);
    expect(again).not.toMatch(/<form/i);
  });

  it('a HEAD does not spend it [url.head]', async () => {
    const { url } = (await mint(await sent())).body;
    await open(url, 'HEAD');
    const page = await open(url);
    expect(text(page)).toMatch(/<form/i);
    const session = new URL(/action="([^"]+)"/.exec(text(page))![1]!, url).href;
    expect((await open(session, 'HEAD')).status).toBe(200);
  });

  it('after ten minutes it is expired: refused a frame, and posts nothing [url.expires, mint.expired-silent, practice.used-and-expired]', async () => {
    const { url } = (await mint(await sent())).body;
    await scene.emulator.advance(10 * minute);
    const page = await open(url);
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(text(page)).not.toMatch(/postMessage|signing_url_invalid|<form/i);
  });

  it('just before ten minutes it still opens [limits.signing-url]', async () => {
    const { url } = (await mint(await sent())).body;
    await scene.emulator.advance(10 * minute - second);
    expect(text(await open(url))).toMatch(/<form/i);
  });

  it('the deadline ends it sooner [limits.signing-url]', async () => {
    const envelope = await sent({ expires_at: new Date(scene.emulator.now() + hour).toISOString() });
    await scene.emulator.advance(55 * minute);
    const minted = (await mint(envelope)).body;
    expect(minted.expires_at).toBe(envelope.expires_at);
    await scene.emulator.advance(6 * minute);
    const page = await open(minted.url);
    expect([page.headers['x-frame-options'], /<form/i.test(text(page))]).toEqual(['DENY', false]);
  });

  it('an unreadable or altered URL gets X-Frame-Options: DENY and posts nothing [mint.deny]', async () => {
    const { url } = (await mint(await sent())).body;
    const other = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [other, url.slice(0, -3), `${url}x`, `${url}/`, `${url}%zz`, new URL('.', url).href]) {
      const page = await open(wrong);
      expect(page.headers['x-frame-options'], wrong).toBe('DENY');
      expect(text(page)).not.toMatch(/postMessage|<form/i);
    }
    expect(text(await open(url))).toMatch(/<form/i);
  });
});
