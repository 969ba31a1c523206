import { beforeEach, describe, expect, it } from 'vitest';
import { createTemplate, upload } from '../../support/agreement.js';
import { expectRefusal, minute, once, startTestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { linesPdf } from '../../support/form-pdf.js';
import type { Answer } from '../../support/http.js';
import type { Person, Template } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeEach(async () => {
  await emulator.advance(minute);
  organisation = await emulator.organisation();
});

const create = <T = Template>(body: unknown, headers = once()): Promise<Answer<T>> =>
  organisation.live<T>('POST /api/v1/templates', body, headers);
const read = (id: string, headers = {}): Promise<Answer<Template>> =>
  organisation.live<Template>(`GET /api/v1/templates/${id}`, undefined, headers);
const peopleOf = async (id: string): Promise<readonly Person[]> =>
  (await organisation.live<{ people: Person[] }>(`GET /api/v1/templates/${id}/people`)).body.people;

describe('creating a template', () => {
  it('from the real lease finds its fields, questions and people', async () => {
    const made = await create({ documents: [upload(Buffer.from(leasePdf()), 'lease.pdf')] });
    expect(made.status).toBe(201);
    expect([made.body.fields.length, made.body.questions.length]).toEqual([77, 3]);
    expect((await peopleOf(made.body.id)).map(({ heading }) => heading)).toHaveLength(4);
  });

  it('replayed under its key answers the first body, also after the template was renamed', async () => {
    const headers = once();
    const body = { documents: [upload(linesPdf([['{{Rent;role=Tenant}}']]))] };
    const made = await create(body, headers);
    const [field] = made.body.fields;
    await organisation.live(
      `PATCH /api/v1/templates/${made.body.id}/fields/${field!.id}`,
      { label: 'Rental' },
      { 'If-Match': made.headers['etag'] ?? '' },
    );
    const again = await create(body, headers);
    expect([again.status, again.headers['idempotency-replayed'], again.headers['etag']]).toEqual([
      201,
      'true',
      made.headers['etag'],
    ]);
    expect(again.body).toEqual(made.body);
    expect((await read(made.body.id)).body.fields[0]!.label).toBe('Rental');
  });

  it('is called after its first file without the ending, at most 200 characters of it', async () => {
    const pdf = linesPdf([['{{Rent;role=Tenant}}']]);
    const names: string[] = [];
    for (const filename of ['Lease v1.2 (final).pdf', '.pdf', `${'x'.repeat(250)}.pdf`, 'Lease']) {
      names.push((await create({ documents: [upload(pdf, filename)] })).body.name);
    }
    expect(names).toEqual(['Lease v1.2 (final)', '.pdf', 'x'.repeat(200), 'Lease']);
  });

  it('refuses a name that cannot be drawn, wherever it comes from', async () => {
    const pdf = linesPdf([['{{Rent;role=Tenant}}']]);
    expectRefusal(await create<never>({ name: 'Huur 🏠', documents: [upload(pdf)] }), 422, 'cannot_be_drawn', /^name/);
    const unnamed = await create<never>({ documents: [upload(pdf, 'Huur 🏠.pdf')] });
    expectRefusal(unnamed, 422, 'cannot_be_drawn', /^documents\[0\]\.filename/);
  });

  it('refuses more than 50 files', async () => {
    const pdf = linesPdf([['x']]);
    const many = await create<never>({ documents: Array.from({ length: 51 }, () => upload(pdf)) });
    expectRefusal(many, 400, 'invalid_request', /^documents/);
  });

  it('waits while the renderer is held, and continues when it is released', async () => {
    await emulator.control('POST /_emulator/faults', { point: 'renderer', hold: true });
    const headers = once();
    const body = { documents: [upload(linesPdf([['{{Rent;role=Tenant}}']]))] };
    // One of the two holds the key while it waits for the renderer; the other is told so at once.
    const both = [create<unknown>(body, headers), create<unknown>(body, headers)];
    expectRefusal(await Promise.race(both), 409, 'request_in_progress');
    await emulator.control('POST /_emulator/faults/release');
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('reading templates', () => {
  it('pages through the list, newest first, with the shorter body', async () => {
    const made: string[] = [];
    for (const name of ['One', 'Two', 'Three'])
      made.unshift((await createTemplate(organisation.live, undefined, name)).id);
    const list = async (query: string) =>
      (await organisation.live<{ data: Template[]; next_cursor: string | null }>(`GET /api/v1/templates${query}`)).body;
    const first = await list('?limit=2');
    expect([first.data.map(({ id }) => id), first.next_cursor]).toEqual([made.slice(0, 2), made[1]]);
    const second = await list(`?limit=2&cursor=${made[1]}`);
    expect([second.data.map(({ id }) => id), second.next_cursor]).toEqual([made.slice(2), null]);
    expect(Object.keys(first.data[0]!).toSorted()).toEqual([
      'coverage',
      'created_at',
      'documents',
      'id',
      'name',
      'roles',
      'subjects',
    ]);
  });

  it('with a cursor that names nothing is invalid_request', async () => {
    for (const cursor of ['0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', 'x', ''])
      expectRefusal(
        await organisation.live(`GET /api/v1/templates?cursor=${cursor}`),
        400,
        'invalid_request',
        /^cursor/,
      );
  });

  it('answers 304 to a weak validator too, and the body to another one', async () => {
    const { id } = await createTemplate(organisation.live);
    const etag = (await read(id)).headers['etag'] ?? '';
    expect((await read(id, { 'If-None-Match': `W/${etag}` })).status).toBe(304);
    expect((await read(id, { 'If-None-Match': '"another"' })).status).toBe(200);
  });

  it('never shows another organisation’s template to any operation', async () => {
    const { id, fields } = await createTemplate((await emulator.organisation()).live);
    const person = '0'.repeat(32);
    const headers = { 'If-Match': '"any"' };
    for (const [line, body] of [
      [`GET /api/v1/templates/${id}`, undefined],
      [`GET /api/v1/templates/${id}/people`, undefined],
      [`PUT /api/v1/templates/${id}/people/${person}`, { decision: 'signer', role_name: 'Tenant' }],
      [`POST /api/v1/templates/${id}/people/${person}/apply-current`, {}],
      [`PATCH /api/v1/templates/${id}/fields`, { fields: [{ id: fields[0]!.id, label: 'x' }] }],
      [`PATCH /api/v1/templates/${id}/fields/${fields[0]!.id}`, { label: 'x' }],
      [`POST /api/v1/templates/${id}/naming-runs`, {}],
    ] as const) {
      expectRefusal(await organisation.live(line, body, headers), 404, 'not_found');
    }
  });
});

describe('deciding', () => {
  it('refuses a role that cannot be drawn, since a draft lists it', async () => {
    const { id } = await createTemplate(organisation.live);
    const [person] = await peopleOf(id);
    const answer = await organisation.live(
      `PUT /api/v1/templates/${id}/people/${person!.id}`,
      { decision: 'signer', role_name: '租客' },
      { 'If-Match': (await read(id)).headers['etag'] ?? '' },
    );
    expectRefusal(answer, 422, 'cannot_be_drawn', /^role_name/);
  });

  it('applying, renaming and accepting are written into the naming record, each act that changes something', async () => {
    const { id, fields } = await createTemplate(organisation.live);
    const [person] = await peopleOf(id);
    const headers = async () => ({ 'If-Match': (await read(id)).headers['etag'] ?? '' });
    const base = `/api/v1/templates/${id}`;
    await organisation.live(
      `PUT ${base}/people/${person!.id}`,
      { decision: 'signer', role_name: 'Lessee' },
      await headers(),
    );
    await organisation.live(`POST ${base}/people/${person!.id}/apply-current`);
    const rent = fields.find(({ data_key }) => data_key === 'rental.amount')!;
    for (const label of ['Rent', 'Rent'])
      await organisation.live(`PATCH ${base}/fields/${rent.id}`, { label }, await headers());
    const run = await organisation.live<{ id: string }>(`POST ${base}/naming-runs`);
    await organisation.live(`POST ${base}/naming-runs/${run.body.id}/accept-current`, { accept: 'all' });
    const record = await emulator.control<{
      data: { act: string; person_id: string | null; run_id: string | null; fields: unknown[] }[];
    }>(`GET /_emulator/templates/${id}/naming-record`);
    expect(record.data.map(({ act, person_id, run_id }) => [act, person_id, run_id])).toEqual([
      ['decide_person', person!.id, null],
      ['apply_proposal', person!.id, null],
      ['rename', null, null],
      ['accept_run', null, run.body.id],
    ]);
    expect(record.data[2]!.fields).toEqual([expect.objectContaining({ id: rent.id, label: 'Rent' })]);
  });
});

describe('naming the whole lease', () => {
  it('needs two calls, after which every field that can be prefilled has a unique address', async () => {
    const made = await create({ documents: [upload(Buffer.from(leasePdf()), 'lease.pdf')] });
    const base = `/api/v1/templates/${made.body.id}`;
    const run = await organisation.live<{ id: string; template_etag: string }>(`POST ${base}/naming-runs`);
    expect([run.status, run.body.template_etag]).toEqual([201, made.headers['etag']]);
    const named = await organisation.live<Template>(`POST ${base}/naming-runs/${run.body.id}/accept-current`, {
      accept: 'all',
    });
    expect(named.body.coverage).toMatchObject({
      organisation: 46,
      unnamed: 0,
      questions: 3,
      unnamed_groups: 0,
      collisions: 0,
    });
    expect(named.body.roles.map(({ name }) => name)).toEqual(['Signer', 'Landlord', 'Tenant', 'Surety', 'Witness']);
    expectRefusal(
      await organisation.live(`POST ${base}/naming-runs/${run.body.id}/accept-current`, { accept: 'all' }),
      412,
      'template_changed',
    );
  });
});

it('every answer that carries the template carries the ETag of the read that follows, to the byte', async () => {
  const { id, fields } = await createTemplate(organisation.live);
  const base = `/api/v1/templates/${id}`;
  const [person] = await peopleOf(id);
  const steps: (() => Promise<Answer<unknown>>)[] = [
    async () =>
      organisation.live(
        `PATCH ${base}/fields/${fields[0]!.id}`,
        { label: 'Name' },
        { 'If-Match': (await read(id)).headers['etag'] ?? '' },
      ),
    () => organisation.live(`POST ${base}/people/${person!.id}/apply-current`),
    async () => {
      const run = await organisation.live<{ id: string }>(`POST ${base}/naming-runs`);
      return organisation.live(`POST ${base}/naming-runs/${run.body.id}/accept-current`, { accept: 'all' });
    },
  ];
  for (const step of steps) {
    const answer = await step();
    const after = await read(id);
    expect([answer.status, answer.headers['etag']]).toEqual([200, after.headers['etag']]);
  }
});
