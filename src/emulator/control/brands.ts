import { anyText, flag, listOf, optional, request, rule, text, uuid, shape } from '../../contract/schema.js';
import { isBareOrigin, type Brand } from '../domain/organisation.js';
import { notFound } from '../domain/refusal.js';
import { invalidateBrand } from '../handlers/authorisations.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { brand, brandList } from './answers.js';
import { type ControlRoute, envelopeNamed, route } from './route.js';
import { lazy } from '../../core/platform/lazy.js';

const origins = listOf(rule(anyText, isBareOrigin, 'must be a bare origin'));
const name = text(200);

/** Brands and their registered origins, which are part of the service's settings. */
export const brandRoutes = (first: string): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/brands',
    summary: 'List the brands of every organisation',
    body: null,
    answer: brandList,
    handle: ({ service }) => ({ data: organisationRepository(service.store.sql).allBrands() }),
  }),
  route({
    method: 'POST',
    path: '/_emulator/brands',
    summary: 'Create a brand',
    body: request({
      name,
      origins: optional(origins, []),
      archived: optional(flag, false),
      organisation_id: optional(uuid),
    }),
    status: 201,
    answer: brand,
    handle({ service, body }) {
      const organisations = organisationRepository(service.store.sql);
      const organisation = organisations.find(body.organisation_id ?? first);
      if (organisation === null) throw notFound();
      const brand: Brand = {
        id: service.random.uuid(),
        organisation_id: organisation.id,
        name: body.name,
        is_default: false,
        archived: body.archived,
        origins: body.origins,
      };
      organisations.insertBrand(brand);
      return brand;
    },
  }),
  route({
    method: 'PATCH',
    path: '/_emulator/brands/{brandId}',
    summary: 'Rename or archive a brand, which invalidates its authorisations, or change its origins',
    body: request({ name: optional(name), origins: optional(origins), archived: optional(flag) }),
    answer: brand,
    handle: ({ service, parameters, body }) =>
      service.store.commit(() => {
        const organisations = organisationRepository(service.store.sql);
        const before = organisations.brand(parameters['brandId'] ?? '');
        if (before === null) throw notFound();
        const after: Brand = {
          ...before,
          name: body.name ?? before.name,
          origins: body.origins ?? before.origins,
          archived: body.archived ?? before.archived,
        };
        organisations.updateBrand(after);
        if (after.name !== before.name) invalidateBrand(service, after.id, 'The brand was renamed.');
        if (after.archived && !before.archived) invalidateBrand(service, after.id, 'The brand was archived.');
        return after;
      }),
  }),
];

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
