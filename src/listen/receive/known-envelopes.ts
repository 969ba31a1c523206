import type { RecordedRequest } from '../../store/entry.js';
import { envelopesActedOn, envelopesMadeBy } from '../../store/envelopes.js';

const within = 30 * 24 * 60 * 60 * 1000;

/** The envelopes in this machine's requests of the last month, the latest mention last. */
export function envelopesOf(requests: readonly RecordedRequest[], host: string, now: number): readonly string[] {
  const found = new Set<string>();
  for (const request of requests) {
    if (request.host !== host || now - Date.parse(request.at) > within) continue;
    for (const id of [...envelopesActedOn(request), ...envelopesMadeBy(request)]) {
      // The latest mention counts.
      found.delete(id);
      found.add(id);
    }
  }
  return [...found];
}
