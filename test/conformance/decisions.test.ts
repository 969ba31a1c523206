import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/emulator.js';
import { field, salePeople } from '../support/documents/sale-form.js';
import type { Refused, Template } from '../support/shapes.js';

const { scene, base, read, people, person, put } = salePeople();

describe('a decision', () => {
  it('both creates the subject and the role and assigns the fields of that part of the form to them [decide.both, decide.creates]', async () => {
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

  it('shows in what the people list says is current [person.current]', async () => {
    const seller = await person('seller');
    await put(seller.id, { decision: 'both', role_name: 'Vendor', subject_key: 'vendor' });
    expect((await people()).find(({ id }) => id === seller.id)!.current).toEqual({
      subject_key: 'vendor',
      role_name: 'Vendor',
    });
  });

  it("never changes a field's key [decide.keys-stay]", async () => {
    const renamed = await scene.organisation.live<Template>(
      `PATCH ${base()}/fields/${field(scene.template, 'seller_full_name').id}`,
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

  it('both leaves the details with the current role by default, own gives them to the person [decide.both-fills, decide.filled-by]', async () => {
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

  it('subject takes the details only: it signs nothing and creates no role [decide.subject]', async () => {
    const roles = scene.template.roles.map(({ name }) => name);
    const answer = await put((await person('seller')).id, {
      decision: 'subject',
      subject_key: 'vendor',
      presence: 'conditional',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.map(({ name }) => name)).toEqual(roles);
    expect(field(answer.body, 'seller_full_name').subject).toBe('vendor');
    expect(field(answer.body, 'seller_signature').role).toBe(field(scene.template, 'seller_signature').role);
  });

  it('signer is a signing role for signature, initials and signing date, and leaves the details alone [decide.signer]', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    expect(answer.body.subjects).toEqual([]);
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Vendor', routing_type: 'sign' }));
    expect(field(answer.body, 'seller_signature').role).toBe('Vendor');
    expect(field(answer.body, 'seller_full_name')).toMatchObject({
      subject: null,
      role: field(scene.template, 'seller_full_name').role,
    });
  });

  it('a signing role is for signature, initials and signing date [decide.signer]', async () => {
    expect([field(scene.template, 'seller_initials').type, field(scene.template, 'seller_date_signed').type]).toEqual([
      'initials',
      'date_signed',
    ]);
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    const roles = ['seller_signature', 'seller_initials', 'seller_date_signed'].map(
      (name) => field(answer.body, name).role,
    );
    expect(roles).toEqual(['Vendor', 'Vendor', 'Vendor']);
  });

  it('mandate_signed marks the role as one the organisation normally pre-signs [decide.mandate]', async () => {
    const answer = await put((await person('seller')).id, { decision: 'mandate_signed', role_name: 'Agency' });
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Agency', presign_hint: true }));
  });

  it('a role without a mandate has presign_hint false [template.roles]', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'Vendor' });
    expect(answer.body.roles).toContainEqual(expect.objectContaining({ name: 'Vendor', presign_hint: false }));
  });

  it('witness is a witness role [decide.witness]', async () => {
    const answer = await put((await person('witness')).id, { decision: 'witness', role_name: 'Witness' });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.map(({ name }) => name)).toContain('Witness');
    expect(field(answer.body, 'witness_signature').role).toBe('Witness');
  });

  it('a witness may have a subject of their own [decide.witness]', async () => {
    const body = { decision: 'witness', role_name: 'Witness', subject_key: 'onlooker', subject_label: 'The onlooker' };
    const answer = await put((await person('witness')).id, body);
    expect(answer.status).toBe(200);
    expect((await people()).find(({ proposed }) => proposed.decision === 'witness')!.current.role_name).toBe('Witness');
  });

  it('subject_name is read as subject_label [decide.subject-label]', async () => {
    const body = { decision: 'subject', subject_key: 'vendor', subject_name: 'The vendor' };
    const answer = await put((await person('seller')).id, body);
    expect(answer.body.subjects).toEqual([{ key: 'vendor', label: 'The vendor' }]);
  });

  it('a saved witness cannot be changed: witness_is_permanent [decide.witness-permanent]', async () => {
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

  it('a later decision removes the subject and role that the earlier one created and nothing uses now [decide.removes-own]', async () => {
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

  it('a later decision leaves a subject alone that something still uses [decide.removes-own]', async () => {
    const seller = await person('seller');
    await put(seller.id, { decision: 'subject', subject_key: 'vendor' });
    await scene.organisation.live(
      `PATCH ${base()}/fields/${field(scene.template, 'purchaser_phone').id}`,
      { subject: 'vendor' },
      { 'If-Match': (await read()).headers['etag'] ?? '' },
    );
    const answer = await put(seller.id, { decision: 'subject', subject_key: 'owner' });
    expect(answer.body.subjects.map(({ key }) => key).toSorted()).toEqual(['owner', 'vendor']);
  });

  it('a proposal can be sent back unchanged, except for presign_hint [decide.proposed-fits]', async () => {
    for (const { id } of await people()) {
      const { presign_hint: _hint, ...proposed } = (await people()).find((found) => found.id === id)!.proposed;
      const answer = await put(id, proposed);
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: scene.template.id })]);
    }
  });

  it('the answer is the full template with a new ETag, which the next read repeats [decide.answer]', async () => {
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
  ])(
    'a malformed body is invalid_request and names %s [decide.body, decide.subject-key, decide.presence]',
    async (path, body) => {
      expectRefusal(await put<Refused>((await person('seller')).id, body), 400, 'invalid_request', path);
    },
  );

  it.each<[string, object]>([
    ['role_name', { decision: 'subject', subject_key: 'vendor', role_name: 'Vendor' }],
    ['subject_key', { decision: 'signer', role_name: 'Vendor', subject_key: 'vendor' }],
    ['subject_key', { decision: 'mandate_signed', role_name: 'Vendor', subject_key: 'vendor' }],
    ['filled_by', { decision: 'signer', role_name: 'Vendor', filled_by: 'own' }],
  ])('%s belongs to other decisions: invalid_request, and nothing is decided [decide.body]', async (path, body) => {
    const before = await read();
    expectRefusal(await put<Refused>((await person('seller')).id, body), 400, 'invalid_request', path);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('only a decision that is offered may be taken [decide.not-offered, person.decisions]', async () => {
    for (const { id, offered } of await people()) {
      const [missing] = ['witness', 'signer', 'mandate_signed'].filter((decision) => !offered.includes(decision));
      if (missing === undefined) continue;
      const answer = await put<Refused>(id, { decision: missing, role_name: 'Somebody' });
      expectRefusal(answer, 400, 'invalid_request', 'decision');
      return;
    }
    expect.unreachable('somebody on the form cannot be everything');
  });

  it("another person's subject is not called something else by a second decision [decide.body]", async () => {
    await put((await person('seller')).id, { decision: 'subject', subject_key: 'party', subject_label: 'The seller' });
    const body = { decision: 'subject', subject_key: 'party', subject_label: 'The purchaser' };
    expectRefusal(await put<Refused>((await person('purchaser')).id, body), 400, 'invalid_request', 'subject_key');
  });

  it('two people may share a role that is the same for both [decide.creates]', async () => {
    await put((await person('seller')).id, { decision: 'signer', role_name: 'Agent' });
    const answer = await put((await person('purchaser')).id, { decision: 'signer', role_name: 'Agent' });
    expect(answer.status).toBe(200);
    expect(answer.body.roles.filter(({ name }) => name === 'Agent')).toHaveLength(1);
  });

  it('a role name of 200 characters is taken [limits.names]', async () => {
    const answer = await put((await person('seller')).id, { decision: 'signer', role_name: 'x'.repeat(200) });
    expect(answer.status).toBe(200);
  });

  it('a person id that is unknown or does not fit its pattern is the one 404 [decide.person-id, conventions.odd-ids]', async () => {
    const body = { decision: 'signer', role_name: 'Vendor' };
    for (const id of ['0'.repeat(32), 'ABCDEF0123456789ABCDEF0123456789', 'seller', '0'.repeat(31)]) {
      expectRefusal(await put<Refused>(id, body), 404, 'not_found');
    }
  });
});
