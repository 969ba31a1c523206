import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import {
  agreementPdf,
  createEnvelope,
  createTemplate,
  landlord,
  rental,
  tenant,
  upload,
} from '../support/agreement.js';
import { day, expectRefusal, hour, once } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import type { Authorisation, Envelope, Template, Webhook } from '../support/shapes.js';

const scene = agreementScene();

const body = (changes: object = {}) => ({ template_id: scene.template.id, recipients: [tenant, landlord], ...changes });
const create = (key: string, sent: unknown = body()): Promise<Answer<Envelope>> =>
  scene.organisation.live<Envelope>('POST /api/v1/envelopes', sent, { 'Idempotency-Key': key });

describe('where a key is needed', () => {
  it('an empty key is invalid [error.invalid_request]', async () => {
    const answer = await scene.organisation.live('POST /api/v1/envelopes', body(), { 'Idempotency-Key': '' });
    expect(answer.status).toBe(400);
  });

  it.each([
    ['POST /api/v1/standing-authorisations/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/revoke', { reason: 'x' }],
    ['POST /api/v1/standing-authorisations/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/cancel', { reason: 'x' }],
    ['POST /api/v1/webhooks/0b9d2c1e-8f57-4a3b-9d64-2f1f6a7e5c10/rotate-secret', {}],
  ])('%s may go without one, so an empty one is invalid_request [error.invalid_request]', async (line, sent) => {
    const answer = await scene.organisation.live(line, sent, { 'Idempotency-Key': '' });
    expectRefusal(answer, 400, 'invalid_request', /^Idempotency-Key must be 1 to 255/);
  });

  it.each(['x y', 'a/b:c=d', '00000000-0000-4000-8000-000000000000'])(
    'any string is a key: %s [create.key-required]',
    async (key) => {
      expect((await create(key)).status).toBe(201);
    },
  );

  it('registering a webhook takes no key: a duplicate registration is another endpoint [register.no-key]', async () => {
    const fresh = await scene.emulator.organisation();
    const hook = { url: 'https://hooks.example.com/a', events: ['envelope.sent'] };
    const ids: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const answer = await fresh.live<Webhook>('POST /api/v1/webhooks', hook, { 'Idempotency-Key': 'same' });
      expect(answer.headers).not.toHaveProperty('idempotency-replayed');
      ids.push(answer.body.id);
    }
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('creation [create.replayed]', () => {
  it('Idempotency-Replayed is false on the request that creates', async () => {
    const answer = await create('first');
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBe('false');
  });

  it('a repeat answers 201 with the same body and Idempotency-Replayed: true [create.201]', async () => {
    const first = await create('repeat');
    const again = await create('repeat');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  it('a replay answers 201 also after the envelope has moved on [create.201, key.replays-first]', async () => {
    const first = await create('moved-on', body({ send: true }));
    await scene.organisation.live(`POST /api/v1/envelopes/${first.body.id}/void`, { reason: 'sold' }, once());
    const again = await create('moved-on', body({ send: true }));
    expect([again.status, again.headers['idempotency-replayed'], again.body.status]).toEqual([201, 'true', 'sent']);
    const now = await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${first.body.id}`);
    expect(now.body.status).toBe('voided');
  });

  it('a replay creates nothing, sends nothing and raises no event [create.replayed]', async () => {
    const envelope = (await create('quiet', body({ send: true }))).body;
    await create('quiet', body({ send: true }));
    await scene.emulator.settle();
    expect(await scene.emulator.mails(`?envelope_id=${envelope.id}`)).toHaveLength(1);
    const events = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(events.data.map(({ event }) => event)).toEqual(['envelope.sent']);
  });

  it('a key used for a different request is idempotency_key_reused, and nothing is created [error.idempotency_key_reused]', async () => {
    await create('reused');
    expectRefusal(await create('reused', body({ send: true })), 409, 'idempotency_key_reused');
    expectRefusal(await create('reused', body({ values: [rental] })), 409, 'idempotency_key_reused');
    const renamed = { template_id: scene.template.id, recipients: [{ ...tenant, name: 'Someone Else' }, landlord] };
    expectRefusal(await create('reused', renamed), 409, 'idempotency_key_reused');
  });

  it('reordering the recipients is a different request [create.reorder-differs]', async () => {
    await create('order');
    const reordered = body({ recipients: [landlord, tenant] });
    expectRefusal(await create('order', reordered), 409, 'idempotency_key_reused');
  });

  it('the default brand named is the same request as none named [key.default-brand]', async () => {
    const first = await create('brand');
    const named = await create('brand', body({ brand_id: scene.organisation.brandId.toUpperCase() }));
    expect([named.status, named.headers['idempotency-replayed'], named.body.id]).toEqual([201, 'true', first.body.id]);
  });

  it('the same request in other spelling is the same request: property order, spaces and defaults written out [key.fingerprint]', async () => {
    const first = await create('spelling');
    const spelled = `{
      "send": false, "expires_at": null, "values": [],
      "recipients": [
        {"email": "thandi@example.test", "role": "Tenant", "name": "Thandi Mokoena", "embedded": false},
        {"name": "Pieter van Wyk", "role": "Landlord", "email": "pieter@example.test", "external_ref": null}
      ],
      "completion_delivery": "integrator", "template_id": "${scene.template.id.toUpperCase()}"
    }`;
    const again = await scene.organisation.live<Envelope>('POST /api/v1/envelopes', spelled, {
      'Idempotency-Key': 'spelling',
      'Content-Type': 'application/json',
    });
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body]);
  });

  it('a key of one operation is used up for another one [key.fingerprint]', async () => {
    await create('across');
    const oneOff = { title: 'Notice', documents: [upload(agreementPdf())], recipients: [tenant, landlord] };
    const answer = await scene.organisation.live('POST /api/v1/envelopes/one-off', oneOff, {
      'Idempotency-Key': 'across',
    });
    expectRefusal(answer, 409, 'idempotency_key_reused');
  });

  it('a refused request leaves its key free [key.success-only]', async () => {
    const refused = await create('freed', body({ recipients: [tenant] }));
    expectRefusal(refused, 422, 'recipient_role_missing');
    const answer = await create('freed');
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'false']);
  });

  it("a key belongs to its organisation: another one's is a different key [key.scope]", async () => {
    await create('mine');
    const other = await scene.emulator.organisation();
    const theirs = await createTemplate(other.live);
    const sent = { template_id: theirs.id, recipients: [tenant, landlord] };
    const answer = await other.live('POST /api/v1/envelopes', sent, { 'Idempotency-Key': 'mine' });
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'false']);
  });

  it('a live key and a test key do not share their keys [key.scope]', async () => {
    const first = await create('modes');
    const answer = await scene.organisation.test<Envelope>('POST /api/v1/envelopes', body(), {
      'Idempotency-Key': 'modes',
    });
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'false']);
    expect(answer.body.id).not.toBe(first.body.id);
  });

  it('a second key of the same organisation and mode replays [key.scope]', async () => {
    const first = await create('shared');
    const second = await scene.emulator.key(scene.organisation);
    const answer = await second.call<Envelope>('POST /api/v1/envelopes', body(), { 'Idempotency-Key': 'shared' });
    expect([answer.headers['idempotency-replayed'], answer.body.id]).toEqual(['true', first.body.id]);
  });

  it('a key is remembered for a day and forgotten after it [key.life]', async () => {
    const first = await create('a-day');
    await scene.emulator.advance(23 * hour);
    expect((await create('a-day')).headers['idempotency-replayed']).toBe('true');
    await scene.emulator.advance(day);
    const later = await create('a-day');
    expect([later.headers['idempotency-replayed'], later.body.id === first.body.id]).toEqual(['false', false]);
  });

  it('while the first request still runs the second is request_in_progress, and afterwards it is replayed [error.request_in_progress]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'operation:createEnvelope', hold: true });
    const both = [create('running'), create('running')];
    expectRefusal(await Promise.race(both), 409, 'request_in_progress');
    await scene.emulator.control('POST /_emulator/faults/release');
    const created = (await Promise.all(both)).find(({ status }) => status === 201)!;
    expect(created.headers['idempotency-replayed']).toBe('false');
    const replayed = await create('running');
    expect([replayed.headers['idempotency-replayed'], replayed.body.id]).toEqual(['true', created.body.id]);
  });

  it('two identical requests at once create one envelope [error.request_in_progress]', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('race')));
    const created = answers.filter((answer) => answer.status === 201);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'request_in_progress');
    expect(new Set(created.map((answer) => answer.body.id)).size).toBe(1);
    expect(created.filter((answer) => answer.headers['idempotency-replayed'] === 'false')).toHaveLength(1);
  });

  it('a server fault leaves the key free, so that the same key tries again [error.internal_error]', async () => {
    await scene.emulator.control('POST /_emulator/faults', {
      point: 'operation:createEnvelope',
      code: 'internal_error',
    });
    expectRefusal(await create('after-500'), 500, 'internal_error');
    const answer = await create('after-500');
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, 'false']);
  });
});

describe('void', () => {
  const sent = (): Promise<Envelope> => createEnvelope(scene.organisation.live, scene.template, { send: true });
  const voided = (id: string, key: string, reason: string): Promise<Answer<Envelope>> =>
    scene.organisation.live<Envelope>(`POST /api/v1/envelopes/${id}/void`, { reason }, { 'Idempotency-Key': key });

  it('two voids of the same envelope under one key with different reasons are the same act, and the first reason counts [void.reason-not-in-fingerprint]', async () => {
    const { id } = await sent();
    const first = await voided(id, 'void-one', 'The tenant withdrew');
    const again = await voided(id, 'void-one', 'Quite another reason');
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const mails = await scene.emulator.mails(`?envelope_id=${id}&kind=voided`);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.every(({ text }) => text.includes('The tenant withdrew') && !text.includes('another'))).toBe(true);
  });

  it('a different envelope under a used key is idempotency_key_reused and stays as it was [void.key-other-envelope]', async () => {
    const [first, second] = [await sent(), await sent()];
    await voided(first.id, 'void-two', 'sold');
    expectRefusal(await voided(second.id, 'void-two', 'sold'), 409, 'idempotency_key_reused');
    expect((await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${second.id}`)).body.status).toBe('sent');
  });

  it('a retry under the same key replays the original 200, a new key is envelope_not_sent [void.replay]', async () => {
    const { id } = await sent();
    await voided(id, 'void-three', 'sold');
    const again = await voided(id, 'void-three', 'sold');
    expect([again.status, again.body.status]).toEqual([200, 'voided']);
    expectRefusal(await voided(id, 'void-four', 'sold'), 409, 'envelope_not_sent');
  });
});

describe('the other writes', () => {
  it('sending twice under one key sends once [send.operation]', async () => {
    const { id } = await createEnvelope(scene.organisation.live, scene.template);
    const send = (named: string) =>
      scene.organisation.live<Envelope>(`POST /api/v1/envelopes/${named}/send`, {}, { 'Idempotency-Key': 'send-1' });
    const [first, again] = [await send(id), await send(id.toUpperCase())];
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, 'false']);
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body]);
    expect(await scene.emulator.mails(`?envelope_id=${id}`)).toHaveLength(1);
  });

  it('a template is created once under one key [create-template.operation]', async () => {
    const sent = { name: 'Once', documents: [upload(agreementPdf())] };
    const make = () =>
      scene.organisation.live<Template>('POST /api/v1/templates', sent, { 'Idempotency-Key': 'template-1' });
    const [first, again] = [await make(), await make()];
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body.id).toBe(first.body.id);
  });

  it('a batch is replayed whole [batch.operation, key.success-only]', async () => {
    const sent = {
      template_id: scene.template.id,
      rows: [{ recipients: [tenant, landlord] }, { recipients: [tenant] }],
    };
    const make = () =>
      scene.organisation.live('POST /api/v1/envelopes/batches', sent, { 'Idempotency-Key': 'batch-1' });
    const [first, again] = [await make(), await make()];
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body]);
  });

  it('a revoke takes a key without requiring one [revoke.key]', async () => {
    const make = async (): Promise<string> => {
      const requested = {
        brand_id: scene.organisation.brandId,
        legal_entity: { name: 'Van Wyk Trust', registration_number: 'IT 123/2019' },
        grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test', job_title: 'Trustee' },
        intended_use: 'Leases',
        valid_until: new Date(scene.emulator.now() + 90 * day).toISOString(),
      };
      const made = await scene.organisation.live<Authorisation>(
        'POST /api/v1/standing-authorisations',
        requested,
        once(),
      );
      expect(made.status).toBe(201);
      await scene.emulator.control(`POST /_emulator/authorisations/${made.body.id}/grant`, {});
      return made.body.id;
    };
    const [one, two] = [await make(), await make()];
    const revoke = (id: string, headers: Record<string, string>) =>
      scene.organisation.live<Authorisation>(
        `POST /api/v1/standing-authorisations/${id}/revoke`,
        { reason: 'sold' },
        headers,
      );
    expect((await revoke(one, {})).body.status).toBe('revoked');
    expect((await revoke(two, { 'Idempotency-Key': 'r'.repeat(255) })).body.status).toBe('revoked');
    expectRefusal(await revoke(two, { 'Idempotency-Key': 'r'.repeat(256) }), 400, 'invalid_request');
  });
});
