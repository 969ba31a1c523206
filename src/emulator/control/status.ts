import { flag, optional, request } from '../../contract/schema.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { settingsRepository } from '../store/settings-repository.js';
import { emulatorStatus } from './answers.js';
import { type ControlRoute, route } from './route.js';

/** Facts about this emulator, for programs that find it running. */
export interface StatusParts {
  readonly version: string;
  readonly pid: number;
  /** The data file; null for a temporary one. */
  readonly data: string | null;
  /** Deletes the data of the service (see `resetStore`) and its counters and faults. */
  readonly reset: () => void;
  /** Deletes the data, and lets the clock run from the time of this machine. */
  readonly resetClock: () => Promise<void>;
}

export const statusRoutes = ({ version, pid, data, reset, resetClock }: StatusParts): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/status',
    summary: 'Show the status of this emulator',
    body: null,
    answer: emulatorStatus,
    handle({ service }) {
      const { clock, settings, store } = service;
      const first = organisationRepository(store.sql).find(settingsRepository(store.sql).firstOrganisation() ?? '');
      return {
        url: settings.baseUrl,
        version,
        pid,
        clock: { now: clock.instant(), frozen: clock.frozen },
        strict: settings.strict,
        ask: settings.ask,
        data,
        organisation: first === null ? null : { id: first.id, plan: first.plan },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/reset',
    summary:
      'Delete all data except the first organisation, its two keys and its brands; with clock: true also let the clock ' +
      'run from the time of this machine',
    body: request({ clock: optional(flag, false) }),
    answer: null,
    async handle({ body }) {
      reset();
      if (body.clock) await resetClock();
    },
  }),
];
