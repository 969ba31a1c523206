import { answer, anyText, flag, instant, listOf, oneOf, request } from '../../contract/schema.js';
import type { Scheduler } from '../delivery/scheduler.js';
import { Refusal } from '../domain/refusal.js';
import type { First } from '../provision.js';
import { json } from '../http/exchange.js';
import type { Service } from '../service.js';
import { apiKeyRepository } from '../store/api-key-repository.js';
import {
  type Place,
  restoreSnapshot,
  type Snapshot,
  snapshotFormat,
  SnapshotRefused,
  takeSnapshot,
} from '../store/snapshot.js';
import { routeWithBody, type ControlRoute } from './route.js';

export interface SnapshotParts {
  readonly scheduler: Scheduler;
  readonly first: First;
  /** Resets counters and faults, which belong to the replaced data. */
  readonly forget: () => void;
}

const body = request({
  format: oneOf([snapshotFormat]),
  schema: listOf(anyText),
  clock: request({ frozen: flag, at: instant }),
  tables: answer({}),
  sequences: answer({}),
  files: answer({}),
});

/** Exports all stored data as one value, and restores it. */
export const snapshotRoutes = ({ scheduler, first, forget }: SnapshotParts): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/snapshot',
    summary: 'Return all stored data and the clock as a snapshot to restore; it contains secrets',
    body: null,
    handle: ({ service }) =>
      scheduler.exclusively(() => {
        const { clock, store } = service;
        const clockNow = { frozen: clock.frozen, at: clock.instant() };
        return json(200, takeSnapshot(store, placeOf(service, first), clockNow));
      }),
  },
  routeWithBody({
    method: 'POST',
    path: '/_emulator/restore',
    summary: 'Replace all stored data with a snapshot; the two initial keys stay',
    body,
    handle: async ({ service, body: given }) => {
      await scheduler.exclusively(() => {
        restore(service, first, given as Snapshot);
        scheduler.place(Date.parse(given.clock.at), given.clock.frozen);
        forget();
      });
      return { status: 204 };
    },
  }),
];

function restore(service: Service, first: First, snapshot: Snapshot): void {
  try {
    restoreSnapshot(service.store, placeOf(service, first), snapshot);
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new Refusal('invalid_request', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
  }
}

function placeOf({ store, settings }: Service, { keys, organisationId, brandId }: First): Place {
  const known = apiKeyRepository(store.sql);
  const ids = [keys.live, keys.test].map((key) => known.findBySecret(key)?.id ?? '');
  return { organisation: organisationId, brand: brandId, address: settings.baseUrl, keys: ids };
}
