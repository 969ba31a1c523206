import { hash } from 'node:crypto';
import { isObject } from '../../core/platform/json.js';
import type { Operation } from '../../contract/operation.js';
import type { EmulatorClock } from '../clock.js';
import { Refusal } from '../domain/refusal.js';
import { idempotencyRepository, type IdempotencyScope, type StoredReply } from '../store/idempotency-repository.js';
import type { Store } from '../store/store.js';

const hour = 60 * 60 * 1000;

/** A request that holds its key while it is in progress. */
export interface Reservation {
  /** Whether a response was stored. */
  readonly stored: boolean;
  /** Within the transaction of the change: stores the response for retries. */
  store(reply: Omit<StoredReply, 'fingerprint'>): void;
  /** Releases the key; after `store`, retries get the response. */
  end(): void;
}

/** The result for an Idempotency-Key: the stored response, or a reservation. */
export type Claim = { readonly replay: StoredReply } | { readonly reservation: Reservation };

export interface Idempotency {
  /** Throws idempotency_key_reused, or request_in_progress while the first request is running (Errors). */
  claim(scope: IdempotencyScope, fingerprint: string): Claim;
}

/** Keys are reserved in memory during a request, and stored together with its change. */
export function createIdempotency(store: Store, clock: EmulatorClock, keptHours: number): Idempotency {
  const rows = idempotencyRepository(store.sql);
  const running = new Map<string, string>();
  const oldest = (): number => clock.now() - keptHours * hour;
  return {
    claim(scope, fingerprint) {
      const name = JSON.stringify([scope.organisationId, scope.mode, scope.key]);
      const holder = running.get(name);
      const stored = rows.find(scope, oldest());
      if ((holder ?? stored?.fingerprint ?? fingerprint) !== fingerprint) {
        throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was already used for a different request.');
      }
      if (holder !== undefined) {
        throw new Refusal('request_in_progress', 'The first request with this Idempotency-Key is still in progress.');
      }
      if (stored !== null) return { replay: stored };
      running.set(name, fingerprint);
      let kept = false;
      const reservation: Reservation = {
        get stored() {
          return kept;
        },
        store(reply) {
          rows.insert(scope, { ...reply, fingerprint }, clock.now(), oldest());
          kept = true;
        },
        end: () => running.delete(name),
      };
      return { reservation };
    },
  };
}

/**
 * The identity of a request: method, path and the canonical body with defaults, without properties that the row omits
 * (POST void: the reason; A16). `parameters` are those of the path, in lower case.
 */
export function fingerprintOf(row: Operation, parameters: Readonly<Record<string, string>>, body: unknown): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? '');
  const kept = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => row.outsideFingerprint?.includes(name) !== true))
    : body;
  return hash('sha256', JSON.stringify([row.method, path, ordered(kept)]));
}

/** The value with sorted object properties; arrays keep their order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Readonly<Record<string, unknown>>;
  const sorted: Record<string, unknown> = {};
  // No name is one that every object inherits (json-body.ts).
  for (const name of Object.keys(source).toSorted()) sorted[name] = ordered(source[name]);
  return sorted;
}
