import { readCheckpoint, writeCheckpoint } from '../journal/deliveries-checkpoint.js';
import { type DeliveryEntry, readDeliveryEntry } from '../journal/deliveries-entry.js';
import { deliverySizes, recordFiles } from '../journal/deliveries-files.js';
import { foldersOf, ownerOf } from '../journal/deliveries-owner.js';
import { deliveriesFolder } from '../journal/deliveries-read.js';
import { readLines } from '../journal/segments.js';
import type { Report } from './report.js';
import { rewriteLines } from './rewrite.js';
import type { Subject } from './subject.js';

/** Finds the deliveries about the subject, and adds the envelopes named in them. */
export async function deliveriesAbout(stateDir: string, subject: Subject): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { path, limit } of recordFiles(deliveriesFolder(stateDir), deliverySizes)) {
    for (const { line } of await readLines(path, limit)) {
      const entry = readDeliveryEntry(line);
      if (entry?.kind !== 'got') continue;
      const isNamed = subject.isIn(bodyOf(entry));
      if (isNamed) subject.addEnvelope(entry.envelopeId);
      if (isNamed || subject.isEnvelope(entry.envelopeId) || subject.isOld(entry.at)) found.add(entry.id);
    }
  }
  return found;
}

/**
 * Deletes deliveries, verified or rejected. The hash of an event ID is stored separately, so that an event is not
 * forwarded twice. Deleted bytes are replaced with spaces, because other records refer to offsets in the file.
 */
export async function forgetDeliveries(
  stateDir: string,
  subject: Subject,
  { removed }: Report,
  apply: boolean,
): Promise<void> {
  const folder = deliveriesFolder(stateDir);
  const found = await deliveriesAbout(stateDir, subject);
  removed.deliveries += found.size;
  if (!apply) return;
  for await (const { path } of recordFiles(folder, deliverySizes)) {
    await rewriteLines(
      path,
      (line) => {
        const entry = readDeliveryEntry(line);
        return entry !== undefined && found.has(entry.id) ? 'drop' : 'keep';
      },
      { apply, inPlace: true },
    );
  }
  for (const path of await foldersOf(folder)) {
    // A running listener writes it again from memory.
    if ((await ownerOf(path)) !== 'gone') continue;
    const before = await readCheckpoint(path);
    const envelopes = new Map([...before.envelopes].filter(([id]) => !subject.isEnvelope(id)));
    const open = new Map([...before.open].filter(([id]) => !found.has(id)));
    if (envelopes.size === before.envelopes.size && open.size === before.open.size) continue;
    await writeCheckpoint(path, { ...before, envelopes, open });
  }
}

const bodyOf = ({ body }: DeliveryEntry & { readonly kind: 'got' }): string =>
  body === null ? '' : Buffer.from(body, 'base64').toString('utf8');
