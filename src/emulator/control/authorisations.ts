import { nullable, optional, request, text } from '../../contract/schema.js';
import { limits } from '../../contract/limits.js';
import { authorisationBody, type StandingAuthorisation } from '../domain/authorisation.js';
import { missing } from '../domain/refusal.js';
import { declineAuthorisation, grantAuthorisation } from '../handlers/authorisation-acts.js';
import { json } from '../http/exchange.js';
import type { Service } from '../service.js';
import { authorisationRepository } from '../store/authorisation-repository.js';
import { routeWithBody, type ControlRoute } from './route.js';

/** Actions of grantors. */
export const authorisationRoutes: readonly ControlRoute[] = [
  routeWithBody({
    method: 'POST',
    path: '/_emulator/authorisations/{authorisationId}/grant',
    summary: 'Sign a mandate as its grantor',
    body: request({}),
    handle: ({ service, parameters }) =>
      service.store.commit(() =>
        json(200, authorisationBody(grantAuthorisation(service, find(service, parameters['authorisationId'] ?? '')))),
      ),
  }),
  routeWithBody({
    method: 'POST',
    path: '/_emulator/authorisations/{authorisationId}/decline',
    summary: 'Decline a mandate as its grantor',
    body: request({ reason: optional(nullable(text(limits.authorisationReasonLength)), null) }),
    handle: ({ service, parameters, body }) =>
      service.store.commit(() => {
        const own = find(service, parameters['authorisationId'] ?? '');
        return json(200, authorisationBody(declineAuthorisation(service, own, body.reason)));
      }),
  }),
];

function find(service: Service, id: string): StandingAuthorisation {
  const own = authorisationRepository(service.store.sql).get(id);
  if (own === null) throw missing('Authorisation not found.');
  return own;
}
