import { flag, listOf, oneOf, optional, request, uuid } from '../../contract/schema.js';
import { scopes, type Scope } from '../../contract/scopes.js';
import { notFound } from '../domain/refusal.js';
import { mintKey } from '../provision.js';
import { json } from '../http/exchange.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { routeWithBody, type ControlRoute } from './route.js';

/** API keys, which the service creates only in its settings. `first` is the default organisation of a key. */
export const keyRoutes = (first: string): readonly ControlRoute[] => [
  routeWithBody({
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
    async handle({ service, body }) {
      const organisation = organisationRepository(service.store.sql).find(body.organisation_id ?? first);
      if (organisation === null) throw notFound();
      const options = { ...body, organisation_id: organisation.id };
      const { id, key, prefix, mode, scopes: held } = await service.store.commit(() => mintKey(service, options));
      return json(201, { id, key, prefix, mode, scopes: held });
    },
  }),
];
