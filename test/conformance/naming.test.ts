import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createTemplate } from '../support/agreement.js';
import { expectRefusal } from '../support/emulator.js';
import { formPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { NamingRun, Person, Refused, Template } from '../support/shapes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A form whose widgets have names and tooltips to propose keys from, and a witness. */
const form = (): Buffer =>
  formPdf([
    {
      lines: [
        { text: 'THE SELLER', y: 770, size: 13 },
        { text: 'Full name', y: 742 },
        { text: 'SIGNED BY THE SELLER', y: 500, size: 13 },
        { text: 'AS WITNESS', y: 340, size: 13 },
      ],
      boxes: [
        {
          kind: 'text',
          name: 'seller_full_name',
          tooltip: 'Full name of the seller',
          at: [150, 738, 250, 18],
          required: true,
        },
        { kind: 'text', name: 'seller_email', tooltip: 'Email address of the seller', at: [150, 708, 250, 18] },
        { kind: 'text', name: 'seller_phone', tooltip: 'Telephone number of the seller', at: [150, 678, 250, 18] },
        { kind: 'text', name: 'x1', at: [150, 620, 250, 18] },
        {
          kind: 'signature',
          name: 'seller_signature',
          tooltip: 'Signature of the seller',
          at: [150, 455, 200, 30],
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

const scene = agreementScene({ each: true, pdf: form, name: 'Sale' });

const read = (): Promise<Answer<Template>> =>
  scene.organisation.live<Template>(`GET /api/v1/templates/${scene.template.id}`);
const propose = async (): Promise<NamingRun> => {
  const answer = await scene.organisation.live<NamingRun>(
    `POST /api/v1/templates/${scene.template.id}/naming-runs`,
    {},
  );
  expect(answer.status).toBe(201);
  return answer.body;
};
const accept = <T = Template>(run: string, body: unknown): Promise<Answer<T>> =>
  scene.organisation.live<T>(`POST /api/v1/templates/${scene.template.id}/naming-runs/${run}/accept-current`, body);

describe('a naming run', () => {
  it('changes nothing on the template [naming.changes-nothing]', async () => {
    const before = await read();
    await propose();
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('names its template and the ETag it was made for [naming.operation, accept.unchanged-only]', async () => {
    const run = await propose();
    expect(run).toMatchObject({
      id: expect.stringMatching(uuid),
      template_id: scene.template.id,
      template_etag: (await read()).headers['etag'],
    });
  });

  it('proposes names for fields of this template, each with a confidence, a source and a reason [naming.proposal-item]', async () => {
    const run = await propose();
    expect(run.proposals.fields.length).toBeGreaterThan(0);
    const ids = scene.template.fields.map(({ id }) => id);
    for (const proposal of run.proposals.fields) {
      expect(ids).toContain(proposal.field_id);
      expect(['high', 'medium', 'low']).toContain(proposal.confidence);
      expect(proposal.reason).not.toBe('');
    }
  });

  it('proposes only keys that keep to the grammar [field.data-key-grammar]', async () => {
    for (const { proposed } of (await propose()).proposals.fields) {
      if (proposed.data_key !== null) expect(proposed.data_key).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){1,2}$/);
    }
  });

  it('carries the people of the people list, whose ids a decision takes [naming.operation]', async () => {
    const run = await propose();
    const list = await scene.organisation.live<{ people: Person[] }>(
      `GET /api/v1/templates/${scene.template.id}/people`,
    );
    expect(run.proposals.people).toEqual(list.body.people);
  });

  it('may be made with a test key, since it writes nothing [naming.changes-nothing]', async () => {
    expect((await scene.organisation.test(`POST /api/v1/templates/${scene.template.id}/naming-runs`, {})).status).toBe(
      201,
    );
  });

  it('takes an absent body as an empty one [naming.operation]', async () => {
    expect((await scene.organisation.live(`POST /api/v1/templates/${scene.template.id}/naming-runs`)).status).toBe(201);
  });

  it('of an unknown template is the one 404 [conventions.one-404]', async () => {
    const answer = await scene.organisation.live(
      'POST /api/v1/templates/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/naming-runs',
      {},
    );
    expectRefusal(answer, 404, 'not_found');
  });
});

describe('accepting it', () => {
  it('all takes every proposal and every person [accept.all]', async () => {
    const run = await propose();
    const answer = await accept(run.id, { accept: 'all' });
    expect(answer.status).toBe(200);
    for (const { field_id, proposed } of run.proposals.fields) {
      expect(answer.body.fields.find(({ id }) => id === field_id)!.data_key).toBe(proposed.data_key);
    }
    const list = await scene.organisation.live<{ people: Person[] }>(
      `GET /api/v1/templates/${scene.template.id}/people`,
    );
    for (const { id, proposed } of run.proposals.people) {
      expect(list.body.people.find((found) => found.id === id)!.current.role_name).toBe(proposed.role_name);
    }
  });

  it('all saves a witness, who is permanent from then on [accept.all, decide.witness-permanent]', async () => {
    const run = await propose();
    await accept(run.id, { accept: 'all' });
    const witness = run.proposals.people.find(({ proposed }) => proposed.decision === 'witness')!;
    const answer = await scene.organisation.live(
      `POST /api/v1/templates/${scene.template.id}/people/${witness.id}/apply-current`,
      {},
    );
    expectRefusal(answer, 409, 'witness_is_permanent');
  });

  it('high takes only high-confidence proposals and no person [accept.high]', async () => {
    const run = await propose();
    const answer = await accept(run.id, { accept: 'high' });
    expect(answer.status).toBe(200);
    for (const { field_id, proposed, current, confidence } of run.proposals.fields) {
      const { data_key } = answer.body.fields.find(({ id }) => id === field_id)!;
      expect(data_key).toBe(confidence === 'high' ? proposed.data_key : current.data_key);
    }
    expect([answer.body.roles, answer.body.subjects]).toEqual([scene.template.roles, scene.template.subjects]);
  });

  it('an array takes just these proposals [accept.ids]', async () => {
    const run = await propose();
    const [chosen, ...others] = run.proposals.fields;
    const answer = await accept(run.id, { accept: [chosen!.id] });
    expect(answer.status).toBe(200);
    expect(answer.body.fields.find(({ id }) => id === chosen!.field_id)!.data_key).toBe(chosen!.proposed.data_key);
    for (const { field_id, current } of others) {
      expect(answer.body.fields.find(({ id }) => id === field_id)!.data_key).toBe(current.data_key);
    }
  });

  it('answers the template with a new ETag, which the next read repeats [accept.answer]', async () => {
    const run = await propose();
    const answer = await accept(run.id, { accept: 'all' });
    expect(answer.headers['etag']).not.toBe(run.template_etag);
    const after = await read();
    expect([after.headers['etag'], after.body]).toEqual([answer.headers['etag'], answer.body]);
  });

  it('accepts only names the service proposed: an unknown proposal is refused and nothing is named [naming.unknown-proposal, accept.ids]', async () => {
    const run = await propose();
    const before = await read();
    const known = run.proposals.fields[0]!.id;
    const answer = await accept<Refused>(run.id, { accept: [known, '0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10'] });
    expectRefusal(answer, 400, 'invalid_request', 'accept');
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('a body naming overrides is refused [accept.no-overrides]', async () => {
    const run = await propose();
    const overriding = { accept: 'all', overrides: [{ field_id: scene.template.fields[0]!.id, data_key: 'own.key' }] };
    expectRefusal(await accept<Refused>(run.id, overriding), 400, 'invalid_request', 'overrides');
    const own = { accept: [{ id: run.proposals.fields[0]!.id, data_key: 'own.key' }] };
    expectRefusal(await accept<Refused>(run.id, own), 400, 'invalid_request', 'accept');
  });

  it.each([{}, { accept: 'most' }, { accept: null }, { accept: 3 }])(
    'accept has to be all, high or an array: %j [accept.all]',
    async (body) => {
      const run = await propose();
      expectRefusal(await accept<Refused>(run.id, body), 400, 'invalid_request', 'accept');
    },
  );

  it('a run of another template, or none, is the one 404 [conventions.one-404]', async () => {
    const run = await propose();
    const other = await createTemplate(scene.organisation.live, form(), 'Other');
    const line = `POST /api/v1/templates/${other.id}/naming-runs/${run.id}/accept-current`;
    expectRefusal(await scene.organisation.live(line, { accept: 'all' }), 404, 'not_found');
    expectRefusal(await accept<Refused>('0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10', { accept: 'all' }), 404, 'not_found');
  });

  it('a second run on the unchanged template may be accepted too [accept.unchanged-only]', async () => {
    const [first, second] = [await propose(), await propose()];
    expect((await accept(first.id, { accept: [] })).status).toBe(200);
    expect((await accept(second.id, { accept: 'high' })).status).toBe(200);
  });
});
