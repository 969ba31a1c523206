import { waitingSince } from '../dashboard/shown-state.js';
import { isOpen } from '../domain/envelope.js';
import { whoseTurn } from '../domain/routing.js';
import { overviewRepository } from '../store/overview-repository.js';
import { waitingList } from './answers.js';
import { type ControlRoute, limitOf, pageOf, route } from './route.js';

/** Who is asked to sign: for a screen that signs in their place. */
export const waitingRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/waiting',
    summary: 'List the envelopes that wait for a recipient, newest first',
    query: { limit: 'the maximum number of results' },
    body: null,
    answer: waitingList,
    handle({ service, query }) {
      const max = limitOf(query);
      const overview = overviewRepository(service.store.sql);
      const all = { text: null, sealed: null, before: null, max: max + 1 };
      const now = service.clock.now();
      const found = (['sent', 'partially_signed'] as const)
        .flatMap((status) => overview.envelopes({ ...all, status }))
        .toSorted((one, other) => other.position - one.position)
        .flatMap(({ envelope }) => {
          const turn = isOpen(envelope, now) ? whoseTurn(envelope) : null;
          const since = waitingSince(envelope);
          if (turn === null || since === null) return [];
          const recipient = { id: turn.id, role: turn.role, name: turn.name };
          return [{ id: envelope.id, title: envelope.title, recipient, since }];
        });
      return pageOf(found, max);
    },
  }),
];
