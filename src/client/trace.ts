import type { HeaderPair } from '../core/http/headers.js';
import { maskKey, type Mask } from './mask.js';
import type { RateBudget } from './rate-budget.js';

/** The events of a request, for `--debug`. */
export type TraceEvent =
  | {
      readonly kind: 'sent';
      readonly method: string;
      readonly url: string;
      readonly attempt: number;
      readonly headers: readonly HeaderPair[];
      readonly body: unknown;
    }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly milliseconds: number;
      readonly rate: RateBudget | undefined;
      readonly now: number;
      readonly body: unknown;
      readonly hidden: readonly string[];
    }
  | { readonly kind: 'broke'; readonly message: string; readonly milliseconds: number }
  | { readonly kind: 'waiting'; readonly milliseconds: number; readonly why: string }
  | { readonly kind: 'note'; readonly text: string };

const shownHeaders = new Set(['authorization', 'idempotency-key', 'if-match']);
const maxBodyLength = 2_000;

/**
 * The lines of one event, secrets masked. Lines to the service start with `>`, lines from it with `<`. Bodies contain
 * personal data, so without `withBodies` only their size is shown: traces end up in CI logs.
 */
export function traceLines(event: TraceEvent, mask: Mask, withBodies: boolean): string[] {
  switch (event.kind) {
    case 'sent':
      return [
        `> ${event.method} ${mask.text(event.url)} (attempt ${event.attempt})`,
        ...event.headers
          .filter(([name]) => shownHeaders.has(name.toLowerCase()))
          .map(([name, value]) => `> ${name}: ${isCredential(name) ? showHeader(name, value) : mask.text(value)}`),
        ...bodyLines('>', event.body, mask, withBodies, []),
      ];
    case 'answered':
      return [
        `< ${event.status} in ${Math.round(event.milliseconds)} ms${budgetWords(event.rate, event.now)}`,
        ...bodyLines('<', event.body, mask, withBodies, event.hidden),
      ];
    case 'broke':
      return [`< no response after ${Math.round(event.milliseconds)} ms: ${mask.text(event.message)}`];
    case 'waiting':
      return [`- waiting ${(event.milliseconds / 1000).toFixed(1)} s: ${mask.text(event.why)}`];
    case 'note':
      return [`- ${mask.text(event.text)}`];
  }
}

/** A header for display: the credential is reduced to its prefix. */
export function showHeader(name: string, value: string): string {
  if (!isCredential(name)) return value;
  return value.startsWith('Bearer ') ? `Bearer ${maskKey(value.slice('Bearer '.length))}` : '***';
}

const isCredential = (name: string): boolean => name.toLowerCase() === 'authorization';

function budgetWords(rate: RateBudget | undefined, now: number): string {
  if (rate === undefined) return '';
  const of = rate.limit === undefined ? '' : ` of ${rate.limit}`;
  return `; ${rate.remaining}${of} requests left for ${Math.max(0, Math.ceil((rate.resetsAt - now) / 1000))} s`;
}

function bodyLines(
  mark: '>' | '<',
  body: unknown,
  mask: Mask,
  withBodies: boolean,
  hidden: readonly string[],
): string[] {
  if (body === undefined) return [];
  if (!withBodies)
    return [`${mark} (body of ${JSON.stringify(body)?.length ?? 0} characters; --debug-bodies shows it)`];
  const text = mask.text(JSON.stringify(mask.json(body, hidden)) ?? '');
  return [
    `${mark} ${text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}… (${text.length} characters)` : text}`,
  ];
}
