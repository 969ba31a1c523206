import { describe, expect, it } from 'vitest';
import { createEnvelope, landlord } from '../support/agreement.js';
import { embeddedSigning, embeddedTenant, origins, text } from '../support/emulator/embedded-signing.js';
import { expectRefusal, hour, minute, once, second } from '../support/emulator.js';
import { bearer, http, type Answer } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

const { scene, sent, mint, open, sign } = embeddedSigning();

const ancestors = (answer: Answer): string | undefined =>
  /frame-ancestors ([^;]*)/.exec(answer.headers['content-security-policy'] ?? '')?.[1]?.trim();
const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;

/** Sends the page's own form as a browser without JavaScript would, its boxes filled in. */
async function submit(
  page: Answer,
  answers: (name: string, type: string) => string | null,
  button?: RegExp,
): Promise<Answer> {
  const forms = [...text(page).matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)];
  const form = forms.find(([whole]) => button === undefined || button.test(whole!));
  if (form === undefined) throw new Error(`no form on the page:\n${text(page)}`);
  const attribute = (tag: string, name: string): string | null =>
    unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null);
  const sentForm = new URLSearchParams();
  for (const [tag] of form[2]!.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (name === null) continue;
    if (tag.startsWith('<button')) {
      if (button === undefined || button.test(`${tag}${form[2]!.split(tag)[1]?.slice(0, 40) ?? ''}`))
        sentForm.append(name, attribute(tag, 'value') ?? '');
      continue;
    }
    const type = attribute(tag, 'type') ?? 'text';
    const value = type === 'hidden' ? attribute(tag, 'value') : (answers(name, type) ?? attribute(tag, 'value'));
    if (value !== null && !(tag.includes('readonly') || tag.includes('disabled'))) sentForm.append(name, value);
  }
  const target = attribute(form[1]!, 'action') ?? '';
  return http(scene.emulator.url, 'POST', target, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: sentForm.toString(),
  });
}

const unescape = (value: string | null): string | null =>
  value === null
    ? null
    : value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');

describe('framing [mint.framing]', () => {
  it('the page names the registered origins in frame-ancestors and carries no X-Frame-Options', async () => {
    const page = await open((await mint(await sent())).body.url);
    expect(ancestors(page)).toBe(origins.join(' '));
    expect(page.headers).not.toHaveProperty('x-frame-options');
  });

  it("they are those of the envelope's brand; without any, framing is forbidden", async () => {
    const brand = await scene.emulator.control<{ id: string }>('POST /_emulator/brands', {
      name: 'Coast',
      origins: [],
      organisation_id: scene.organisation.id,
    });
    const page = await open((await mint(await sent({ brand_id: brand.id }))).body.url);
    expect(ancestors(page)).toBe("'none'");
  });

  it.each([
    'https://app.example.test/',
    'https://app.example.test/path',
    'https://*.example.test',
    'app.example.test',
    '*',
  ])('an origin is bare, scheme and host: %s is refused', async (origin) => {
    const body = { name: 'Coast', origins: [origin], organisation_id: scene.organisation.id };
    const answer = await http(scene.emulator.url, 'POST', '/_emulator/brands', {
      headers: bearer(scene.emulator.token),
      body,
    });
    expectRefusal(answer, 400, 'invalid_request', 'origins');
  });

  it('the ordinary e-mailed page keeps DENY always [mint.deny]', async () => {
    const envelope = await createEnvelope(scene.organisation.live, scene.template, { send: true });
    const { link } = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
    const page = await open(link!);
    expect([page.status, page.headers['x-frame-options']]).toEqual([200, 'DENY']);
  });

  it('the page is never cached and leaks no address to other sites [mint.framing]', async () => {
    const page = await open((await mint(await sent())).body.url);
    expect(page.headers['cache-control']).toContain('no-store');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
  });

  it('what people typed is escaped [mint.framing]', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const page = await open(
      (await mint(await sent({ title: name, recipients: [{ ...embeddedTenant, name }, landlord] }))).body.url,
    );
    expect(text(page)).not.toContain('<img src=x');
    expect(text(page)).toContain('&lt;img src=x');
  });
});

describe('messages to the host page [mint.messages]', () => {
  it('ready is posted to each registered origin, never to *', async () => {
    const page = text(await open((await mint(await sent())).body.url));
    expect(page).toContain('ready');
    for (const origin of origins) expect(page).toContain(origin);
    expect(page).not.toMatch(/postMessage\([^)]*['"]\*['"]/);
  });

  it('used is posted to each registered origin too', async () => {
    const { url } = (await mint(await sent())).body;
    await open(url);
    const page = await open(url);
    for (const origin of origins) expect(text(page)).toContain(origin);
    expect(ancestors(page)).toBe(origins.join(' '));
  });
});

describe('the signing session [url.first-get]', () => {
  const answers = (_name: string, type: string): string | null =>
    type === 'date' ? '2026-04-01' : type === 'checkbox' ? 'on' : 'Thandi Mokoena';

  it('signing on the page signs: the recipient reads signed, and the page posts signed [state.recipient-observed]', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    const done = await submit(page, answers, /sign/i);
    expect(done.status).toBe(200);
    expect(text(done)).toMatch(/"?action"?\s*:\s*"signed"/);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
  });

  it('is one hour from redemption', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    await scene.emulator.advance(hour + second);
    await submit(page, answers, /sign/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('sent');
  });

  it('still holds just before the hour, although the URL itself is long dead', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    await scene.emulator.advance(hour - second);
    await submit(page, answers, /sign/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
  });

  it('ends with the deadline if that is sooner', async () => {
    const envelope = await sent({ expires_at: new Date(scene.emulator.now() + hour).toISOString() });
    await scene.emulator.advance(30 * minute);
    const page = await open((await mint(envelope)).body.url);
    await scene.emulator.advance(31 * minute);
    await submit(page, answers, /sign/i);
    const after = await read(envelope.id);
    expect([after.status, after.recipients[0]!.status]).toEqual(['expired', expect.not.stringMatching('signed')]);
  });

  it('redeeming a second URL revokes the session that a first one began [url.second-revokes-first]', async () => {
    const envelope = await sent();
    const first = await open((await mint(envelope)).body.url);
    const later = await open((await mint(envelope)).body.url);
    await submit(first, answers, /sign/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('sent');
    await submit(later, answers, /sign/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
  });

  it('minting a second URL without redeeming it leaves the first session alone [url.second-revokes-first]', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    await mint(envelope);
    await submit(page, answers, /sign/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('signed');
  });

  it('declining on the page declines the envelope, and the page posts declined [state.decline]', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    const done = await submit(page, () => 'The rent is too high', /decline/i);
    expect(text(done)).toMatch(/"?action"?\s*:\s*"declined"/);
    expect((await read(envelope.id)).status).toBe('declined');
  });

  it('the session ends when the envelope is voided [state.void]', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/void`, { reason: 'sold' }, once());
    await submit(page, answers, /sign/i);
    const after = await read(envelope.id);
    expect([after.status, after.recipients[0]!.status]).toEqual(['voided', expect.not.stringMatching('signed')]);
  });
});

describe('delegation', () => {
  it('the replacement of an embedded recipient needs a URL of their own, minted for the new id [mint.delegated]', async () => {
    const envelope = await sent();
    const to = { name: 'Sipho Dlamini', email: 'sipho@example.test' };
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/delegate`, to);
    expectRefusal(await mint<never>(envelope), 409, 'recipient_already_acted');
    const after = await read(envelope.id);
    const holder = after.recipients.find(({ email }) => email === to.email)!;
    expect(holder.embedded).toBe(true);
    const minted = await scene.organisation.live(
      `POST /api/v1/envelopes/${envelope.id}/recipients/${holder.id}/signing-url`,
    );
    expect(minted.status).toBe(200);
  });

  it('on the page itself posts delegated, retires the recipient and puts the replacement in their place [mint.delegated, state.delegated]', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    const done = await submit(
      page,
      (name) => (name === 'email' ? 'sipho@example.test' : 'Sipho Dlamini'),
      /value="delegate"/,
    );
    expect(text(done)).toMatch(/"?action"?\s*:\s*"delegated"/);
    const holder = (await read(envelope.id)).recipients.find(({ email }) => email === 'sipho@example.test')!;
    expect([holder.role, envelope.recipients.map(({ id }) => id).includes(holder.id)]).toEqual(['Tenant', false]);
    expect((await read(envelope.id)).status).toBe('sent');
  });
});

describe('the page as a page [mint.messages]', () => {
  it('an empty required field is refused on the page, and the envelope is not signed', async () => {
    const envelope = await sent();
    const page = await open((await mint(envelope)).body.url);
    const again = await submit(page, () => '', /value="sign"/);
    expect(text(again)).toMatch(/<form/i);
    expect((await read(envelope.id)).recipients[0]!.status).toBe('sent');
  });

  it('a value the sender locked is shown and cannot be overwritten', async () => {
    const locked = { subject: 'tenant', key: 'person.full_name', value: 'Thandi Locked', locked: true };
    const envelope = await sent({ values: [locked] });
    const page = await open((await mint(envelope)).body.url);
    expect(text(page)).toContain('Thandi Locked');
    await submit(page, (_name, type) => (type === 'date' ? '2026-04-01' : 'Somebody Else'), /value="sign"/);
    await sign(envelope, 'Landlord').catch(() => undefined);
    const draft = await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}/documents/1/draft`);
    expect([draft.status, (await read(envelope.id)).recipients[0]!.status]).toEqual([200, 'signed']);
  });

  it('runs no script but its own: a nonce and no unsafe-inline', async () => {
    const page = await open((await mint(await sent())).body.url);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).not.toContain("'unsafe-inline'");
    expect(policy).toMatch(/script-src[^;]*'nonce-|default-src 'none'/);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  });

  it('the act of a session without its token is nothing', async () => {
    const answer = await http(scene.emulator.url, 'POST', '/embed/session/nonsense', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'act=sign&signature=X',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });
});
