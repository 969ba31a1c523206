import type { RecordedDelivery } from './deliveries-entry.js';
import type { DeliverySizes } from './deliveries-files.js';
import type { RecordLine } from './deliveries-line.js';
import { RecordSnapshot } from './deliveries-snapshot.js';

/**
 * Those whose own id, event id or envelope id is this, or whose own id begins with it, the oldest first. Parses only
 * lines that contain it, since most of the record is about others.
 */
export async function findDeliveries(folder: string, sizes: DeliverySizes, id: string): Promise<RecordedDelivery[]> {
  const record = await RecordSnapshot.open(folder, sizes);
  try {
    const ids = idsOf(record, id);
    // What became of them is in lines that name nothing but their own ids.
    return ids.size === 0 ? [] : record.deliveries(ids);
  } finally {
    record.close();
  }
}

function idsOf(record: RecordSnapshot, id: string): ReadonlySet<string> {
  const wanted = id.toLowerCase();
  const ids = new Set<string>();
  const visit = (line: RecordLine): void => {
    if (line.kind !== 'got') return;
    const { eventId, envelopeId } = line.subject;
    if (eventId === id || envelopeId?.toLowerCase() === wanted || line.id.startsWith(wanted)) ids.add(line.id);
  };
  // The service writes IDs of envelopes in one case.
  record.scan(visit, new Set([id, wanted, id.toUpperCase()]));
  return ids;
}

/** IDs of envelopes that begin with this, from verified deliveries, in lower case. */
export async function findEnvelopes(folder: string, sizes: DeliverySizes, begun: string): Promise<ReadonlySet<string>> {
  const record = await RecordSnapshot.open(folder, sizes);
  const ids = new Set<string>();
  try {
    record.scan((line) => {
      const id = line.kind === 'got' ? line.subject.envelopeId?.toLowerCase() : undefined;
      if (id === undefined || !id.startsWith(begun.toLowerCase()) || ids.has(id)) return;
      const entry = line.entry();
      if (entry?.kind === 'got' && entry.verdict.ok) ids.add(id);
    });
    return ids;
  } finally {
    record.close();
  }
}
