import { Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import type { ListPage } from './shapes.js';

/** Rows of a page. */
const pageSize = 50;
/** What is read for a page: one row more shows that an older page follows. */
export const readSize = pageSize + 1;
const maxText = 200;

/** A page of a list from its rows, newest first, of which the last one may belong to the next page. */
export function pageOf<Found extends { readonly position: number }, Row>(
  { clock }: Pick<Service, 'clock'>,
  found: readonly Found[],
  total: number,
  rowOf: (found: Found) => Row,
): ListPage<Row> {
  const shown = found.slice(0, pageSize);
  return {
    now: clock.instant(),
    data: shown.map(rowOf),
    total,
    next: found.length > pageSize ? (shown.at(-1)?.position ?? null) : null,
  };
}

/** The `before` of a query. Throws invalid_request. */
export function positionOf(query: URLSearchParams): number | null {
  const text = query.get('before');
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw new Refusal('invalid_request', 'before must be a whole number.');
  return Number(text);
}

/** The text that a query searches for, or null. */
export function searchOf(query: URLSearchParams): string | null {
  const text = (query.get('q') ?? '').trim().slice(0, maxText).replaceAll('\0', '');
  return text === '' ? null : text;
}
