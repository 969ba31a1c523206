import { describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { expectRefusal, hour, once } from '../support/emulator.js';
import { http, type Answer } from '../support/http.js';
import { canCheckPdf, canReadPdf, checkPdf, pagesOf, textOf } from '../support/documents/read-pdf.js';
import { sealedAgreements } from '../support/emulator/sealed-agreements.js';
import type { Documents, Envelope } from '../support/shapes.js';

const { scene, sent, completed, sealed, sign, documents } = sealedAgreements();

const draft = <T = unknown>(envelope: Envelope, position: number | string = 1): Promise<Answer<T>> =>
  scene.organisation.live<T>(`GET /api/v1/envelopes/${envelope.id}/documents/${position}/draft`);

describe('the draft [draft.content]', () => {
  it('is the PDF itself: application/pdf, an attachment called after the title, not stored by anybody [draft.pdf, purpose.json-both-ways]', async () => {
    const answer = await draft(await sent({ title: 'Lease of Flat 7' }));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?Lease of Flat 7 \(draft\)\.pdf"?/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
  });

  it('a title with quotes, slashes or accents cannot break the header [draft.pdf, draft.file-name]', async () => {
    const answer = await draft(await sent({ title: 'A "b" \\ c/../é ñ; x=1' }));
    expect(answer.status).toBe(200);
    const header = answer.headers['content-disposition'] ?? '';
    expect(header).toMatch(/^attachment; filename=/);
    const plain = /filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1] ?? '';
    expect(plain).not.toMatch(/[/]/);
    expect(header).not.toMatch(/[^\x20-\x7e]/);
  });

  it.skipIf(!canReadPdf)('draws every answer so far on the pages [draft.content]', async () => {
    const text = textOf((await draft(await sent())).bytes);
    expect(text).toContain('9500.00');
    expect(text.match(/Thandi Mokoena/g)!.length).toBeGreaterThanOrEqual(2);
  });

  it.skipIf(!canReadPdf)(
    'stamps every page DRAFT and appends a page that lists who is outstanding [draft.content]',
    async () => {
      const envelope = await sent();
      await sign(envelope, 'Tenant');
      const pages = pagesOf((await draft(envelope)).bytes);
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) expect(page.replace(/\s+/g, '')).toContain('DRAFT');
      expect(pages.at(-1)).toContain('Pieter van Wyk');
      expect(pages.at(-1)).toContain('Landlord');
    },
  );

  it.skipIf(!canReadPdf)('shows no text tag any more', async () => {
    expect(textOf((await draft(await sent())).bytes)).not.toMatch(/\{\{|\}\}|role=/);
  });

  it.skipIf(!canCheckPdf)('is a sound PDF', async () => {
    expect(checkPdf((await draft(await sent())).bytes)).toBe(0);
  });

  it('records nothing: the envelope, its events and its mails are as before [draft.snapshot, draft.no-key]', async () => {
    const envelope = await sent();
    await scene.emulator.settle();
    const snapshot = async (): Promise<string> =>
      JSON.stringify([
        (await scene.organisation.live(`GET /api/v1/envelopes/${envelope.id}`)).body,
        await scene.emulator.control(`GET /_emulator/events?envelope_id=${envelope.id}`),
        (await scene.emulator.mails(`?envelope_id=${envelope.id}`)).map(({ id }) => id),
        await documents(envelope),
      ]);
    const before = await snapshot();
    expect((await draft(envelope)).status).toBe(200);
    expect(await snapshot()).toBe(before);
  });

  it('two calls can differ: the second shows who signed in between [draft.snapshot]', async () => {
    const envelope = await sent();
    const first = await draft(envelope);
    await sign(envelope, 'Tenant');
    expect((await draft(envelope)).bytes.equals(first.bytes)).toBe(false);
  });

  it('of an envelope that is still a draft is draft_not_available, and the message says so [draft.not-available]', async () => {
    const envelope = await createEnvelope(scene.organisation.live, scene.template);
    expectRefusal(await draft(envelope), 422, 'draft_not_available', /draft|not been sent/i);
  });

  it('of a sealed document is draft_not_available, and the message says so [draft.not-available]', async () => {
    const envelope = await sealed();
    expectRefusal(await draft(envelope), 422, 'draft_not_available', /sealed/i);
  });

  it('of a completed envelope that has not sealed yet still renders [draft.not-available]', async () => {
    expect((await draft(await completed())).status).toBe(200);
  });

  it('of a voided envelope still renders [draft.closed-renders, state.closed-renders]', async () => {
    const envelope = await sent();
    await scene.organisation.live(`POST /api/v1/envelopes/${envelope.id}/void`, { reason: 'sold' }, once());
    expect((await draft(envelope)).status).toBe(200);
  });

  it('of a declined envelope still renders [draft.closed-renders, state.closed-renders]', async () => {
    const envelope = await sent();
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/decline`, {
      reason: 'No',
    });
    expect((await draft(envelope)).status).toBe(200);
  });

  it('of an expired envelope still renders [draft.closed-renders, state.closed-renders]', async () => {
    const envelope = await sent({ expires_at: new Date(scene.emulator.now() + hour).toISOString() });
    await scene.emulator.advance(2 * hour);
    expect((await draft(envelope)).status).toBe(200);
  });

  it.each(['0', '2', '99', '01', '1.0', '-1', '+1', '1e0', 'one', '%31%20'])(
    'position %s: 1-based, one spelling only, else the one 404 [draft.position, draft.404, limits.position, conventions.odd-ids]',
    async (position) => {
      expectRefusal(await draft(await sent(), position), 404, 'not_found');
    },
  );

  it('a renderer that does not answer is service_unavailable, as JSON [draft.errors-json]', async () => {
    const envelope = await sent();
    await scene.emulator.control('POST /_emulator/faults', { point: 'renderer', code: 'service_unavailable' });
    expectRefusal(await draft(envelope), 503, 'service_unavailable');
    expect((await draft(envelope)).status).toBe(200);
  });

  it('each document of a pack has its own position [draft.position]', async () => {
    const body = {
      title: 'Pack',
      documents: [upload(agreementPdf(), 'one.pdf'), upload(agreementPdf(), 'two.pdf')],
      recipients: [tenant, landlord],
      send: true,
    };
    const envelope = (await scene.organisation.live<Envelope>('POST /api/v1/envelopes/one-off', body, once())).body;
    expect([(await draft(envelope, 1)).status, (await draft(envelope, 2)).status]).toEqual([200, 200]);
    expectRefusal(await draft(envelope, 3), 404, 'not_found');
  });
});

describe('the documents read', () => {
  it('answers sealed: false and no url until sealing is through, also in draft [documents.operation, documents.always-200]', async () => {
    for (const envelope of [
      await createEnvelope(scene.organisation.live, scene.template),
      await sent(),
      await completed(),
    ]) {
      const read = await documents(envelope);
      expect(read.sealed).toBe(false);
      expect(read.documents).toMatchObject([{ position: 1, page_count: 2, url: null, url_expires_at: null }]);
    }
  });

  it('answers sealed: true and a short-lived url afterwards [documents.url]', async () => {
    const read = await documents(await sealed());
    expect(read.sealed).toBe(true);
    expect(read.documents).toHaveLength(1);
    expect(Date.parse(read.documents[0]!.url_expires_at!)).toBeGreaterThan(scene.emulator.now());
  });

  it('the url needs no key, serves the PDF, and dies when it expires [documents.url]', async () => {
    const envelope = await sealed();
    const [document] = (await documents(envelope)).documents;
    const { pathname, search } = new URL(document!.url!);
    const answer = await http(scene.emulator.url, 'GET', `${pathname}${search}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    await scene.emulator.advance(Date.parse(document!.url_expires_at!) - scene.emulator.now() + 1000);
    expect((await http(scene.emulator.url, 'GET', `${pathname}${search}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('an altered url opens nothing [documents.url]', async () => {
    const envelope = await sealed();
    const { pathname } = new URL((await documents(envelope)).documents[0]!.url!);
    const altered = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`;
    expect((await http(scene.emulator.url, 'GET', altered)).status).toBeGreaterThanOrEqual(400);
  });

  it('lists a pack in stacking order with positions from 1 [documents.operation]', async () => {
    const body = {
      title: 'Pack',
      documents: [upload(agreementPdf(), 'one.pdf'), upload(agreementPdf(), 'two.pdf')],
      recipients: [tenant, landlord],
    };
    const envelope = (await scene.organisation.live<Envelope>('POST /api/v1/envelopes/one-off', body, once())).body;
    const read = await documents(envelope);
    expect(read.documents.map(({ position, name }) => [position, name])).toEqual([
      [1, expect.stringContaining('one')],
      [2, expect.stringContaining('two')],
    ]);
  });
});

describe('a page', () => {
  const page = (id: string, number: number | string): Promise<Answer> =>
    scene.organisation.live(`GET /api/v1/documents/${id}/pages/${number}`);

  it('of a template document is a PDF of one page, inline [page.operation]', async () => {
    const answer = await page(scene.template.documents[0]!.id, 2);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toMatch(/^inline/);
    expect(answer.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });

  it.skipIf(!canReadPdf)('is the page asked for [page.operation]', async () => {
    const pages = pagesOf((await page(scene.template.documents[0]!.id, 2)).bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('for the landlord');
  });

  it('of an envelope document is served before and after sealing [page.documents]', async () => {
    const envelope = await sent();
    const [document] = (await documents(envelope)).documents;
    expect((await page(document!.id, 1)).status).toBe(200);
  });

  it('of a document that is unknown, or another organisation’s, is the one 404 [page.documents]', async () => {
    const other = await scene.emulator.organisation();
    const foreign = await createTemplate(other.live);
    const envelope = await createEnvelope(other.live, foreign);
    const listed = await other.live<Documents>(`GET /api/v1/envelopes/${envelope.id}/documents`);
    const ids = [foreign.documents[0]!.id, listed.body.documents[0]!.id, '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', 'x'];
    for (const id of ids) expectRefusal(await page(id, 1), 404, 'not_found');
  });

  it('of a template document is served no longer once the template is archived, that of its envelope is [page.archived]', async () => {
    const template = await createTemplate(scene.organisation.live);
    const envelope = await createEnvelope(scene.organisation.live, template);
    await scene.emulator.control(`POST /_emulator/templates/${template.id}/archive`);
    expectRefusal(await page(template.documents[0]!.id, 1), 404, 'not_found');
    const [document] = (await documents(envelope)).documents;
    expect((await page(document!.id, 1)).status).toBe(200);
  });

  it.each(['0', '3', '99', '01', '1.0', '-1', 'one'])(
    'number %s is out of range or oddly spelled: the one 404 [page.spelling]',
    async (number) => {
      expectRefusal(await page(scene.template.documents[0]!.id, number), 404, 'not_found');
    },
  );
});
