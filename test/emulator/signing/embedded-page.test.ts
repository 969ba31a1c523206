import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope, landlord, tenant } from '../../support/agreement.js';
import { hour } from '../../support/emulator.js';
import type { Envelope } from '../../support/shapes.js';

const origin = 'https://app.example.test';
const scene = agreementScene({
  prepare: ({ emulator, organisation }) =>
    emulator.control(`PATCH /_emulator/brands/${organisation.brandId}`, { origins: [origin] }),
});

const sent = (): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, {
    send: true,
    recipients: [{ ...tenant, embedded: true }, landlord],
  });
const mint = async (envelope: Envelope): Promise<string> => {
  const path = `/api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
  return (await scene.organisation.live<{ url: string }>(`POST ${path}`)).body.url;
};
/** Redeems a URL and answers where the session's form is posted to. */
const begin = async (envelope: Envelope): Promise<string> => {
  const text = await (await fetch(await mint(envelope))).text();
  return `${scene.emulator.url}${/<form method="post" action="([^"]+)"/.exec(text)![1]!}`;
};
const post = (session: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(session, { method: 'POST', body: new URLSearchParams(form) });
/** What the page posts to its host, or null. */
const posted = (text: string): unknown => {
  const message = /postMessage\((\{.*?\}), origin\)/.exec(text)?.[1];
  return message === undefined ? null : JSON.parse(message);
};
const name = (): string => `field-${scene.template.fields.find(({ label }) => label === 'Full name')!.id}`;

describe('a session', () => {
  it('has a page of its own that may be opened again, and serves the documents', async () => {
    const session = await begin(await sent());
    const page = await fetch(session);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`);
    expect((await fetch(`${session}/documents/1`)).headers.get('content-type')).toBe('application/pdf');
    expect((await fetch(`${session}/documents/9`)).status).toBe(404);
  });

  it('that signed leads to the copy for the rest of its hour; one that was replaced before does not', async () => {
    const envelope = await sent();
    const replaced = await begin(envelope);
    const session = await begin(envelope);
    await post(session, { act: 'sign', signature: 'T M', [name()]: 'Thandi Mokoena' });
    const page = await fetch(`${session}/signed`);
    const text = await page.text();
    expect([page.status, posted(text)]).toEqual([200, null]);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`);
    expect((await fetch(`${replaced}/signed`)).status).toBe(404);
    await scene.emulator.advance(hour);
    expect((await fetch(`${session}/signed`)).status).toBe(404);
  });

  it('does not sign once another session has begun, even while its own answers are in progress', async () => {
    const envelope = await sent();
    const session = await begin(envelope);
    const url = await mint(envelope);
    // A name that has to be looked at takes the page a while.
    const form = { act: 'sign', signature: 'T M', [name()]: 'Šo'.repeat(50_000) };
    const [mine, other] = await Promise.all([post(session, form), fetch(url)]);
    expect([mine.status, other.status]).toEqual(
      expect.toBeOneOf([
        [200, 410],
        [409, 200],
        [410, 200],
      ]),
    );
  });

  it.each([
    ['signed', { act: 'sign', signature: 'T M' }],
    ['declined', { act: 'decline', reason: 'No' }],
    ['delegated', { act: 'delegate', name: 'Sipho', email: 'sipho@example.test' }],
  ])('says %s to its host again when the form is sent again, since a response can be lost', async (action, form) => {
    const session = await begin(await sent());
    const filled = { ...form, [name()]: 'Thandi' };
    const answers = [
      ...(await Promise.all([post(session, filled), post(session, filled)])),
      await post(session, filled),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.map(posted)).toEqual([{ action }, { action }, { action }]);
    expect(texts.map((text) => text.includes('open it here'))).toEqual(Array(3).fill(action === 'signed'));
  });
});

it('no token of any kind is in the data of an event, a mail or an envelope read', async () => {
  const envelope = await sent();
  const url = await mint(envelope);
  const session = await begin(envelope);
  const secrets = [url, session].map((each) => each.split('/').at(-1)!);
  const seen = JSON.stringify([
    await scene.emulator.control(`GET /_emulator/events?envelope_id=${envelope.id}`),
    await scene.emulator.mails(`?envelope_id=${envelope.id}`),
    (await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}`)).body,
  ]);
  for (const secret of secrets) expect(seen).not.toContain(secret);
});
