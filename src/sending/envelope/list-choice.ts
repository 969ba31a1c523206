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
  if (waitingFor !== undefined && ![...names, ...addressesOf(seen)].some((text) => has(text, waitingFor))) return false;
  if (late !== undefined && (seen === undefined || !isLate(seen, late, now))) return false;
  if (search === undefined) return true;
  return (
    [seen?.title ?? '', ...(seen?.names ?? []), ...names].some((text) => has(text, search)) || id.startsWith(search)
  );
}

/** The addresses of those whose turn it is. */
const addressesOf = (seen: SeenEnvelope | undefined): readonly string[] =>
  (seen?.recipients ?? [])
    .filter(({ role, name }) => seen?.turn.some((turn) => turn.role === role && turn.name === name))
    .map(({ email }) => email);

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Waiting for the same people for at least `late` milliseconds, or with less than a day until the deadline. */
export function isLate(seen: SeenEnvelope, late: number, now: number): boolean {
  if (seen.status === null || !openEnvelopeStates.includes(seen.status)) return false;
  const { since, expiresAt } = seen;
  if (expiresAt !== null && Date.parse(expiresAt) - now < lastDay) return true;
  return since != null && now - Date.parse(since.at) >= late;
}

/** Those who wait longest come first, those of one minute as they were created, then the others in their order. */
export const waitingFirst = <T extends { readonly seen: SeenEnvelope | undefined }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => minuteOf(a) - minuteOf(b) || createdOf(a) - createdOf(b) || 0);

/** Lists show minutes. A finite number, so that a difference is one. */
const minuteOf = ({ seen }: { readonly seen: SeenEnvelope | undefined }): number =>
  seen?.since == null ? Number.MAX_SAFE_INTEGER : Math.floor(Date.parse(seen.since.at) / 60_000);

const createdOf = ({ seen }: { readonly seen: SeenEnvelope | undefined }): number =>
  seen?.since == null || seen.createdAt === null ? 0 : Date.parse(seen.createdAt);
