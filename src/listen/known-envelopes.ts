import { isUuid } from '../contract/check.js';
import type { RecordedRequest } from '../journal/entry.js';

const within = 30 * 24 * 60 * 60 * 1000;
const creating = ['createEnvelope', 'createOneOffEnvelope'];

/**
 * The envelopes that this machine's writes name, the latest last: made by them, or in their path. The service has no list
 * of envelopes, so this is all that is known without being told.
 */
export function envelopesOf(requests: readonly RecordedRequest[], host: string, now: number): readonly string[] {
  const found = new Set<string>();
  for (const { at, operation, path, settled, host: to } of requests) {
    if (to !== host || now - Date.parse(at) > within) continue;
    const named = /\/envelopes\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1];
    const made = creating.includes(operation) ? settled?.resource : undefined;
    const rows = operation === 'createEnvelopeBatch' ? (settled?.resources ?? []) : [];
    for (const id of [named, made, ...rows]) {
      if (id === undefined || !isUuid(id)) continue;
      // The latest mention counts.
      found.delete(id);
      found.add(id);
    }
  }
  return [...found];
}
