import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { agreementPdf, createTemplate } from '../support/agreement.js';
import { expectRefusal } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { NamingRun, Person, Refused, Template } from '../support/shapes.js';

const scene = agreementScene({ each: true });

const read = (id = scene.template.id): Promise<Answer<Template>> =>
  scene.organisation.live<Template>(`GET /api/v1/templates/${id}`);
const etagOf = async (): Promise<string> => (await read()).headers['etag'] ?? '';
const field = (): string => scene.template.fields.find(({ data_key }) => data_key === 'rental.amount')!.id;
const rename = <T = Template>(sent: object, ifMatch?: string): Promise<Answer<T>> =>
  scene.organisation.live<T>(
    `PATCH /api/v1/templates/${scene.template.id}/fields/${field()}`,
    sent,
    ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  );
const firstPerson = async (): Promise<Person> =>
  (await scene.organisation.live<{ people: Person[] }>(`GET /api/v1/templates/${scene.template.id}/people`)).body
    .people[0]!;
const decide = async (ifMatch?: string): Promise<Answer<Refused>> =>
  scene.organisation.live(
    `PUT /api/v1/templates/${scene.template.id}/people/${(await firstPerson()).id}`,
    { decision: 'signer', role_name: 'Somebody new' },
    ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  );

const stale = `"${'0'.repeat(64)}"`;

describe('the ETag [get-template.operation]', () => {
  it('is a strong validator: a quoted SHA-256 in hex of the whole body [decide.etag-form]', async () => {
    const answer = await read();
    expect(answer.headers['etag']).toBe(`"${createHash('sha256').update(answer.bytes).digest('hex')}"`);
  });

  it('stays the same while the template does', async () => {
    expect(await etagOf()).toBe(await etagOf());
  });

  it('changes with every change of the body', async () => {
    const before = await etagOf();
    await rename({ label: 'Rent' }, before);
    expect(await etagOf()).not.toBe(before);
  });

  it('of a creation is the one that the next read shows [create-template.operation]', async () => {
    const made = await scene.organisation.live<Template>(
      'POST /api/v1/templates',
      { documents: [{ filename: 'a.pdf', file: agreementPdf().toString('base64') }] },
      { 'Idempotency-Key': `etag-${scene.template.id}` },
    );
    expect(made.headers['etag']).toBe((await read(made.body.id)).headers['etag']);
  });

  it("of a rename's answer is the one that the next read shows, although the answer omits properties [rename.etag, get-template.etag-of-read]", async () => {
    const answer = await rename({ label: 'Rent' }, await etagOf());
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe(await etagOf());
    const again = await rename({ label: 'Rent a month' }, answer.headers['etag']);
    expect(again.status).toBe(200);
  });

  it("of a decision's answer is the one that the next read shows [decide.answer]", async () => {
    const answer = await decide(await etagOf());
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toBe(await etagOf());
  });

  it('coverage is part of the body and so changes it: removing a key alone is a new ETag [template.coverage]', async () => {
    const before = await read();
    await rename({ data_key: null }, before.headers['etag']);
    const after = await read();
    expect(after.body.coverage).not.toEqual(before.body.coverage);
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
  });

  it('a read that names the current ETag in If-None-Match is answered 304 without a body [get-template.304]', async () => {
    const answer = await scene.organisation.live(`GET /api/v1/templates/${scene.template.id}`, undefined, {
      'If-None-Match': await etagOf(),
    });
    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
  });
});

describe('If-Match on a rename [rename.if-match]', () => {
  it('stale is template_changed with the current ETag, and nothing is renamed [rename.if-match-stale]', async () => {
    const current = await read();
    const answer = await rename<Refused>({ label: 'Rent' }, stale);
    expectRefusal(answer, 412, 'template_changed');
    expect(answer.headers['etag']).toBe(current.headers['etag']);
    expect((await read()).bytes.equals(current.bytes)).toBe(true);
  });

  it('stale, but every name sent already equals the stored one, is a retry of a success and answered 200 [rename.stale-but-equal]', async () => {
    const before = await etagOf();
    const names = { data_key: 'rental.monthly_amount', label: 'Rent', subject: null };
    const first = await rename(names, before);
    expect(first.status).toBe(200);
    const again = await rename(names, before);
    expect([again.status, again.headers['etag']]).toEqual([200, first.headers['etag']]);
  });

  it('stale and one name differs is template_changed [rename.stale-but-equal]', async () => {
    const before = await etagOf();
    await rename({ data_key: 'rental.monthly_amount', label: 'Rent' }, before);
    expectRefusal(
      await rename<Refused>({ data_key: 'rental.monthly_amount', label: 'Rental' }, before),
      412,
      'template_changed',
    );
  });

  it('in bulk: missing and * are precondition_required, stale is template_changed, stale but equal is 200 [renames.operation, renames.stale-but-equal]', async () => {
    const line = `PATCH /api/v1/templates/${scene.template.id}/fields`;
    const sent = { fields: [{ id: field(), label: 'Rent' }] };
    expectRefusal(await scene.organisation.live(line, sent), 428, 'precondition_required');
    expectRefusal(await scene.organisation.live(line, sent, { 'If-Match': '*' }), 428, 'precondition_required');
    expectRefusal(await scene.organisation.live(line, sent, { 'If-Match': stale }), 412, 'template_changed');
    const before = await etagOf();
    expect((await scene.organisation.live(line, sent, { 'If-Match': before })).status).toBe(200);
    expect((await scene.organisation.live(line, sent, { 'If-Match': before })).status).toBe(200);
  });
});

describe('If-Match on a decision', () => {
  it('stale is template_changed with the current ETag, and nothing is decided [decide.if-match-stale]', async () => {
    const before = await read();
    const answer = await decide(stale);
    expectRefusal(answer, 412, 'template_changed');
    expect(answer.headers['etag']).toBe(before.headers['etag']);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });

  it('the current one lets it through and answers with a new one [decide.answer]', async () => {
    const before = await etagOf();
    const answer = await decide(before);
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).toMatch(/^"[0-9a-f]{64}"$/);
    expect(answer.headers['etag']).not.toBe(before);
  });
});

describe('accepting a naming run', () => {
  it('needs no If-Match, and compares the template_etag of the run with that of the template [accept.no-if-match]', async () => {
    const run = await scene.organisation.live<NamingRun>(`POST /api/v1/templates/${scene.template.id}/naming-runs`, {});
    expect(run.status).toBe(201);
    expect(run.body.template_etag).toBe(await etagOf());
    const line = `POST /api/v1/templates/${scene.template.id}/naming-runs/${run.body.id}/accept-current`;
    expect((await scene.organisation.live(line, { accept: 'high' })).status).toBe(200);
  });

  it('a template that changed since the run is template_changed, and nothing is named [accept.unchanged-only]', async () => {
    const run = await scene.organisation.live<NamingRun>(`POST /api/v1/templates/${scene.template.id}/naming-runs`, {});
    await rename({ label: 'Rent' }, await etagOf());
    const before = await read();
    const line = `POST /api/v1/templates/${scene.template.id}/naming-runs/${run.body.id}/accept-current`;
    const answer = await scene.organisation.live(line, { accept: 'all' });
    expectRefusal(answer, 412, 'template_changed');
    expect(answer.headers['etag']).toBe(before.headers['etag']);
    expect((await read()).bytes.equals(before.bytes)).toBe(true);
  });
});

it('the whole body of a template is what is hashed: two templates of the same file have different ETags [decide.etag-form]', async () => {
  const first = await etagOf();
  const second = await createTemplate(scene.organisation.live);
  expect((await read(second.id)).headers['etag']).not.toBe(first);
});
