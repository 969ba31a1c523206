import { json } from '../http/exchange.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { settingsRepository } from '../store/settings-repository.js';
import type { ControlRoute } from './route.js';

/** Facts about this emulator, for programs that find it running. */
export interface StatusParts {
  readonly version: string;
  readonly pid: number;
  /** The data file; null for a temporary one. */
  readonly data: string | null;
  /** Deletes the data of the service (see `resetStore`) and its counters and faults. */
  readonly reset: () => void;
}

export const statusRoutes = ({ version, pid, data, reset }: StatusParts): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/status',
    summary: 'Show the status of this emulator',
    body: null,
    handle({ service }) {
      const { clock, settings, store } = service;
      const first = organisationRepository(store.sql).find(settingsRepository(store.sql).firstOrganisation() ?? '');
      return json(200, {
        url: settings.baseUrl,
        version,
        pid,
        clock: { now: clock.instant(), frozen: clock.frozen },
        strict: settings.strict,
        data,
        organisation: first === null ? null : { id: first.id, plan: first.plan },
      });
    },
  },
  {
    method: 'POST',
    path: '/_emulator/reset',
    summary: 'Delete all data except the first organisation, its two keys and its brands',
    body: null,
    handle() {
      reset();
      return { status: 204 };
    },
  },
];
