import { isInstant, isUuid } from '../../contract/schema.js';
import type { Operation } from '../../contract/operation.js';
import { hiddenIn, type Mask } from '../../client/mask.js';
import { showHeader } from '../../client/trace.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { parseJson } from '../../core/platform/json.js';
import type { ShownExchange } from './outcome.js';
import type { RawAnswer, RawRequest } from './transport.js';

const shownHeaders = /^(?:content-type|location|etag|retry-after|www-authenticate)$|ratelimit|idempot|replay/i;

/** An exchange without the key and without what an answer gives away once. */
export function showExchange(row: Operation, request: RawRequest, answer: RawAnswer | null, mask: Mask): ShownExchange {
  const isSecret = row.secretAnswer || hiddenIn(row).length > 0;
  const sent = request.body === undefined ? undefined : parseJson(request.body);
  const said = new Set(textsIn(sent));
  return {
    request: {
      method: request.method,
      url: mask.text(request.url.href),
      headers: asObject(request.headers, (name, value) => mask.text(showHeader(name, value))),
      body: sent === undefined ? null : mask.json(sent),
    },
    answer:
      answer === null
        ? null
        : {
            status: answer.status,
            headers: asObject(
              answer.headers.pairs.filter(([name]) => shownHeaders.test(name)).slice(0, 20),
              (_, value) => mask.text(value.slice(0, 200)),
            ),
            body: mask.json(bounded(isSecret && answer.status < 300 ? withoutTexts(answer.json, said) : answer.json)),
          },
  };
}

const asObject = (
  pairs: readonly HeaderPair[],
  show: (name: string, value: string) => string,
): Readonly<Record<string, string>> => Object.fromEntries(pairs.map(([name, value]) => [name, show(name, value)]));

const maxEntries = 50;

/** The beginning of what a server may make as long as it likes. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > 12) return '…';
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((item: unknown) => bounded(item, depth + 1));
  const entries: [string, unknown][] = Object.entries(value).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, 100), bounded(item, depth + 1)]));
}

/** A secret may stand under any name, so that only what is surely none stays. */
function withoutTexts(value: unknown, said: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return isUuid(value) || isInstant(value) || said.has(value) ? value : '***';
  if (typeof value !== 'object' || value === null || depth > 12) return typeof value === 'object' ? null : value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item, said, depth + 1));
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutTexts(item, said, depth + 1)]));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
