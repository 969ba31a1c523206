import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import {
  expectRefusal,
  minute,
  once,
  second,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Field, Refused, Template } from '../support/shapes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let emulator: TestEmulator;
let organisation: TestOrganisation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
});
afterAll(() => emulator.close());
beforeEach(() => emulator.advance(minute));

const create = <T = Template>(body: unknown): Promise<Answer<T>> =>
  organisation.live<T>('POST /api/v1/templates', body, once());
const widgetForm = (): Buffer =>
  formPdf([
    {
      lines: [{ text: 'Application', y: 800, size: 16 }],
      boxes: [
        {
          kind: 'text',
          name: 'applicant_name',
          tooltip: 'Name of the applicant',
          at: [50, 700, 200, 20],
          required: true,
        },
        { kind: 'dropdown', name: 'bank', tooltip: 'Bank', options: ['Absa', 'Nedbank'], at: [50, 650, 120, 20] },
        { kind: 'tick', name: 'agrees', tooltip: 'Agrees to the rules', at: [50, 600, 14, 14] },
        {
          kind: 'radio',
          name: 'pays_by',
          tooltip: 'Method of payment',
          value: 'eft',
          at: [50, 550, 12, 12],
          required: true,
        },
        { kind: 'radio', name: 'pays_by', value: 'cash', at: [120, 550, 12, 12] },
        {
          kind: 'signature',
          name: 'applicant_signature',
          tooltip: 'Signature of the applicant',
          at: [50, 480, 200, 40],
        },
      ],
    },
    { size: [400, 500], boxes: [{ kind: 'text', name: 'remarks', tooltip: 'Remarks', at: [40, 100, 300, 50] }] },
    { rotate: 90, boxes: [{ kind: 'text', name: 'turned', tooltip: 'Turned', at: [50, 700, 200, 20] }] },
  ]);

describe('a template read', () => {
  let template: Template;
  beforeAll(async () => {
    template = await createTemplate(organisation.live, widgetForm(), 'Application form');
  });
  const named = (name: string): Field => template.fields.find(({ context }) => context['widget_name'] === name)!;

  it('has exactly the properties of the description', () => {
    expect(Object.keys(template).toSorted()).toEqual([
      'coverage',
      'created_at',
      'documents',
      'fields',
      'id',
      'name',
      'pages',
      'questions',
      'roles',
      'subjects',
      'warnings',
    ]);
  });

  it('has a bare uuid as its id, the name the sender called it and an instant in UTC', () => {
    expect(template.id).toMatch(uuid);
    expect(template.name).toBe('Application form');
    expect(template.created_at).toMatch(utc);
  });

  it('lists the pack in stacking order with page counts', async () => {
    const answer = await create({ documents: [upload(widgetForm(), 'one.pdf'), upload(agreementPdf(), 'two.pdf')] });
    expect(answer.body.documents).toEqual([
      { id: expect.stringMatching(uuid), page_count: 3 },
      { id: expect.stringMatching(uuid), page_count: 2 },
    ]);
  });

  it('lists every page of every document, in pack order then page number', async () => {
    const answer = await create({ documents: [upload(agreementPdf(), 'one.pdf'), upload(widgetForm(), 'two.pdf')] });
    const [first, other] = answer.body.documents;
    expect(answer.body.pages.map(({ document_id, page }) => [document_id, page])).toEqual([
      [first!.id, 1],
      [first!.id, 2],
      [other!.id, 1],
      [other!.id, 2],
      [other!.id, 3],
    ]);
  });

  it('gives each page its width, height and rotation', () => {
    const document_id = template.documents[0]!.id;
    expect(template.pages).toEqual([
      { document_id, page: 1, width: 595, height: 842, rotation: 0 },
      { document_id, page: 2, width: 400, height: 500, rotation: 0 },
      { document_id, page: 3, width: 842, height: 595, rotation: 90 },
    ]);
  });

  it('fields is a flat list of fields with the properties of the description', () => {
    for (const field of template.fields) {
      expect(Object.keys(field)).toEqual(
        expect.arrayContaining([
          'id',
          'type',
          'label',
          'required',
          'role',
          'document_id',
          'page',
          'subject',
          'data_key',
        ]),
      );
      expect(Object.keys(field)).toEqual(
        expect.arrayContaining([
          'tier',
          'question_id',
          'option_value',
          'options',
          'rect',
          'context',
          'cells',
          'continuations',
        ]),
      );
      expect(field.id).toMatch(uuid);
    }
  });

  it('every field can be joined to its page on (document_id, page)', () => {
    for (const field of template.fields) {
      const pages = template.pages.filter(
        ({ document_id, page }) => document_id === field.document_id && page === field.page,
      );
      expect(pages).toHaveLength(1);
    }
  });

  it.each([
    ['applicant_name', 'text'],
    ['bank', 'dropdown'],
    ['agrees', 'tickbox'],
    ['applicant_signature', 'signature'],
  ])('the widget %s is a field of type %s', (name, type) => {
    expect(named(name).type).toBe(type);
  });

  it('rect is in fractions of the page, from its top left', () => {
    const { rect } = named('applicant_name');
    expect(rect.x).toBeCloseTo(50 / 595, 3);
    expect(rect.y).toBeCloseTo((842 - 720) / 842, 3);
    expect(rect.w).toBeCloseTo(200 / 595, 3);
    expect(rect.h).toBeCloseTo(20 / 842, 3);
  });

  it('rect is a fraction of its own page, whatever its size', () => {
    const { rect } = named('remarks');
    expect([rect.x, rect.y, rect.w, rect.h].map((part) => part.toFixed(3))).toEqual([
      '0.100',
      '0.700',
      '0.750',
      '0.100',
    ]);
  });

  it('rect on a rotated page is a fraction of the page as displayed', () => {
    const { rect } = named('turned');
    expect(rect.x).toBeCloseTo(700 / 842, 3);
    expect(rect.y).toBeCloseTo(50 / 595, 3);
    expect(rect.w).toBeCloseTo(20 / 842, 3);
    expect(rect.h).toBeCloseTo(200 / 595, 3);
  });

  it('required says whether the box has to be filled', () => {
    expect([named('applicant_name').required, named('remarks').required]).toEqual([true, false]);
  });

  it('label is what the sender reads beside the box', () => {
    expect(named('applicant_name').label).toMatch(/Name of the applicant/);
  });

  it('options are the choices of a dropdown and null on any other field', () => {
    expect(named('bank').options).toEqual(['Absa', 'Nedbank']);
    expect(named('applicant_name').options).toBeNull();
  });

  it('context carries the surrounding text, each entry may be null but nearby', () => {
    const { context } = named('applicant_name');
    expect(Object.keys(context).toSorted()).toEqual([
      'column',
      'label',
      'nearby',
      'option',
      'row',
      'section',
      'tooltip',
      'widget_name',
    ]);
    expect(context).toMatchObject({ tooltip: 'Name of the applicant', widget_name: 'applicant_name' });
    for (const field of template.fields) expect(Array.isArray(field.context.nearby)).toBe(true);
  });

  it('data_key is null on a field never given an address, and subject null means the signer’s own', () => {
    expect([named('applicant_name').data_key, named('applicant_name').subject]).toEqual([null, null]);
  });

  it('cells and continuations are null on a plain field', () => {
    expect([named('applicant_name').cells, named('applicant_name').continuations]).toEqual([null, null]);
  });

  it('role is a role of the template', () => {
    const roles = template.roles.map(({ name }) => name);
    for (const field of template.fields) expect(roles).toContain(field.role);
  });

  it('a question has an id that its boxes name, and bounds on how many answers it takes', () => {
    const boxes = template.fields.filter(({ context }) => context['widget_name'] === 'pays_by');
    expect(boxes).toHaveLength(2);
    expect(new Set(boxes.map(({ question_id }) => question_id)).size).toBe(1);
    const question = template.questions.find(({ id }) => id === boxes[0]!.question_id)!;
    expect([question.min_selected, question.max_selected]).toEqual([1, 1]);
    expect(boxes.map(({ option_value }) => option_value).toSorted()).toEqual(['cash', 'eft']);
    expect(named('applicant_name').question_id).toBeNull();
  });

  it('coverage is an object of integers with the nine counts', () => {
    expect(Object.keys(template.coverage).toSorted()).toEqual([
      'collisions',
      'core',
      'legacy',
      'organisation',
      'prefillable',
      'questions',
      'unnamed',
      'unnamed_groups',
      'unnamed_options',
    ]);
    for (const count of Object.values(template.coverage)) expect(Number.isInteger(count)).toBe(true);
  });

  it('coverage counts the questions', () => {
    expect(template.coverage['questions']).toBe(1);
  });
});

describe('roles and subjects', () => {
  it('roles come in routing order with routing_type, kind and presign_hint', async () => {
    const template = await createTemplate(organisation.live);
    expect(template.roles).toEqual([
      { name: 'Tenant', routing_type: 'sign', kind: 'party', presign_hint: false },
      { name: 'Landlord', routing_type: 'sign', kind: 'party', presign_hint: false },
    ]);
  });

  it('subjects are the people whose data the template collects', async () => {
    const template = await createTemplate(organisation.live);
    expect(template.subjects).toEqual([{ key: 'tenant', label: expect.any(String) }]);
  });

  it('several fields may share one (subject, data_key) pair', async () => {
    const template = await createTemplate(organisation.live);
    const boxes = template.fields.filter(
      ({ subject, data_key }) => subject === 'tenant' && data_key === 'person.full_name',
    );
    expect(boxes.map(({ page }) => page)).toEqual([1, 2]);
  });
});

describe('warnings', () => {
  it('is always present and empty when there is nothing to say', async () => {
    expect((await createTemplate(organisation.live)).warnings).toEqual([]);
  });

  it('holds at most 10 items, is stored with the template and repeated on every read', async () => {
    const bare = linesPdf([['Nothing to fill in here']]);
    const made = await create({
      documents: Array.from({ length: 12 }, (_, index) => upload(bare, `blank-${index}.pdf`)),
    });
    expect(made.status).toBe(201);
    expect(made.body.warnings.length).toBeGreaterThan(0);
    expect(made.body.warnings.length).toBeLessThanOrEqual(10);
    for (let index = 0; index < 2; index += 1) {
      const read = await organisation.live<Template>(`GET /api/v1/templates/${made.body.id}`);
      expect(read.body.warnings).toEqual(made.body.warnings);
    }
  });
});

describe('creating a template', () => {
  it('answers 201 with the full body, which the next read repeats', async () => {
    const made = await create({ name: 'Lease', documents: [upload(agreementPdf())] });
    expect(made.status).toBe(201);
    const read = await organisation.live<Template>(`GET /api/v1/templates/${made.body.id}`);
    expect(read.body).toEqual(made.body);
  });

  it('is called after the first file when no name is sent', async () => {
    const made = await create({ documents: [upload(agreementPdf(), 'Lease of 2026.pdf')] });
    expect(made.body.name).toBe('Lease of 2026');
  });

  it('a test key may create one, and there is one template for test and live sends', async () => {
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
  ])('%s is not a readable PDF or Word file: invalid_request', async (_name, bytes) => {
    const answer = await create<never>({ documents: [upload(bytes, 'lease.pdf')] });
    expectRefusal(answer, 400, 'invalid_request', /^documents\[0\]\.file/);
  });

  it.each([
    '{{Full name;role=Tenant;type=banana}}',
    '{{Full name;role=Tenant;colour=red}}',
    '{{Full name;role=Tenant;type=text',
  ])('a text tag that cannot be placed is invalid_request: %s', async (tag) => {
    const answer = await create<never>({ documents: [upload(linesPdf([['A page', tag]]))] });
    expectRefusal(answer, 400, 'invalid_request', /documents\[0\]/);
  });

  it('the message names which file it was', async () => {
    const answer = await create<never>({ documents: [upload(agreementPdf()), upload(Buffer.from('nonsense'))] });
    expectRefusal(answer, 400, 'invalid_request', /^documents\[1\]\.file/);
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

  it('a renderer that does not answer is service_unavailable, nothing is created, and the same key works later', async () => {
    const fresh = await emulator.organisation();
    await emulator.control('POST /_emulator/faults', { point: 'renderer', code: 'service_unavailable' });
    const headers = once();
    const body = { documents: [upload(agreementPdf())] };
    expectRefusal(await fresh.live('POST /api/v1/templates', body, headers), 503, 'service_unavailable');
    expect((await fresh.live<{ data: unknown[] }>('GET /api/v1/templates')).body.data).toEqual([]);
    const made = await fresh.live('POST /api/v1/templates', body, headers);
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, 'false']);
  });

  it('a Word file is read where a converter answers, and is service_unavailable where none does', async () => {
    const word = upload(await readFile('test/fixtures/forms/used-car-sale.docx'), 'sale.docx');
    const answer = await create<Template & Refused>({ documents: [word] });
    if (spawnSync('soffice', ['--version']).error === undefined) expect(answer.status).toBe(201);
    else expectRefusal(answer, 503, 'service_unavailable');
  }, 60_000);

  it('text that the sealer cannot draw is cannot_be_drawn', async () => {
    expectRefusal(
      await create<never>({ name: 'Lease \u{1F600}', documents: [upload(agreementPdf())] }),
      422,
      'cannot_be_drawn',
      'name',
    );
  });

  it.skipIf(!existsSync('src/commands/demo/lease.pdf'))('reads the real lease with all its parties', async () => {
    const template = await createTemplate(
      organisation.live,
      await readFile('src/commands/demo/lease.pdf'),
      'Residential lease',
    );
    expect(template.documents[0]!.page_count).toBeGreaterThanOrEqual(4);
    expect(template.fields.length).toBeGreaterThan(50);
    expect(new Set(template.fields.map(({ type }) => type))).toContain('dropdown');
  });
});

describe('the list of templates', () => {
  it('is newest first', async () => {
    const fresh = await emulator.organisation();
    const names = ['first', 'second', 'third'];
    for (const name of names) {
      await createTemplate(fresh.live, agreementPdf(), name);
      await emulator.advance(second);
    }
    const list = await fresh.live<{ data: Template[] }>('GET /api/v1/templates');
    expect(list.body.data.map(({ name }) => name)).toEqual(names.toReversed());
  });

  it('is paged by a cursor, without gap or repeat', async () => {
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

  it('a cursor naming nothing is invalid_request', async () => {
    expectRefusal(await organisation.live('GET /api/v1/templates?cursor=x'), 400, 'invalid_request', 'cursor');
    const nothing = '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10';
    expectRefusal(await organisation.live(`GET /api/v1/templates?cursor=${nothing}`), 400, 'invalid_request', 'cursor');
  });

  it.each(['0', '101', '-1', 'x', '1.5', ''])('a limit of %j is out of range: invalid_request', async (limit) => {
    expectRefusal(await organisation.live(`GET /api/v1/templates?limit=${limit}`), 400, 'invalid_request', 'limit');
  });

  it("leaves out archived ones and another organisation's", async () => {
    const fresh = await emulator.organisation();
    const kept = await createTemplate(fresh.live, agreementPdf(), 'kept');
    const archived = await createTemplate(fresh.live, agreementPdf(), 'archived');
    await emulator.control(`POST /_emulator/templates/${archived.id}/archive`);
    const list = await fresh.live<{ data: Template[] }>('GET /api/v1/templates');
    expect(list.body.data.map(({ id }) => id)).toEqual([kept.id]);
  });
});

describe('an archived template', () => {
  it('is not_found to a read and template_archived to a creation', async () => {
    const template = await createTemplate(organisation.live);
    await emulator.control(`POST /_emulator/templates/${template.id}/archive`);
    expectRefusal(await organisation.live(`GET /api/v1/templates/${template.id}`), 404, 'not_found');
    const body = { template_id: template.id, recipients: [tenant, landlord] };
    expectRefusal(await organisation.live('POST /api/v1/envelopes', body, once()), 404, 'template_archived');
  });
});
