import { Refusal } from '../domain/refusal.js';

/** Results in one response, by default and at most. */
const usualResults = 1000;
export const maxResults = 10_000;

/** The `limit` of a query: `usual` without one. Throws `invalid_request`. */
export const limitOf = (query: URLSearchParams, usual = usualResults): number =>
  numberOf(query, 'limit', 1, maxResults) ?? usual;

/** A whole number of a query; null without one. Throws `invalid_request`. */
export function numberOf(query: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Refusal('invalid_request', `${name} must be a whole number from ${min} to ${max}.`);
}

/** A page of what was found with one result more than `max`, which says that there are more. */
export const pageOf = <T>(
  found: readonly T[],
  max: number,
): { readonly data: readonly T[]; readonly more: boolean } => ({
  data: found.slice(0, max),
  more: found.length > max,
});
