import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { expectRefusal, minute, once, second, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeAll(async () => {
  organisation = await emulator.organisation();
});
beforeEach(() => emulator.advance(minute));

const create = <T = Template>(body: unknown): Promise<Answer<T>> =>
  organisation.live<T>('POST /api/v1/templates', body, once());

describe('creating a template [create-template.operation]', () => {
  it('answers 201 with the full body, which the next read repeats', async () => {
    const made = await create({ name: 'Lease', documents: [upload(agreementPdf())] });
    expect(made.status).toBe(201);
    const read = await organisation.live<Template>(`GET /api/v1/templates/${made.body.id}`);
    expect(read.body).toEqual(made.body);
  });

  it('is called after the first file when no name is sent [create-template.name]', async () => {
    const made = await create({ documents: [upload(agreementPdf(), 'Lease of 2026.pdf')] });
    expect(made.body.name).toBe('Lease of 2026');
  });

  it('a test key may create one, and there is one template for test and live sends [create-template.test-key, purpose.one-template-for-both]', async () => {
    const made = await organisation.test<Template>(
      'POST /api/v1/templates',
      { documents: [upload(agreementPdf())] },
      once(),
    );
    expect(made.status).toBe(201);
    expect((await organisation.live(`GET /api/v1/templates/${made.body.id}`)).status).toBe(200);
    expect((await createEnvelope(organisation.live, made.body)).template_id).toBe(made.body.id);
    expect((await createEnvelope(organisation.test, made.body)).template_id).toBe(made.body.id);
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an HTML page', Buffer.from('<!doctype html><html><body>Lease</body></html>')],
    ['plain text', Buffer.from('This is a lease.')],
    ['a PDF that stops half way', agreementPdf().subarray(0, 400)],
  ])(
    '%s is not a readable PDF or Word file: invalid_request [file.item, create-template.unreadable]',
    async (_name, bytes) => {
      const answer = await create<never>({ documents: [upload(bytes, 'lease.pdf')] });
      expectRefusal(answer, 400, 'invalid_request', /^lease\.pdf is /);
    },
  );

  it('form fields of a PDF become fields with their kind, description and whether they are required [create-template.form-fields]', async () => {
    const pdf = formPdf([
      {
        boxes: [
          { kind: 'text', name: 'a', tooltip: 'Full name', required: true, at: [100, 700, 200, 16] },
          { kind: 'tick', name: 'b', tooltip: 'Keeps pets', at: [100, 650, 10, 10] },
          { kind: 'dropdown', name: 'c', tooltip: 'Currency', options: ['Rand', 'Euro'], at: [100, 600, 200, 16] },
          { kind: 'signature', name: 'd', tooltip: 'Signature', at: [100, 500, 200, 30] },
        ],
      },
    ]);
    const made = await create({ documents: [upload(pdf)] });
    expect(made.body.fields.map(({ type, label, required, options }) => [type, label, required, options])).toEqual([
      ['text', 'Full name', true, null],
      ['tickbox', 'Keeps pets', false, null],
      ['dropdown', 'Currency', false, ['Rand', 'Euro']],
      ['signature', 'Signature', true, null],
    ]);
  });

  it.each([
    '{{Full name;role=Tenant;type=banana}}',
    '{{Full name;role=Tenant;colour=red}}',
    '{{Full name;role=Tenant;type=text',
  ])(
    'a text tag that cannot be placed is invalid_request: %s [create-template.unreadable, text-tags.syntax]',
    async (tag) => {
      const answer = await create<never>({ documents: [upload(linesPdf([['A page', tag]]))] });
      expectRefusal(answer, 400, 'invalid_request', /^agreement\.pdf: /);
    },
  );

  it('the message names which file it was [create-template.unreadable]', async () => {
    const answer = await create<never>({
      documents: [upload(agreementPdf()), upload(Buffer.from('nonsense'), 'annex.pdf')],
    });
    expectRefusal(answer, 400, 'invalid_request', /^annex\.pdf is /);
  });

  it.each([
    ['documents', {}],
    ['documents', { documents: [] }],
    ['documents[0].file', { documents: [{ filename: 'a.pdf' }] }],
    ['documents[0].file', { documents: [{ filename: 'a.pdf', file: 'this is not base64!' }] }],
    ['documents[0].filename', { documents: [{ file: 'JVBERi0=' }] }],
    ['name', { name: 'x'.repeat(201), documents: [{ filename: 'a.pdf', file: 'JVBERi0=' }] }],
    ['name', { name: '', documents: [{ filename: 'a.pdf', file: 'JVBERi0=' }] }],
    ['colour', { colour: 'red', documents: [{ filename: 'a.pdf', file: 'JVBERi0=' }] }],
  ])('a malformed body names the property: %s', async (path, body) => {
    expectRefusal(await create<never>(body), 400, 'invalid_request', path);
  });

  it('a renderer that does not answer is service_unavailable, nothing is created, and the same key works later [create-template.converter]', async () => {
    const fresh = await emulator.organisation();
    await emulator.control('POST /_emulator/faults', { point: 'renderer', code: 'service_unavailable' });
    const headers = once();
    const body = { documents: [upload(agreementPdf())] };
    expectRefusal(await fresh.live('POST /api/v1/templates', body, headers), 503, 'service_unavailable');
    expect((await fresh.live<{ data: unknown[] }>('GET /api/v1/templates')).body.data).toEqual([]);
    const made = await fresh.live('POST /api/v1/templates', body, headers);
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, 'false']);
  });

  it('text that the sealer cannot draw is cannot_be_drawn [drawn.where]', async () => {
    expectRefusal(
      await create<never>({ name: 'Lease \u{1F600}', documents: [upload(agreementPdf())] }),
      422,
      'cannot_be_drawn',
      'name',
    );
  });

  it.skipIf(!existsSync('src/demo/lease.pdf'))('reads the real lease with all its parties', async () => {
    const template = await createTemplate(organisation.live, await readFile('src/demo/lease.pdf'), 'Residential lease');
    expect(template.documents[0]!.page_count).toBeGreaterThanOrEqual(4);
    expect(template.fields.length).toBeGreaterThan(50);
    expect(new Set(template.fields.map(({ type }) => type))).toContain('dropdown');
  });
});

describe('the list of templates [templates.list-operation]', () => {
  it('is newest first [template.newest-first, conventions.lists]', async () => {
    const fresh = await emulator.organisation();
    const names = ['first', 'second', 'third'];
    for (const name of names) {
      await createTemplate(fresh.live, agreementPdf(), name);
      await emulator.advance(second);
    }
    const list = await fresh.live<{ data: Template[] }>('GET /api/v1/templates');
    expect(list.body.data.map(({ name }) => name)).toEqual(names.toReversed());
  });

  it('is paged by a cursor, without gap or repeat [templates.cursor]', async () => {
    const fresh = await emulator.organisation();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await createTemplate(fresh.live, linesPdf([['{{Name;role=Signer;type=text}}']]), name);
      await emulator.advance(second);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const target: string = `GET /api/v1/templates?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = await fresh.live<{ data: Template[]; next_cursor: string | null }>(target);
      expect(page.body.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.body.data.map(({ name }) => name));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('a cursor naming nothing is invalid_request [templates.cursor]', async () => {
    expectRefusal(await organisation.live('GET /api/v1/templates?cursor=x'), 400, 'invalid_request', 'cursor');
    const nothing = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
    expectRefusal(await organisation.live(`GET /api/v1/templates?cursor=${nothing}`), 400, 'invalid_request', 'cursor');
  });

  it.each(['0', '101', '-1', 'x', '1.5', ''])(
    'a limit of %j is out of range: invalid_request [templates.limit]',
    async (limit) => {
      expectRefusal(
        await organisation.live(`GET /api/v1/templates?limit=${limit}`),
        400,
        'invalid_request',
        /^limit must be (1 to 100|a whole number)/,
      );
    },
  );

  it("leaves out archived ones and another organisation's [templates.archived-absent]", async () => {
    const fresh = await emulator.organisation();
    const kept = await createTemplate(fresh.live, agreementPdf(), 'kept');
    const archived = await createTemplate(fresh.live, agreementPdf(), 'archived');
    await emulator.control(`POST /_emulator/templates/${archived.id}/archive`);
    const list = await fresh.live<{ data: Template[] }>('GET /api/v1/templates');
    expect(list.body.data.map(({ id }) => id)).toEqual([kept.id]);
  });
});

describe('an archived template', () => {
  it('is not_found to a read and template_archived to a creation [get-template.archived]', async () => {
    const template = await createTemplate(organisation.live);
    await emulator.control(`POST /_emulator/templates/${template.id}/archive`);
    expectRefusal(await organisation.live(`GET /api/v1/templates/${template.id}`), 404, 'not_found');
    const body = { template_id: template.id, recipients: [tenant, landlord] };
    expectRefusal(await organisation.live('POST /api/v1/envelopes', body, once()), 404, 'template_archived');
  });
});
