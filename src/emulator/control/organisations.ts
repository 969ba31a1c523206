import { email, listOf, oneOf, optional, request, text } from '../../contract/schema.js';
import type { Organisation } from '../domain/organisation.js';
import { notFound } from '../domain/refusal.js';
import { createOrganisation } from '../provision.js';
import { json } from '../http/exchange.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { routeWithBody, type ControlRoute } from './route.js';

const plan = oneOf(['free', 'paid', 'unknown']);
const addresses = listOf(email);

/** Organisations: their plan, members and confirmed addresses. `default` names the first one. */
export const organisationRoutes = (first: string): readonly ControlRoute[] => [
  routeWithBody({
    method: 'POST',
    path: '/_emulator/organisations',
    summary: 'Create an organisation with a live key, a test key and a default brand',
    body: request({
      name: optional(text(200), 'Another'),
      plan: optional(plan, 'paid'),
      members: optional(addresses, []),
      confirmed_addresses: optional(addresses, []),
    }),
    async handle({ service, body }) {
      const made = await service.store.commit(() => createOrganisation(service, { ...body, brand: body.name }));
      return json(201, {
        id: made.organisation.id,
        live_key: made.live.key,
        test_key: made.test.key,
        default_brand_id: made.brand.id,
      });
    },
  }),
  {
    method: 'GET',
    path: '/_emulator/organisations/{organisationId}',
    summary: 'Read an organisation',
    body: null,
    handle: ({ service, parameters }) => json(200, find(service, parameters['organisationId'] ?? '', first)),
  },
  routeWithBody({
    method: 'PATCH',
    path: '/_emulator/organisations/{organisationId}',
    summary: 'Change the plan, the members or the confirmed addresses of an organisation',
    body: request({
      plan: optional(plan),
      members: optional(addresses),
      confirmed_addresses: optional(addresses),
    }),
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
      return json(200, after);
    },
  }),
];

function find(service: Service, id: string, first: string): Organisation {
  const found = organisationRepository(service.store.sql).find(id === 'default' ? first : id);
  if (found === null) throw notFound();
  return found;
}
