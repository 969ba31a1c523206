import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createTemplate } from '../support/agreement.js';
import { expectRefusal } from '../support/emulator.js';
import { formPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Field, Refused, Template } from '../support/shapes.js';

const scene = agreementScene({ each: true });

const read = ({ id } = scene.template): Promise<Answer<Template>> =>
  scene.organisation.live<Template>(`GET /api/v1/templates/${id}`);
const rent = (from: Template = scene.template): Field =>
  from.fields.find(({ label }) => label === 'Monthly rental' || label === 'Rent')!;
const signature = (): Field =>
  scene.template.fields.find(({ type, role }) => type === 'signature' && role === 'Tenant')!;
const rename = async <T = Template>(sent: unknown, id = rent().id, of = scene.template): Promise<Answer<T>> =>
  scene.organisation.live<T>(`PATCH /api/v1/templates/${of.id}/fields/${id}`, sent, {
    'If-Match': (await read(of)).headers['etag'] ?? '',
  });
const bulk = async <T = Template>(fields: unknown): Promise<Answer<T>> =>
  scene.organisation.live<T>(
    `PATCH /api/v1/templates/${scene.template.id}/fields`,
    { fields },
    {
      'If-Match': (await read()).headers['etag'] ?? '',
    },
  );

describe('renaming one field', () => {
  it('sets data_key, label and subject, and changes nothing else [rename.one]', async () => {
    const answer = await rename({ data_key: 'rental.monthly.amount', label: 'Rent', subject: 'tenant' });
    expect(answer.status).toBe(200);
    const after = await read();
    expect(rent(after.body)).toEqual({
      ...rent(),
      data_key: 'rental.monthly.amount',
      label: 'Rent',
      subject: 'tenant',
      tier: expect.any(String),
    });
    expect(after.body.fields.filter(({ id }) => id !== rent().id)).toEqual(
      scene.template.fields.filter(({ id }) => id !== rent().id),
    );
  });

  it('every property is optional: what is not sent stays [rename.optional]', async () => {
    await rename({ label: 'Rent' });
    expect(rent((await read()).body)).toMatchObject({ label: 'Rent', data_key: 'rental.amount', subject: null });
    expect((await rename({})).status).toBe(200);
    expect(rent((await read()).body)).toMatchObject({ label: 'Rent', data_key: 'rental.amount', subject: null });
  });

  it('null removes the data key and the label [rename.data-key-null, rename.label]', async () => {
    const { id } = rent();
    await rename({ data_key: null, label: null });
    const field = (await read()).body.fields.find((found) => found.id === id);
    expect(field).toMatchObject({ data_key: null, label: null });
  });

  it("a null subject is the signer's own [rename.subject]", async () => {
    await rename({ subject: 'tenant' });
    await rename({ subject: null });
    expect(rent((await read()).body).subject).toBeNull();
  });

  it('answers the template without presign_hint, tier, option_value, cells and continuations [template.rename-omits-hint, field.rename-omits, field.tier]', async () => {
    const { body } = await rename({ label: 'Rent' });
    expect(body.id).toBe(scene.template.id);
    for (const role of body.roles) expect(role).not.toHaveProperty('presign_hint');
    for (const field of body.fields) {
      for (const name of ['tier', 'option_value', 'cells', 'continuations']) expect(field).not.toHaveProperty(name);
    }
  });

  it('a field ID of another template is field_unknown [rename.field-unknown, rename.id-no-uuid]', async () => {
    const other = await createTemplate(scene.organisation.live);
    const foreign = other.fields[0]!.id;
    expectRefusal(await rename<Refused>({ label: 'Rent' }, foreign), 422, 'field_unknown');
    for (const id of ['0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', 'rent']) {
      expectRefusal(await rename<Refused>({ label: 'Rent' }, id), 422, 'field_unknown');
    }
  });
});

describe('the grammar of a data key [field.data-key-grammar]', () => {
  it.each(['rental.amount', 'rental.monthly.amount', 'rental2.amount_in_rand', 'a.b', `a.${'b'.repeat(98)}`])(
    '%s is one',
    async (key) => {
      expect((await rename({ data_key: key })).status).toBe(200);
      expect(rent((await read()).body).data_key).toBe(key);
    },
  );

  it.each([
    '',
    'rental',
    'a.b.c.d',
    'Rental.amount',
    'rental.Amount',
    'rental-amount.x',
    'rental.',
    '.amount',
    'rental..amount',
    'rental amount.x',
    '_a.b',
    'a.b_',
    'a.b__c',
    'a.é',
    `a.${'b'.repeat(99)}`,
  ])('%j is invalid: invalid_request [limits.data-key]', async (key) => {
    const before = await read();
    expectRefusal(await rename<Refused>({ data_key: key }), 400, 'invalid_request', /^data_key/);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it.each(['core.amount', 'signer.name', 'sender.name', 'envelope.title', 'organisation.name'])(
    'a new key may not be in a core namespace: %s [field.data-key-core, field.core-namespaces]',
    async (key) => {
      expectRefusal(await rename<Refused>({ data_key: key }), 400, 'invalid_request', /^data_key/);
    },
  );

  it("a new key may not be a subject key's [field.data-key-subject]", async () => {
    expectRefusal(await rename<Refused>({ data_key: 'tenant.amount' }), 400, 'invalid_request', /^data_key.*tenant/);
  });

  it('the key a field already has may be kept [field.data-key-kept]', async () => {
    expect((await rename({ data_key: 'rental.amount', label: 'Rent' })).status).toBe(200);
  });
});

describe('what a rename may not do', () => {
  it('a blank label is invalid_request [rename.label]', async () => {
    for (const label of ['', '   ', '\t']) {
      expectRefusal(await rename<Refused>({ label }), 400, 'invalid_request', /^label/);
    }
  });

  it('a label has 1 to 200 characters [limits.label]', async () => {
    expect((await rename({ label: 'x'.repeat(200) })).status).toBe(200);
    const { id } = scene.template.fields.find(({ data_key }) => data_key === 'rental.amount')!;
    expectRefusal(await rename<Refused>({ label: 'x'.repeat(201) }, id), 400, 'invalid_request', /^label/);
  });

  it('a subject has to be declared on the template [rename.subject]', async () => {
    expectRefusal(await rename<Refused>({ subject: 'stranger' }), 400, 'invalid_request', /^subject/);
  });

  it('a data key is refused for a field that cannot be prefilled [rename.data-key-refused]', async () => {
    expectRefusal(
      await rename<Refused>({ data_key: 'tenant_side.signature' }, signature().id),
      400,
      'invalid_request',
      /^data_key/,
    );
  });

  it('the subject of a field that cannot be prefilled is not changed [rename.subject-fixed]', async () => {
    expectRefusal(await rename<Refused>({ subject: 'tenant' }, signature().id), 400, 'invalid_request', /^subject/);
  });

  it('the label of a field that cannot be prefilled may be changed [rename.subject-fixed]', async () => {
    expect((await rename({ label: 'Sign here' }, signature().id)).status).toBe(200);
  });

  it('a data key is refused for a field in a question [rename.data-key-refused]', async () => {
    const form = formPdf([
      {
        boxes: [
          { kind: 'radio', name: 'pays_by', value: 'eft', at: [50, 550, 12, 12] },
          { kind: 'radio', name: 'pays_by', value: 'cash', at: [120, 550, 12, 12] },
        ],
      },
    ]);
    const asking = await createTemplate(scene.organisation.live, form, 'Question');
    const box = asking.fields.find(({ question_id }) => question_id !== null)!;
    const answer = await rename<Refused>({ data_key: 'payment.method' }, box.id, asking);
    expectRefusal(answer, 400, 'invalid_request', /^data_key/);
  });

  it.each([
    ['data_key', { data_key: 5 }],
    ['label', { label: true }],
    ['subject', { subject: {} }],
    ['role', { role: 'Landlord' }],
    ['id', { id: 'x' }],
  ])('a malformed body names the property: %s [rename.one]', async (path, body) => {
    expectRefusal(await rename<Refused>(body), 400, 'invalid_request', path);
  });
});

describe('renaming many fields [renames.operation]', () => {
  const phone = (): Field => scene.template.fields.find(({ data_key }) => data_key === 'contact.phone')!;

  it('renames all of them at once', async () => {
    const answer = await bulk([
      { id: rent().id, label: 'Rent' },
      { id: phone().id, data_key: 'contact.mobile_phone' },
    ]);
    expect(answer.status).toBe(200);
    const after = (await read()).body.fields;
    expect(after.find(({ id }) => id === rent().id)!.label).toBe('Rent');
    expect(after.find(({ id }) => id === phone().id)!.data_key).toBe('contact.mobile_phone');
  });

  it('is all or nothing, and the message names the entry [renames.all-or-nothing]', async () => {
    const before = await read();
    const answer = await bulk<Refused>([
      { id: rent().id, label: 'Rent' },
      { id: phone().id, data_key: 'nonsense' },
    ]);
    expectRefusal(answer, 400, 'invalid_request', /^fields\[1\]\.data_key/);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('an unknown id is field_unknown and nothing is renamed [renames.unknown, rename.id-no-uuid]', async () => {
    const before = await read();
    const answer = await bulk<Refused>([
      { id: rent().id, label: 'Rent' },
      { id: '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', label: 'x' },
    ]);
    expectRefusal(answer, 422, 'field_unknown', /fields\[1\]/);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('no entry, or a field named twice, is invalid_request [renames.entries]', async () => {
    expectRefusal(await bulk<Refused>([]), 400, 'invalid_request', /^fields/);
    for (const again of [rent().id, rent().id.toUpperCase()]) {
      const twice = await bulk<Refused>([
        { id: rent().id, label: 'a' },
        { id: again, label: 'b' },
      ]);
      expectRefusal(twice, 400, 'invalid_request', /^fields\[1\]/);
    }
  });

  it('answers with the ETag of the next read [rename.answer]', async () => {
    const answer = await bulk([{ id: rent().id, label: 'Rent' }]);
    expect(answer.headers['etag']).toBe((await read()).headers['etag']);
  });
});
