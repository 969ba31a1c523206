import { lazy } from '../../core/platform/lazy.js';
import { anyText, flag, listOf, oneOf, optional, request, shape, uuid } from '../../contract/schema.js';
import { scopes, type Scope } from '../../contract/scopes.js';
import { notFound } from '../domain/refusal.js';
import { mintKey } from '../provision.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { type ControlRoute, route } from './route.js';

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
