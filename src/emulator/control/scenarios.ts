import { oneOf, optional, request } from '../../contract/schema.js';
import { eventNames } from '../../contract/events.js';
import type { Mode } from '../domain/organisation.js';
import { missing } from '../domain/refusal.js';
import { failed } from '../domain/webhook-endpoint.js';
import type { First } from '../provision.js';
import { authorisationHandlers, grantAuthorisation } from '../handlers/authorisations.js';
import { webhookHandlers } from '../handlers/webhooks.js';
import { scenarioMeanings, type ScenarioName } from '../names.js';
import type { Service } from '../service.js';
import { authorisationRepository } from '../store/authorisation-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { createdScenario, scenarioList } from './answers.js';
import { type ControlRoute, route } from './route.js';
import { lead } from './trigger.js';
import { type Caller, exchange, idOf, sentEnvelope } from './trigger-envelope.js';

/** Initial states for tests, each created by the rules of the service. */

/** Creates one in addition to the existing data; returns the ID of its subject. */
type Make = (caller: Caller, brandId: string) => Promise<string>;

const day = 24 * 60 * 60 * 1000;
const ledTo = async (caller: Caller, event: Parameters<typeof lead>[2]): Promise<string> => {
  const id = await sentEnvelope(caller);
  await lead(caller, id, event);
  return id;
};

const scenarios: Readonly<Record<ScenarioName, Make>> = {
  'half-signed': (caller) => ledTo(caller, 'recipient.completed'),
  sealed: (caller) => ledTo(caller, 'envelope.sealed'),
  'sealing-failed': (caller) => ledTo(caller, 'envelope.sealing_failed'),
  'endpoint-disabled': disabledEndpoint,
  'mandate-active': activeMandate,
};

const names = Object.keys(scenarioMeanings) as [ScenarioName, ...ScenarioName[]];

export const scenarioRoutes = (first: First): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/scenarios',
    summary: 'List the scenarios that a test can start with',
    body: null,
    answer: scenarioList,
    handle: () => ({ data: names.map((name) => ({ name, about: scenarioMeanings[name] })) }),
  }),
  route({
    method: 'POST',
    path: '/_emulator/scenarios',
    summary: 'Create a scenario in addition to the existing data; returns the ID of its subject',
    body: request({ name: oneOf(names), mode: optional(oneOf(['live', 'test']), 'live') }),
    status: 201,
    answer: createdScenario,
    async handle({ service, body: { name, mode } }) {
      const id = await scenarios[name](callerOf(service, first, mode), first.brandId);
      return { name, id, about: scenarioMeanings[name] };
    },
  }),
];

function callerOf(service: Service, { organisationId }: First, mode: Mode): Caller {
  const organisation = organisationRepository(service.store.sql).find(organisationId);
  if (organisation === null) throw missing('Organisation not found.');
  return { service, organisation, mode };
}

/** Fails once more after the last day without success, by the rule of the service (Events, Delivery). */
async function disabledEndpoint(caller: Caller): Promise<string> {
  const { service, organisation } = caller;
  const body = { url: 'https://app.example.com/hooks', events: [...eventNames], brand_id: null };
  const id = idOf(await webhookHandlers.registerWebhook(exchange<'registerWebhook'>(caller, {}, body)));
  const webhooks = webhookRepository(service.store.sql);
  await service.store.commit(() => {
    const endpoint = webhooks.find(organisation.id, id);
    if (endpoint === null) return;
    const now = service.clock.now();
    const { disableAfterDays: days } = service.contract.limits.webhook;
    const failing = { ...endpoint, failing_since: now - days * day, consecutive_failures: 2 };
    webhooks.update(failed(failing, now, true, days));
  });
  return id;
}

async function activeMandate(caller: Caller, brandId: string): Promise<string> {
  const { service } = caller;
  const body = {
    brand_id: brandId,
    legal_entity: { name: 'Khumalo Homes', registration_number: null },
    grantor: { name: 'Naledi Khumalo', email: 'naledi@example.test', job_title: null },
    intended_use: 'Leases of furnished flats',
    valid_from: null,
    valid_until: new Date(service.clock.now() + 365 * day).toISOString(),
    reference: null,
  };
  const made = await authorisationHandlers.createAuthorisation(exchange<'createAuthorisation'>(caller, {}, body));
  const id = idOf(made);
  await service.store.commit(() => {
    const own = authorisationRepository(service.store.sql).get(id);
    if (own !== null) grantAuthorisation(service, own);
  });
  return id;
}
