import { join } from 'node:path';
import { foldersOf } from './deliveries-owner.js';
import { listSegments } from './segments.js';

/** Where the record of deliveries is: segments, the ring of those that did not verify, and copies of what is open. */

/** Sizes of the record of deliveries, in bytes. */
export interface DeliverySizes {
  /** One segment. */
  readonly turnAt: number;
  /** All of them. */
  readonly max: number;
  /** One of the two files of those that did not verify, which never push out the others. */
  readonly refused: number;
}

export const deliverySizes: DeliverySizes = {
  turnAt: 8 * 1024 * 1024,
  max: 64 * 1024 * 1024,
  refused: 4 * 1024 * 1024,
};

export const refusedFiles = (folder: string): readonly [earlier: string, current: string] => [
  join(folder, 'refused.1.ndjson'),
  join(folder, 'refused.ndjson'),
];

/** Where the bytes are copied of what an app is still to have when their segment goes. */
export const keptFolder = (path: string): string => join(path, 'kept');

export interface RecordFile {
  readonly path: string;
  /** Bytes; a longer one is passed over. */
  readonly limit: number;
  /** Its deliveries are in the order of their arrival, unlike the copies that an older version made. */
  readonly ordered: boolean;
}

/**
 * Every file of the record, those of several listeners included. Copies are listed after the segments were read, or
 * opened, because a delivery is copied before its segment is deleted.
 */
export async function* recordFiles(folder: string, sizes: DeliverySizes): AsyncGenerator<RecordFile> {
  const limit = sizes.turnAt * 4;
  for (const path of refusedFiles(folder)) yield { path, limit: sizes.refused * 4, ordered: true };
  for (const { path, owner } of await listSegments(folder)) yield { path, limit, ordered: owner !== undefined };
  for (const path of await foldersOf(folder)) {
    // A state is written after its delivery there too, and the deliveries are copied in the order of their arrival.
    for (const copy of await listSegments(keptFolder(path))) yield { path: copy.path, limit, ordered: true };
  }
}
