import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreementPdf, createTemplate, upload } from '../support/agreement.js';
import { minute, once, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Field, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeAll(async () => {
  organisation = await emulator.organisation();
});
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

describe('a template read [template.properties]', () => {
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

  it('has a bare uuid as its id, the name the sender called it and an instant in UTC [template.id-name-created]', () => {
    expect(template.id).toMatch(uuid);
    expect(template.name).toBe('Application form');
    expect(template.created_at).toMatch(utc);
  });

  it('lists the pack in stacking order with page counts [template.documents]', async () => {
    const answer = await create({ documents: [upload(widgetForm(), 'one.pdf'), upload(agreementPdf(), 'two.pdf')] });
    expect(answer.body.documents).toEqual([
      { id: expect.stringMatching(uuid), page_count: 3 },
      { id: expect.stringMatching(uuid), page_count: 2 },
    ]);
  });

  it('lists every page of every document, in pack order then page number [template.pages]', async () => {
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

  it('gives each page its width, height and rotation [template.pages]', () => {
    const document_id = template.documents[0]!.id;
    expect(template.pages).toEqual([
      { document_id, page: 1, width: 595, height: 842, rotation: 0 },
      { document_id, page: 2, width: 400, height: 500, rotation: 0 },
      { document_id, page: 3, width: 842, height: 595, rotation: 90 },
    ]);
  });

  it('fields is a flat list of fields with the properties of the description [field.properties]', () => {
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

  it('every field can be joined to its page on (document_id, page) [template.pages]', () => {
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
  ])('the widget %s is a field of type %s [field.type]', (name, type) => {
    expect(named(name).type).toBe(type);
  });

  it('rect is in fractions of the page, from its top left [field.rect]', () => {
    const { rect } = named('applicant_name');
    expect(rect.x).toBeCloseTo(50 / 595, 3);
    expect(rect.y).toBeCloseTo((842 - 720) / 842, 3);
    expect(rect.w).toBeCloseTo(200 / 595, 3);
    expect(rect.h).toBeCloseTo(20 / 842, 3);
  });

  it('rect is a fraction of its own page, whatever its size [field.rect]', () => {
    const { rect } = named('remarks');
    expect([rect.x, rect.y, rect.w, rect.h].map((part) => part.toFixed(3))).toEqual([
      '0.100',
      '0.700',
      '0.750',
      '0.100',
    ]);
  });

  it('rect on a rotated page is a fraction of the page as displayed [field.rect-rotated]', () => {
    const { rect } = named('turned');
    expect(rect.x).toBeCloseTo(700 / 842, 3);
    expect(rect.y).toBeCloseTo(50 / 595, 3);
    expect(rect.w).toBeCloseTo(20 / 842, 3);
    expect(rect.h).toBeCloseTo(200 / 595, 3);
  });

  it('required says whether the field must be filled [field.required]', () => {
    expect([named('applicant_name').required, named('remarks').required]).toEqual([true, false]);
  });

  it('a signature widget is required, whatever the form says [template.signature-required]', () => {
    expect(named('applicant_signature').required).toBe(true);
  });

  it('label is what the sender reads beside the field [field.label]', () => {
    expect(named('applicant_name').label).toMatch(/Name of the applicant/);
  });

  it('options are the choices of a dropdown and null on any other field [field.options]', () => {
    expect(named('bank').options).toEqual(['Absa', 'Nedbank']);
    expect(named('applicant_name').options).toBeNull();
  });

  it('context carries the surrounding text, each entry may be null but nearby [field.context]', () => {
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

  it('data_key is null on a field never given an address, and subject null means the signer’s own [field.data-key-null, field.subject-null]', () => {
    expect([named('applicant_name').data_key, named('applicant_name').subject]).toEqual([null, null]);
  });

  it('cells and continuations are null on a plain field [field.cells]', () => {
    expect([named('applicant_name').cells, named('applicant_name').continuations]).toEqual([null, null]);
  });

  it('role is a role of the template [field.role]', () => {
    const roles = template.roles.map(({ name }) => name);
    for (const field of template.fields) expect(roles).toContain(field.role);
  });

  it('a question has an ID that its fields name, and limits for the number of answers [template.questions, template.question-item]', () => {
    const boxes = template.fields.filter(({ context }) => context['widget_name'] === 'pays_by');
    expect(boxes).toHaveLength(2);
    expect(new Set(boxes.map(({ question_id }) => question_id)).size).toBe(1);
    const question = template.questions.find(({ id }) => id === boxes[0]!.question_id)!;
    expect([question.min_selected, question.max_selected]).toEqual([1, 1]);
    expect(boxes.map(({ option_value }) => option_value).toSorted()).toEqual(['cash', 'eft']);
    expect(named('applicant_name').question_id).toBeNull();
  });

  it('coverage is an object of integers with the nine counts [template.coverage]', () => {
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

  it('coverage counts the questions [template.coverage]', () => {
    expect(template.coverage['questions']).toBe(1);
  });
});

describe('roles and subjects', () => {
  it('roles come in routing order with routing_type, kind and presign_hint [template.roles]', async () => {
    const template = await createTemplate(organisation.live);
    expect(template.roles).toEqual([
      { name: 'Tenant', routing_type: 'sign', kind: 'party', presign_hint: false },
      { name: 'Landlord', routing_type: 'sign', kind: 'party', presign_hint: false },
    ]);
  });

  it('subjects are the people whose data the template collects [template.subjects]', async () => {
    const template = await createTemplate(organisation.live);
    expect(template.subjects).toEqual([{ key: 'tenant', label: expect.any(String) }]);
  });

  it('several fields may share one (subject, data_key) pair [template.fields-flat]', async () => {
    const template = await createTemplate(organisation.live);
    const boxes = template.fields.filter(
      ({ subject, data_key }) => subject === 'tenant' && data_key === 'person.full_name',
    );
    expect(boxes.map(({ page }) => page)).toEqual([1, 2]);
  });
});

describe('warnings', () => {
  it('is always present and empty when there is nothing to say [template.warnings]', async () => {
    expect((await createTemplate(organisation.live)).warnings).toEqual([]);
  });

  it('holds at most 10 items, is stored with the template and repeated on every read [template.warnings, limits.warnings, template.warning-item]', async () => {
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
