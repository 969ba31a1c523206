import type { SeenEnvelope } from '../../store/envelope-states.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { ListedEnvelope } from './list-reader.js';

/** Which envelopes a list shows, and in which order. */
export interface ListChoice {
  readonly search?: string;
  readonly waitingFor?: string;
  /** Milliseconds; see `isLate`. */
  readonly late?: number;
}

/** How long people wait until an envelope counts as late, in milliseconds. */
export const usualLateMs = 3 * 86_400_000;

/** An open envelope is late on the last day before its deadline too. */
const lastDay = 86_400_000;

/** Whether a row fits the filters; one that was never read fits none. `now`: the service's time in milliseconds. */
export function fits({ id, seen }: ListedEnvelope, { search, waitingFor, late }: ListChoice, now: number): boolean {
  const names = seen?.turn.flatMap(({ name, role }) => [name, role]) ?? [];
  if (waitingFor !== undefined && !names.some((name) => has(name, waitingFor))) return false;
  if (late !== undefined && (seen === undefined || !isLate(seen, late, now))) return false;
  if (search === undefined) return true;
  return (
    [seen?.title ?? '', ...(seen?.names ?? []), ...names].some((text) => has(text, search)) || id.startsWith(search)
  );
}

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Waiting for the same people for at least `late` milliseconds, or with less than a day until the deadline. */
export function isLate(seen: SeenEnvelope, late: number, now: number): boolean {
  if (seen.status === null || !openEnvelopeStates.includes(seen.status)) return false;
  const { since, expiresAt } = seen;
  if (expiresAt !== null && Date.parse(expiresAt) - now < lastDay) return true;
  return since != null && now - Date.parse(since.at) >= late;
}

/** Those who wait longest come first, then the others in their order. */
export const waitingFirst = <T extends { readonly seen: SeenEnvelope | undefined }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => sinceOf(a) - sinceOf(b) || 0);

/** A finite number, so that a difference is one. */
const sinceOf = ({ seen }: { readonly seen: SeenEnvelope | undefined }): number =>
  seen?.since == null ? Number.MAX_SAFE_INTEGER : Date.parse(seen.since.at);
