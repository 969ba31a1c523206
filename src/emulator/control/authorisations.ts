import { nullable, optional, request, text } from '../../contract/schema.js';
import { authorisation } from '../../contract/resources/authorisation.js';
import { limits } from '../../contract/limits.js';
import { authorisationBody, type StandingAuthorisation } from '../domain/authorisation.js';
import { missing } from '../domain/refusal.js';
import { declineAuthorisation, grantAuthorisation } from '../handlers/authorisations.js';
import type { Service } from '../service.js';
import { authorisationRepository } from '../store/authorisation-repository.js';
import { type ControlRoute, route } from './route.js';

/** Actions of grantors. */
export const authorisationRoutes: readonly ControlRoute[] = [
  route({
    method: 'POST',
    path: '/_emulator/authorisations/{authorisationId}/grant',
    summary: 'Sign a mandate as its grantor',
    body: request({}),
    answer: authorisation,
    handle: ({ service, parameters }) =>
      service.store.commit(() =>
        authorisationBody(grantAuthorisation(service, find(service, parameters['authorisationId'] ?? ''))),
      ),
  }),
  route({
    method: 'POST',
    path: '/_emulator/authorisations/{authorisationId}/decline',
    summary: 'Decline a mandate as its grantor',
    body: request({ reason: optional(nullable(text(limits.authorisationReasonLength)), null) }),
    answer: authorisation,
    handle: ({ service, parameters, body }) =>
      service.store.commit(() => {
        const own = find(service, parameters['authorisationId'] ?? '');
        return authorisationBody(declineAuthorisation(service, own, body.reason));
      }),
  }),
];

function find(service: Service, id: string): StandingAuthorisation {
  const own = authorisationRepository(service.store.sql).get(id);
  if (own === null) throw missing('Authorisation not found.');
  return own;
}
