import { anyText, flag, listOf, optional, request, rule, text, uuid } from '../../contract/schema.js';
import { isBareOrigin, type Brand } from '../domain/organisation.js';
import { notFound } from '../domain/refusal.js';
import { invalidateBrand } from '../handlers/authorisations.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { brand, brandList } from './answers.js';
import { type ControlRoute, route } from './route.js';

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
