import { lazy } from '../../core/platform/lazy.js';
import {
  anyText,
  email,
  listOf,
  mailbox,
  named,
  oneOf,
  optional,
  request,
  shape,
  text,
  uuid,
  flag,
} from '../../contract/schema.js';
import type { Organisation } from '../domain/organisation.js';
import { notFound } from '../domain/refusal.js';
import { createOrganisation, mintKey } from '../provision.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { type ControlRoute, route } from './route.js';
import { scopes, type Scope } from '../../contract/scopes.js';

const plan = oneOf(['free', 'paid', 'unknown']);
const addresses = listOf(email);

const organisation = lazy(() =>
  named(
    'Organisation',
    shape({ id: uuid, name: anyText, plan, members: listOf(mailbox), confirmed_addresses: listOf(mailbox) }),
  ),
);
const createdOrganisation = lazy(() =>
  shape({ id: uuid, live_key: anyText, test_key: anyText, default_brand_id: uuid }),
);

/** Organisations: their plan, members and confirmed addresses. `default` names the first one. */
export const organisationRoutes = (first: string): readonly ControlRoute[] => [
  route({
    method: 'POST',
    path: '/_emulator/organisations',
    summary: 'Create an organisation with a live key, a test key and a default brand',
    body: request({
      name: optional(text(200), 'Another'),
      plan: optional(plan, 'paid'),
      members: optional(addresses, []),
      confirmed_addresses: optional(addresses, []),
    }),
    status: 201,
    answer: createdOrganisation,
    async handle({ service, body }) {
      const made = await service.store.commit(() => createOrganisation(service, { ...body, brand: body.name }));
      return {
        id: made.organisation.id,
        live_key: made.live.key,
        test_key: made.test.key,
        default_brand_id: made.brand.id,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/_emulator/organisations/{organisationId}',
    summary: 'Read an organisation',
    body: null,
    answer: organisation,
    handle: ({ service, parameters }) => find(service, parameters['organisationId'] ?? '', first),
  }),
  route({
    method: 'PATCH',
    path: '/_emulator/organisations/{organisationId}',
    summary: 'Change the plan, the members or the confirmed addresses of an organisation',
    body: request({
      plan: optional(plan),
      members: optional(addresses),
      confirmed_addresses: optional(addresses),
    }),
    answer: organisation,
    handle({ service, parameters, body }) {
      const before = find(service, parameters['organisationId'] ?? '', first);
      const lower = (list: readonly string[]): string[] => list.map((address) => address.toLowerCase());
      const after: Organisation = {
        ...before,
        plan: body.plan ?? before.plan,
        members: lower(body.members ?? before.members),
        confirmed_addresses: lower(body.confirmed_addresses ?? before.confirmed_addresses),
      };
      organisationRepository(service.store.sql).update(after);
      return after;
    },
  }),
];

function find(service: Service, id: string, first: string): Organisation {
  const found = organisationRepository(service.store.sql).find(id === 'default' ? first : id);
  if (found === null) throw notFound();
  return found;
}

const createdKey = lazy(() =>
  shape({ id: uuid, key: anyText, prefix: anyText, mode: anyText, scopes: listOf(anyText) }),
);

/** API keys, which the service creates only in its settings. `first` is the default organisation of a key. */
export const keyRoutes = (first: string): readonly ControlRoute[] => [
  route({
    method: 'POST',
    path: '/_emulator/keys',
    summary: 'Create an API key; the key is shown once',
    body: request({
      mode: oneOf(['live', 'test']),
      scopes: optional(listOf(oneOf(Object.keys(scopes) as Scope[])), []),
      revoked: optional(flag, false),
      owner_removed: optional(flag, false),
      organisation_id: optional(uuid),
    }),
    status: 201,
    answer: createdKey,
    async handle({ service, body }) {
      const organisation = organisationRepository(service.store.sql).find(body.organisation_id ?? first);
      if (organisation === null) throw notFound();
      const options = { ...body, organisation_id: organisation.id };
      const { id, key, prefix, mode, scopes: held } = await service.store.commit(() => mintKey(service, options));
      return { id, key, prefix, mode, scopes: held };
    },
  }),
];
