import { readEnd, readIntent, type Intent, type RecordedEnd, type RecordedRequest } from './entry.js';
import { readLine } from './ndjson.js';

/** The journal of versions before 2: a line for a request before it was sent, and another one for its outcome. */
export type FormerEntry =
  | ({ readonly kind: 'intent' } & Intent)
  | ({ readonly kind: 'settled'; readonly id: string } & RecordedEnd);

/** Parses one line; undefined for a blank, incomplete or foreign one. */
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

/** Joins requests with their outcomes, in order of recording. */
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
