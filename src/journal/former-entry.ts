import { readEnd, readIntent, type Intent, type RecordedEnd, type RecordedRequest } from './entry.js';
import { readLine } from './ndjson.js';

/** The record as versions before 2 wrote it: a line for a write before it left, and another one for how it ended. */
export type FormerEntry =
  | ({ readonly kind: 'intent' } & Intent)
  | ({ readonly kind: 'settled'; readonly id: string } & RecordedEnd);

/** Reads one line; undefined for a blank, torn or foreign one. */
export function readFormerEntry(line: string): FormerEntry | undefined {
  const fields = readLine(line);
  if (fields?.['kind'] === 'intent') {
    const intent = readIntent(fields);
    return intent === undefined ? undefined : { kind: 'intent', ...intent };
  }
  const [id, end] = [fields?.['id'], readEnd(fields)];
  if (fields?.['kind'] !== 'settled' || typeof id !== 'string' || end === undefined) return undefined;
  return { kind: 'settled', id, ...end };
}

/** Joins writes with their ends, in the order in which they were recorded. */
export function joinFormer(entries: readonly FormerEntry[]): RecordedRequest[] {
  const requests = new Map<string, RecordedRequest>();
  for (const entry of entries) {
    const { kind, ...fields } = entry;
    if (kind === 'intent') {
      if (!requests.has(entry.id)) requests.set(entry.id, { ...(fields as Intent), settled: undefined });
      continue;
    }
    const request = requests.get(entry.id);
    const { id: _id, ...end } = fields as { readonly id: string } & RecordedEnd;
    if (request !== undefined) requests.set(entry.id, { ...request, settled: end });
  }
  return [...requests.values()];
}
