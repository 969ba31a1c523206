import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/emulator.js';
import { field, salePeople } from '../support/documents/sale-form.js';
import type { Person, Template } from '../support/shapes.js';

const { scene, base, read, people, person, put } = salePeople();

describe('the list of people', () => {
  it('names the people in the order a reader meets them [people.order]', async () => {
    const headings = (await people()).map(({ heading }) => heading.toUpperCase());
    expect(headings).toEqual([
      expect.stringContaining('SELLER'),
      expect.stringContaining('PURCHASER'),
      expect.stringContaining('WITNESS'),
    ]);
  });

  it('each person has exactly the properties of the description [person.properties, people.shape]', async () => {
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

  it('a person id is 32 lower-case hex digits and stable [person.id]', async () => {
    const first = (await people()).map(({ id }) => id);
    for (const id of first) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(first).size).toBe(first.length);
    expect((await people()).map(({ id }) => id)).toEqual(first);
  });

  it('the heading and the reason quote the form [person.quotes]', async () => {
    const seller = await person('seller');
    expect(seller.heading).toMatch(/seller/i);
    expect(seller.reason).toMatch(/seller/i);
  });

  it('says where the person was found [person.place]', async () => {
    const seller = await person('seller');
    expect([seller.document_id, seller.page]).toEqual([scene.template.documents[0]!.id, 1]);
  });

  it('the fields are those of that part of the form, by their ids on the template [person.fields]', async () => {
    const seller = await person('seller');
    const ids = ['seller_full_name', 'seller_phone', 'seller_signature'].map((name) => field(scene.template, name).id);
    expect(seller.fields.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    for (const found of seller.fields) {
      expect(Object.keys(found).toSorted()).toEqual(['data_key', 'field_type', 'id', 'kind', 'suggested_key']);
    }
  });

  it('a field belongs to one person at the most [person.fields]', async () => {
    const ids = (await people()).flatMap(({ fields }) => fields.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the proposed decision is one of those offered [person.proposed]', async () => {
    for (const found of await people()) expect(found.offered).toContain(found.proposed.decision);
  });

  it('who gives details and signs is proposed both, who only witnesses is proposed witness [person.proposed]', async () => {
    expect((await person('seller')).proposed.decision).toBe('both');
    expect((await person('witness')).proposed.decision).toBe('witness');
  });

  it('writes nothing: the template reads the same afterwards [people.writes-nothing]', async () => {
    const before = await read();
    await people();
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('test and live keys may list them [people.both-keys]', async () => {
    const answer = await scene.organisation.test<{ people: Person[] }>(`GET ${base()}/people`);
    expect([answer.status, answer.body.people]).toEqual([200, await people()]);
  });

  it('current is empty for a person nothing was decided about [person.current]', async () => {
    expect((await person('seller')).current.subject_key).toBeNull();
  });
});

describe("applying the service's own proposal", () => {
  it('does what sending the proposal would do, and answers the template with a new ETag [apply.proposal]', async () => {
    const seller = await person('seller');
    const answer = await scene.organisation.live<Template>(`POST ${base()}/people/${seller.id}/apply-current`, {});
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe((await read()).headers['etag']);
    const { subject_key, role_name } = seller.proposed;
    expect(answer.body.subjects.map(({ key }) => key)).toContain(subject_key);
    expect(answer.body.roles.map(({ name }) => name)).toContain(role_name);
    expect((await people()).find(({ id }) => id === seller.id)!.current).toEqual({ subject_key, role_name });
  });

  it('a decision in the body is refused: it applies only the own proposal [apply.empty-body]', async () => {
    const seller = await person('seller');
    const answer = await scene.organisation.live(`POST ${base()}/people/${seller.id}/apply-current`, {
      decision: 'signer',
    });
    expectRefusal(answer, 400, 'invalid_request', 'decision');
  });

  it('an If-Match that is sent is honoured [apply.if-match]', async () => {
    const seller = await person('seller');
    const answer = await scene.organisation.live(
      `POST ${base()}/people/${seller.id}/apply-current`,
      {},
      { 'If-Match': '"stale"' },
    );
    expectRefusal(answer, 412, 'template_changed');
  });

  it('a saved witness cannot be changed here either [apply.witness]', async () => {
    const witness = await person('witness');
    await put(witness.id, { decision: 'witness', role_name: 'Onlooker' });
    const answer = await scene.organisation.live(`POST ${base()}/people/${witness.id}/apply-current`, {});
    expectRefusal(answer, 409, 'witness_is_permanent');
  });
});
