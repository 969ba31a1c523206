import { readFile } from 'node:fs/promises';
import { readDeliveryEntry, type RecordedDelivery } from './deliveries-entry.js';
import type { RecordFile } from './deliveries-files.js';
import { Fold } from './deliveries-fold.js';

/**
 * Those whose own id, event id or envelope id is this, or whose own id begins with it, the oldest first. Looks at the
 * bytes and reads only the lines that matter, since most of the record is about others.
 */
export async function findDeliveries(files: readonly RecordFile[], id: string): Promise<RecordedDelivery[]> {
  const wanted = id.toLowerCase();
  const named = [`"id":"${wanted}`, `"eventId":"${id}"`, `"envelopeId":"${id}"`, `"envelopeId":"${wanted}"`];
  const first = await foldLines(files, new Set(named));
  const found = first
    .deliveries()
    .filter((each) => each.id.startsWith(wanted) || each.eventId === id || each.envelopeId?.toLowerCase() === wanted);
  if (found.every((each) => each.id.startsWith(wanted))) return found;
  // What became of them stands in lines that name nothing but their own ids.
  const ids = new Set(found.map((each) => each.id));
  const whole = await foldLines(files, new Set([...ids].map((each) => `"id":"${each}"`)));
  return whole.deliveries().filter((each) => ids.has(each.id));
}

async function foldLines(files: readonly RecordFile[], texts: ReadonlySet<string>): Promise<Fold> {
  const fold = new Fold();
  const needles = [...texts].map((text) => Buffer.from(text, 'utf8'));
  for (const { path, limit } of files) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined || bytes.length > limit) continue;
    const starts = new Set(needles.flatMap((needle) => linesWith(bytes, needle)));
    for (const from of [...starts].toSorted((one, other) => one - other)) {
      const end = bytes.indexOf(0x0a, from);
      const to = end === -1 ? bytes.length : end;
      const entry = readDeliveryEntry(bytes.toString('utf8', from, to));
      if (entry !== undefined) fold.add(entry, { file: path, offset: from, length: to - from });
    }
  }
  return fold;
}

/** Where the lines begin that hold these bytes. */
function linesWith(bytes: Buffer, needle: Buffer): readonly number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(needle); at !== -1;) {
    starts.push(bytes.lastIndexOf(0x0a, at) + 1);
    const end = bytes.indexOf(0x0a, at);
    at = end === -1 ? -1 : bytes.indexOf(needle, end);
  }
  return starts;
}
