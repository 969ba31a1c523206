import { expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { once } from '../support/emulator.js';
import { bearer, http, type Answer } from '../support/http.js';
import type { Authorisation, Envelope, Refused } from '../support/shapes.js';

const scene = agreementScene();

/** Sends the same thing several times at once and answers with the outcomes, sorted: a status, or the code of a refusal. */
const atOnce = async (
  times: number,
  call: (index: number) => Promise<Answer>,
): Promise<readonly (number | string)[]> => {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => call(index)));
  return answers
    .map(({ status, body }) => (status < 300 ? status : (body as Refused).error.code))
    .toSorted((a, b) => String(a).localeCompare(String(b)));
};
const eventsOf = async (id: string): Promise<readonly string[]> => {
  await scene.emulator.settle();
  const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
    `GET /_emulator/events?envelope_id=${id}`,
  );
  return data.map(({ event }) => event).toSorted();
};

it('of several changes under one If-Match exactly one is made [decide.if-match-stale, rename.if-match-stale]', async () => {
  const line = `/api/v1/templates/${scene.template.id}`;
  const etag = (await scene.organisation.live(`GET ${line}`)).headers['etag'] ?? '';
  const outcome = await atOnce(5, (index) =>
    scene.organisation.live(
      `PATCH ${line}/fields/${scene.template.fields[0]!.id}`,
      { label: `Name ${index}` },
      { 'If-Match': etag },
    ),
  );
  expect(outcome).toEqual([200, 'template_changed', 'template_changed', 'template_changed', 'template_changed']);
});

it('of several sends of one draft exactly one sends it [send.not-draft]', async () => {
  const { id } = await createEnvelope(scene.organisation.live, scene.template);
  const outcome = await atOnce(4, () => scene.organisation.live(`POST /api/v1/envelopes/${id}/send`, {}, once()));
  expect(outcome).toEqual([200, 'envelope_not_draft', 'envelope_not_draft', 'envelope_not_draft']);
  expect(await eventsOf(id)).toEqual(['envelope.sent']);
  expect(await scene.emulator.mails(`?envelope_id=${id}`)).toHaveLength(1);
});

it('of several voids of one envelope under different keys exactly one is made [void.only-open]', async () => {
  const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true });
  const outcome = await atOnce(4, (index) =>
    scene.organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: `Reason ${index}` }, once()),
  );
  expect(outcome).toEqual([200, 'envelope_not_sent', 'envelope_not_sent', 'envelope_not_sent']);
  expect(await eventsOf(id)).toEqual(['envelope.sent', 'envelope.voided']);
});

it('a void and the last signature cannot both win [state.void, state.complete]', async () => {
  const { id } = await createEnvelope(scene.organisation.live, scene.template, { send: true });
  const act = (role: string): Promise<Answer> =>
    http(scene.emulator.url, 'POST', `/_emulator/envelopes/${id}/recipients/${role}/sign`, {
      headers: bearer(scene.emulator.token),
      body: {},
    });
  expect((await act('Tenant')).status).toBe(200);
  const [signed, voided] = await Promise.all([
    act('Landlord'),
    scene.organisation.live(`POST /api/v1/envelopes/${id}/void`, { reason: 'sold' }, once()),
  ]);
  const { status } = (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
  expect([signed.status, voided.status].toSorted()).toEqual([200, 409]);
  expect(status).toBe(signed.status === 200 ? 'completed' : 'voided');
});

it('the last document of the allowance is sent once [limits.free-plan]', async () => {
  const poor = await scene.emulator.organisation();
  const its = await createTemplate(poor.live);
  await scene.emulator.control(`PATCH /_emulator/organisations/${poor.id}`, { plan: 'free' });
  const body = { template_id: its.id, recipients: [tenant, landlord], send: true };
  for (let sent = 0; sent < 4; sent += 1) await poor.live('POST /api/v1/envelopes', body, once());
  const outcome = await atOnce(3, () => poor.live('POST /api/v1/envelopes', body, once()));
  expect(outcome).toEqual([201, 'send_allowance_exhausted', 'send_allowance_exhausted']);
});

it('the tenth place for a webhook endpoint is given once [limits.webhook-endpoints]', async () => {
  const own = await scene.emulator.organisation();
  const body = { url: 'https://hooks.example.com/', events: ['envelope.sent'] };
  for (let made = 0; made < 9; made += 1) await own.live('POST /api/v1/webhooks', body);
  const outcome = await atOnce(3, () => own.live('POST /api/v1/webhooks', body));
  expect(outcome).toEqual([201, 'invalid_request', 'invalid_request']);
});

it('a signing URL that is opened twice at the same moment shows the form once [url.first-get]', async () => {
  const recipients = [{ ...tenant, embedded: true }, landlord];
  const envelope = await createEnvelope(scene.organisation.live, scene.template, { send: true, recipients });
  const line = `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[0]!.id}/signing-url`;
  const { url } = (await scene.organisation.live<{ url: string }>(line)).body;
  const pages = await Promise.all([0, 1, 2].map(() => http(scene.emulator.url, 'GET', new URL(url).pathname)));
  expect(pages.filter(({ bytes }) => bytes.includes('<form')).length).toBe(1);
});

it('several revokes of one authorisation tell one reason [revoke.again]', async () => {
  const wanted = {
    brand_id: scene.organisation.brandId,
    legal_entity: { name: 'Trust', registration_number: null },
    grantor: { name: 'G', email: 'g@example.test', job_title: null },
    intended_use: 'Leases',
    valid_until: '2027-01-01T00:00:00Z',
  };
  const { id } = (await scene.organisation.live<Authorisation>('POST /api/v1/standing-authorisations', wanted, once()))
    .body;
  await scene.emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});
  const answers = await Promise.all(
    [0, 1, 2].map((index) =>
      scene.organisation.live<Authorisation>(`POST /api/v1/standing-authorisations/${id}/revoke`, {
        reason: `Reason ${index}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.revocation?.reason)).size).toBe(1);
});
