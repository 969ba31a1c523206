import { lazy } from '../../core/platform/lazy.js';
import { anyText, flag, listOf, optional, request, rule, shape, uuid } from '../../contract/schema.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { isBareOrigin } from '../domain/organisation.js';
import { envelopeNamed } from './envelope-named.js';
import { type ControlRoute, route } from './route.js';

const origin = rule(anyText, isBareOrigin, 'must be a bare origin');

const changedOrigins = lazy(() => shape({ brand_id: uuid, origins: listOf(anyText), changed: flag }));

/** The origins that may embed the signing page of an envelope, for callers that do not know the brand. */
export const framingRoutes: readonly ControlRoute[] = [
  route({
    method: 'POST',
    path: '/_emulator/envelopes/{envelopeId}/origins',
    summary: 'Register an origin for the brand of an envelope, or remove it with registered: false',
    body: request({ origin, registered: optional(flag, true) }),
    answer: changedOrigins,
    handle: ({ service, parameters, body }) =>
      service.store.commit(() => {
        const organisations = organisationRepository(service.store.sql);
        const brand = organisations.brand(envelopeNamed(service, parameters['envelopeId']).brand_id);
        if (brand === null) throw new Error('an envelope without its brand');
        const others = brand.origins.filter((each) => each !== body.origin);
        const origins = body.registered ? [...others, body.origin] : others;
        const changed = body.registered !== brand.origins.includes(body.origin);
        if (changed) organisations.updateBrand({ ...brand, origins });
        return { brand_id: brand.id, origins: changed ? origins : brand.origins, changed };
      }),
  }),
];
