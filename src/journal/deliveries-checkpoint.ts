import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { Forward, Place } from './deliveries-entry.js';

/** A delivery that an app is still to have. */
export interface OpenDelivery {
  readonly eventId: string | null;
  readonly place: Place;
  readonly forward: Forward;
}

/** What a process knew of its forwarding when it last turned to a new segment or ended. */
export interface Checkpoint {
  /** The service's host; empty when nothing came yet. */
  readonly host: string;
  /** Names of segments whose entries are in the index and in `open`: no start reads them again. */
  readonly segments: readonly string[];
  /** By the deliveries' ids, in the order of their coming. */
  readonly open: ReadonlyMap<string, OpenDelivery>;
  /** Envelopes that deliveries were about, the latest last; whether nothing more can happen to it. */
  readonly envelopes: ReadonlyMap<string, boolean>;
  /** Written by another listener, from the record of an older version. */
  readonly seeded: boolean;
}

const emptyCheckpoint: Checkpoint = {
  host: '',
  segments: [],
  open: new Map(),
  envelopes: new Map(),
  seeded: false,
};

const fileName = 'checkpoint.json';
const version = 1;

/** What is known was written by a newer version of this program, which this one cannot add to. */
export class DeliveriesTooNew extends Error {
  override readonly name = 'DeliveriesTooNew';
  readonly code = 'deliveries_too_new';
  readonly path: string;

  constructor(path: string) {
    super(`the delivery journal ${path} was written by a newer version of esign`);
    this.path = path;
  }
}

/** Reads a checkpoint; an empty one where there is none, or a torn one. Throws DeliveriesTooNew. */
export async function readCheckpoint(folder: string): Promise<Checkpoint> {
  const path = join(folder, fileName);
  const value = parseJson(await readFile(path, 'utf8').catch(() => ''));
  if (!isObject(value) || typeof value['version'] !== 'number') return emptyCheckpoint;
  if (value['version'] > version) throw new DeliveriesTooNew(path);
  const { host, segments, open, envelopes, seeded } = value;
  if (typeof host !== 'string' || ![segments, open, envelopes].every(Array.isArray)) return emptyCheckpoint;
  return {
    host,
    segments: (segments as readonly unknown[]).filter((name) => typeof name === 'string'),
    // The file is this program's own: what is checked is that it is whole.
    open: placed(open as readonly [string, OpenDelivery][], (file) => resolve(recordOf(folder), file)),
    envelopes: new Map(envelopes as readonly [string, boolean][]),
    seeded: seeded === true,
  };
}

/** Written whole or not at all, and on the disk when it resolves. Throws what the system says. */
export async function writeCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  const { host, segments, open, envelopes, seeded } = checkpoint;
  const places = placed([...open], (file) => relative(recordOf(folder), file));
  const value = { version, host, segments, open: [...places], envelopes: [...envelopes], seeded };
  await writeFileAtomic(join(folder, fileName), `${JSON.stringify(value)}\n`);
}

/** Places are kept as seen from the record's own folder, which may be moved, or mounted elsewhere. */
const recordOf = (folder: string): string => dirname(dirname(folder));

const placed = (open: readonly [string, OpenDelivery][], moved: (file: string) => string): Map<string, OpenDelivery> =>
  new Map(open.map(([id, each]) => [id, { ...each, place: { ...each.place, file: moved(each.place.file) } }]));
