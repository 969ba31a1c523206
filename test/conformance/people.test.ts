import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import {
  expectRefusal,
  minute,
  startTestEmulator,
  type TestEmulator,
  type TestOrganisation,
} from '../support/emulator.js';
import { formPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Person, Refused, Template } from '../support/shapes.js';

/** A sale with a seller who gives details and signs, a purchaser who does too, and a witness who only signs. */
const sale = (): Buffer =>
  formPdf([
    {
      lines: [
        { text: 'AGREEMENT OF SALE', y: 810, size: 18 },
        { text: 'THE SELLER', y: 770, size: 13 },
        { text: 'Full name', y: 742 },
        { text: 'Telephone', y: 712 },
        { text: 'THE PURCHASER', y: 670, size: 13 },
        { text: 'Full name', y: 642 },
        { text: 'Telephone', y: 612 },
        { text: 'SIGNED BY THE SELLER', y: 500, size: 13 },
        { text: 'Signature', y: 465 },
        { text: 'SIGNED BY THE PURCHASER', y: 420, size: 13 },
        { text: 'Signature', y: 385 },
        { text: 'AS WITNESS', y: 340, size: 13 },
        { text: 'Signature', y: 305 },
      ],
      boxes: [
        {
          kind: 'text',
          name: 'seller_full_name',
          tooltip: 'Full name of the seller',
          at: [150, 738, 250, 18],
          required: true,
        },
        { kind: 'text', name: 'seller_phone', tooltip: 'Telephone number of the seller', at: [150, 708, 250, 18] },
        {
          kind: 'text',
          name: 'purchaser_full_name',
          tooltip: 'Full name of the purchaser',
          at: [150, 638, 250, 18],
          required: true,
        },
        {
          kind: 'text',
          name: 'purchaser_phone',
          tooltip: 'Telephone number of the purchaser',
          at: [150, 608, 250, 18],
        },
        {
          kind: 'signature',
          name: 'seller_signature',
          tooltip: 'Signature of the seller',
          at: [150, 455, 200, 30],
          required: true,
        },
        { kind: 'text', name: 'seller_initials', tooltip: 'Initials of the seller', at: [370, 455, 60, 20] },
        { kind: 'text', name: 'seller_date_signed', tooltip: 'Date signed by the seller', at: [450, 455, 90, 20] },
        {
          kind: 'signature',
          name: 'purchaser_signature',
          tooltip: 'Signature of the purchaser',
          at: [150, 375, 200, 30],
          required: true,
        },
        {
          kind: 'signature',
          name: 'witness_signature',
          tooltip: 'Signature of the witness',
          at: [150, 295, 200, 30],
          required: true,
        },
      ],
    },
  ]);

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  await emulator.advance(minute);
  template = await createTemplate(organisation.live, sale(), 'Sale');
});

const base = (): string => `/api/v1/templates/${template.id}`;
const read = (): Promise<Answer<Template>> => organisation.live<Template>(`GET ${base()}`);
const people = async (): Promise<readonly Person[]> =>
  (await organisation.live<{ people: Person[] }>(`GET ${base()}/people`)).body.people;
const person = async (word: string): Promise<Person> => {
  const found = (await people()).find(({ heading, proposed }) =>
    new RegExp(word, 'i').test(`${heading} ${proposed.role_name}`),
  );
  if (found === undefined) throw new Error(`nobody is called ${word}`);
  return found;
};
const put = async <T = Template>(personId: string, body: unknown, etag?: string): Promise<Answer<T>> => {
  const ifMatch = etag ?? (await read()).headers['etag'] ?? '';
  return organisation.live<T>(`PUT ${base()}/people/${personId}`, body, { 'If-Match': ifMatch });
};
const field = (from: Template, name: string) => from.fields.find(({ context }) => context['widget_name'] === name)!;

describe('the list of people', () => {
  it('names the people in the order a reader meets them', async () => {
    const headings = (await people()).map(({ heading }) => heading.toUpperCase());
    expect(headings).toEqual([
      expect.stringContaining('SELLER'),
      expect.stringContaining('PURCHASER'),
      expect.stringContaining('WITNESS'),
    ]);
  });

  it('each person has exactly the properties of the description', async () => {
    for (const found of await people()) {
      expect(Object.keys(found).toSorted()).toEqual([
        'current',
        'document_id',
        'fields',
        'heading',
        'id',
        'kind',
        'offered',
        'page',
        'principal',
        'proposed',
        'reason',
      ]);
      expect(Object.keys(found.proposed).toSorted()).toEqual([
        'decision',
        'presence',
        'presign_hint',
        'role_name',
        'subject_key',
        'subject_label',
      ]);
      expect(Object.keys(found.current).toSorted()).toEqual(['role_name', 'subject_key']);
    }
  });

  it('a person id is 32 lower-case hex digits and stable', async () => {
    const first = (await people()).map(({ id }) => id);
    for (const id of first) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(first).size).toBe(first.length);
    expect((await people()).map(({ id }) => id)).toEqual(first);
  });

  it('the heading and the reason quote the form', async () => {
    const seller = await person('seller');
    expect(seller.heading).toMatch(/seller/i);
    expect(seller.reason).toMatch(/seller/i);
  });

  it('says where the person was found', async () => {
    const seller = await person('seller');
    expect([seller.document_id, seller.page]).toEqual([template.documents[0]!.id, 1]);
  });

  it('the fields are those of that part of the form, by their ids on the template', async () => {
    const seller = await person('seller');
    const ids = ['seller_full_name', 'seller_phone', 'seller_signature'].map((name) => field(template, name).id);
    expect(seller.fields.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    for (const found of seller.fields) {
      expect(Object.keys(found).toSorted()).toEqual(['data_key', 'field_type', 'id', 'kind', 'suggested_key']);
    }
  });

  it('a field belongs to one person at the most', async () => {
    const ids = (await people()).flatMap(({ fields }) => fields.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the proposed decision is one of those offered', async () => {
    for (const found of await people()) expect(found.offered).toContain(found.proposed.decision);
  });

  it('who gives details and signs is proposed both, who only witnesses is proposed witness', async () => {
    expect((await person('seller')).proposed.decision).toBe('both');
    expect((await person('witness')).proposed.decision).toBe('witness');
  });

  it('writes nothing: the template reads the same afterwards', async () => {
    const before = await read();
    await people();
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('test and live keys may list them', async () => {
    const answer = await organisation.test<{ people: Person[] }>(`GET ${base()}/people`);
    expect([answer.status, answer.body.people]).toEqual([200, await people()]);
  });

  it('current is empty for a person nothing was decided about', async () => {
    expect((await person('seller')).current.subject_key).toBeNull();
  });
});

describe('a decision', () => {
  it('both creates the subject and the role and assigns the fields of that part of the form to them', async () => {
    const seller = await person('seller');
    const body = {
      decision: 'both',
      role_name: 'Vendor',
      subject_key: 'vendor',
      subject_label: 'The vendor',
      presence: 'required',
      filled_by: 'own',
    };
    const answer = await put(seller.id, body);
    expect(answer.status).toBe(200);
    expect(answer.body.subjects).toContainEqual({ key: 'vendor', label: 'The vendor' });
    expect(answer.body.roles.map(({ name }) => name)).toContain('Vendor');
    expect(field(answer.body, 'seller_full_name')).toMatchObject({ subject: 'vendor', role: 'Vendor' });
    expect(field(answer.body, 'seller_signature').role).toBe('Vendor');
    expect(field(answer.body, 'purchaser_full_name').subject).toBeNull();
  });

  it('shows in what the people list says is current', async () => {
    const seller = await person('seller');
    await put(seller.id, { decision: 'both', role_name: 'Vendor', subject_key: 'vendor' });
    expect((await people()).find(({ id }) => id === seller.id)!.current).toEqual({
      subject_key: 'vendor',
      role_name: 'Vendor',
    });
  });

  it("never changes a field's key", async () => {
    const renamed = await organisation.live<Template>(
      `PATCH ${base()}/fields/${field(template, 'seller_full_name').id}`,
      { data_key: 'person.full_name' },
      { 'If-Match': (await read()).headers['etag'] ?? '' },
    );
    const keys = renamed.body.fields.map(({ id, data_key }) => [id, data_key]);
    const answer = await put((await person('seller')).id, {
      decision: 'both',
      role_name: 'Vendor',
      subject_key: 'vendor',
    });
    expect(answer.body.fields.map(({ id, data_key }) => [id, data_key])).toEqual(keys);
  });

  it('both leaves the details with whoever fills them now by default, own gives them to the person', async () => {
    const before = field((await read()).body, 'seller_full_name').role;
    const seller = await person('seller');
    const kept = await put(seller.id, { decision: 'both', role_name: 'Vendor', subject_key: 'vendor' });
    expect(field(kept.body, 'seller_full_name')).toMatchObject({ role: before, subject: 'vendor' });
    const own = await put(seller.id, {
      decision: 'both',
      role_name: 'Vendor',
      subject_key: 'vendor',
      filled_by: 'own',
    });
    expect(field(own.body, 'seller_full_name').role).toBe('Vendor');
  });

  it('subject takes the details only: it signs nothing and creates no role', async () => {
    const roles = template.roles.map(({ name }) => name);
    const answer = await put((await person('seller')).id, {
      decision: 'subject',
      subject_key: 'vendor',
      presence: 'conditional',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.map(({ name }) => name)).toEqual(roles);
    expect(field(answer.body, 'seller_full_name').subject).toBe('vendor');
    expect(field(answer.body, 'seller_signature').role).toBe(field(template, 'seller_signature').role);
  });

  it('signer is a signing role for signature, initials and signing date, and leaves the details alone', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    expect(answer.body.subjects).toEqual([]);
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Vendor', routing_type: 'sign' }));
    expect(field(answer.body, 'seller_signature').role).toBe('Vendor');
    expect(field(answer.body, 'seller_full_name')).toMatchObject({
      subject: null,
      role: field(template, 'seller_full_name').role,
    });
  });

  it('a signing role is for signature, initials and signing date', async () => {
    expect([field(template, 'seller_initials').type, field(template, 'seller_date_signed').type]).toEqual([
      'initials',
      'date_signed',
    ]);
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    const roles = ['seller_signature', 'seller_initials', 'seller_date_signed'].map(
      (name) => field(answer.body, name).role,
    );
    expect(roles).toEqual(['Vendor', 'Vendor', 'Vendor']);
  });

  it('mandate_signed marks the role as one the organisation normally pre-signs', async () => {
    const answer = await put((await person('seller')).id, { decision: 'mandate_signed', role_name: 'Agency' });
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Agency', presign_hint: true }));
  });

  it('a role that nobody pre-signs has presign_hint false', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Vendor', presign_hint: false }));
  });

  it('witness is a witness role', async () => {
    const answer = await put((await person('witness')).id, { decision: 'witness', role_name: 'Witness' });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.map(({ name }) => name)).toContain('Witness');
    expect(field(answer.body, 'witness_signature').role).toBe('Witness');
  });

  it('a witness may have a subject of their own', async () => {
    const body = { decision: 'witness', role_name: 'Witness', subject_key: 'onlooker', subject_label: 'The onlooker' };
    const answer = await put((await person('witness')).id, body);
    expect(answer.status).toBe(200);
    expect((await people()).find(({ proposed }) => proposed.decision === 'witness')!.current.role_name).toBe('Witness');
  });

  it('subject_name is read as subject_label', async () => {
    const body = { decision: 'subject', subject_key: 'vendor', subject_name: 'The vendor' };
    const answer = await put((await person('seller')).id, body);
    expect(answer.body.subjects).toEqual([{ key: 'vendor', label: 'The vendor' }]);
  });

  it('a saved witness cannot be changed: witness_is_permanent', async () => {
    const witness = await person('witness');
    await put(witness.id, { decision: 'witness', role_name: 'Witness' });
    const before = await read();
    expectRefusal(
      await put<Refused>(witness.id, { decision: 'signer', role_name: 'Onlooker' }),
      409,
      'witness_is_permanent',
    );
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('a later decision removes the subject and role that the earlier one created and nothing uses now', async () => {
    const seller = await person('seller');
    await put(seller.id, { decision: 'both', role_name: 'Vendor', subject_key: 'vendor', filled_by: 'own' });
    const answer = await put(seller.id, {
      decision: 'both',
      role_name: 'Owner',
      subject_key: 'owner',
      filled_by: 'own',
    });
    expect(answer.body.roles.map(({ name }) => name)).toContain('Owner');
    expect(answer.body.roles.map(({ name }) => name)).not.toContain('Vendor');
    expect(answer.body.subjects.map(({ key }) => key)).toEqual(['owner']);
  });

  it('a later decision leaves a subject alone that something still uses', async () => {
    const seller = await person('seller');
    await put(seller.id, { decision: 'subject', subject_key: 'vendor' });
    await organisation.live(
      `PATCH ${base()}/fields/${field(template, 'purchaser_phone').id}`,
      { subject: 'vendor' },
      { 'If-Match': (await read()).headers['etag'] ?? '' },
    );
    const answer = await put(seller.id, { decision: 'subject', subject_key: 'owner' });
    expect(answer.body.subjects.map(({ key }) => key).toSorted()).toEqual(['owner', 'vendor']);
  });

  it('what was proposed can be sent back as it stands, but for presign_hint', async () => {
    for (const { id } of await people()) {
      const { presign_hint: _hint, ...proposed } = (await people()).find((found) => found.id === id)!.proposed;
      const answer = await put(id, proposed);
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: template.id })]);
    }
  });

  it('the answer is the full template with a new ETag, which the next read repeats', async () => {
    const before = (await read()).headers['etag'];
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' }, before);
    const after = await read();
    expect(answer.headers['etag']).not.toBe(before);
    expect([after.body, after.headers['etag']]).toEqual([answer.body, answer.headers['etag']]);
  });

  it.each([
    ['decision', {}],
    ['decision', { decision: 'bystander' }],
    ['role_name', { decision: 'signer' }],
    ['role_name', { decision: 'both', subject_key: 'vendor' }],
    ['role_name', { decision: 'mandate_signed' }],
    ['role_name', { decision: 'witness' }],
    ['role_name', { decision: 'signer', role_name: '' }],
    ['role_name', { decision: 'signer', role_name: 'x'.repeat(201) }],
    ['subject_key', { decision: 'subject' }],
    ['subject_key', { decision: 'both', role_name: 'Vendor' }],
    ['subject_key', { decision: 'subject', subject_key: 'x'.repeat(101) }],
    ['subject_label', { decision: 'subject', subject_key: 'vendor', subject_label: 'x'.repeat(201) }],
    ['presence', { decision: 'subject', subject_key: 'vendor', presence: 'always' }],
    ['filled_by', { decision: 'both', role_name: 'V', subject_key: 'vendor', filled_by: 'nobody' }],
    ['nickname', { decision: 'signer', role_name: 'V', nickname: 'x' }],
  ])('a malformed body is invalid_request and names %s', async (path, body) => {
    expectRefusal(await put<Refused>((await person('seller')).id, body), 400, 'invalid_request', path);
  });

  it.each<[string, object]>([
    ['role_name', { decision: 'subject', subject_key: 'vendor', role_name: 'Vendor' }],
    ['subject_key', { decision: 'signer', role_name: 'Vendor', subject_key: 'vendor' }],
    ['subject_key', { decision: 'mandate_signed', role_name: 'Vendor', subject_key: 'vendor' }],
    ['filled_by', { decision: 'signer', role_name: 'Vendor', filled_by: 'own' }],
  ])('%s belongs to other decisions: invalid_request, and nothing is decided', async (path, body) => {
    const before = await read();
    expectRefusal(await put<Refused>((await person('seller')).id, body), 400, 'invalid_request', path);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('only a decision that is offered may be taken', async () => {
    for (const { id, offered } of await people()) {
      const [missing] = ['witness', 'signer', 'mandate_signed'].filter((decision) => !offered.includes(decision));
      if (missing === undefined) continue;
      const answer = await put<Refused>(id, { decision: missing, role_name: 'Somebody' });
      expectRefusal(answer, 400, 'invalid_request', 'decision');
      return;
    }
    expect.unreachable('somebody on the form cannot be everything');
  });

  it("another person's subject is not called something else by a second decision", async () => {
    await put((await person('seller')).id, { decision: 'subject', subject_key: 'party', subject_label: 'The seller' });
    const body = { decision: 'subject', subject_key: 'party', subject_label: 'The purchaser' };
    expectRefusal(await put<Refused>((await person('purchaser')).id, body), 400, 'invalid_request', 'subject_key');
  });

  it('two people may share a role that is the same for both', async () => {
    await put((await person('seller')).id, { decision: 'signer', role_name: 'Agent' });
    const answer = await put((await person('purchaser')).id, { decision: 'signer', role_name: 'Agent' });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.filter(({ name }) => name === 'Agent')).toHaveLength(1);
  });

  it('a role name of 200 characters is taken', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'x'.repeat(200) });
    expect(answer.status).toBe(200);
  });

  it('a person id that is unknown or does not fit its pattern is the one 404', async () => {
    const body = { decision: 'signer', role_name: 'Vendor' };
    for (const id of ['0'.repeat(32), 'ABCDEF0123456789ABCDEF0123456789', 'seller', '0'.repeat(31)]) {
      expectRefusal(await put<Refused>(id, body), 404, 'not_found');
    }
  });
});

describe("applying the service's own proposal", () => {
  it('does what sending the proposal would do, and answers the template with a new ETag', async () => {
    const seller = await person('seller');
    const answer = await organisation.live<Template>(`POST ${base()}/people/${seller.id}/apply-current`, {});
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe((await read()).headers['etag']);
    const { subject_key, role_name } = seller.proposed;
    expect(answer.body.subjects.map(({ key }) => key)).toContain(subject_key);
    expect(answer.body.roles.map(({ name }) => name)).toContain(role_name);
    expect((await people()).find(({ id }) => id === seller.id)!.current).toEqual({ subject_key, role_name });
  });

  it('a decision in the body is refused: it applies only the own proposal', async () => {
    const seller = await person('seller');
    const answer = await organisation.live(`POST ${base()}/people/${seller.id}/apply-current`, { decision: 'signer' });
    expectRefusal(answer, 400, 'invalid_request', 'decision');
  });

  it('an If-Match that is sent is honoured', async () => {
    const seller = await person('seller');
    const answer = await organisation.live(
      `POST ${base()}/people/${seller.id}/apply-current`,
      {},
      { 'If-Match': '"stale"' },
    );
    expectRefusal(answer, 412, 'template_changed');
  });

  it('a saved witness cannot be changed here either', async () => {
    const witness = await person('witness');
    await put(witness.id, { decision: 'witness', role_name: 'Onlooker' });
    const answer = await organisation.live(`POST ${base()}/people/${witness.id}/apply-current`, {});
    expectRefusal(answer, 409, 'witness_is_permanent');
  });
});
