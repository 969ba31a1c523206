import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { Forward, Place } from './deliveries-entry.js';

/** A delivery that an app has not accepted yet. */
export interface OpenDelivery {
  readonly eventId: string | null;
  readonly place: Place;
  readonly forward: Forward;
}

/** The state of a forwarding when its process last began a new segment or ended. */
export interface Checkpoint {
  /** The service's host; empty before the first delivery. */
  readonly host: string;
  /** Names of segments whose entries are in the index and in `open`: no start reads them again. */
  readonly segments: readonly string[];
  /** By delivery ID, in order of arrival. */
  readonly open: ReadonlyMap<string, OpenDelivery>;
  /** Envelopes of deliveries, the latest last; with whether they are in a final state. */
  readonly envelopes: ReadonlyMap<string, boolean>;
  /** Written by another listener, from the journal of an older version. */
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

/** The state was written by a newer version of this program, which this one cannot extend. */
export class DeliveriesTooNew extends Error {
  override readonly name = 'DeliveriesTooNew';
  readonly code = 'deliveries_too_new';
  readonly path: string;

  constructor(path: string) {
    super(`the delivery journal ${path} was written by a newer version of esign`);
    this.path = path;
  }
}

/** Reads a checkpoint; an empty one when it is missing or incomplete. Throws DeliveriesTooNew. */
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
    // The file is this program's own, so only its completeness is checked.
    open: placed(open as readonly [string, OpenDelivery][], (file) => resolve(recordOf(folder), file)),
    envelopes: new Map(envelopes as readonly [string, boolean][]),
    seeded: seeded === true,
  };
}

/** An atomic write, on disk when it resolves. Throws system errors. */
export async function writeCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  const { host, segments, open, envelopes, seeded } = checkpoint;
  const places = placed([...open], (file) => relative(recordOf(folder), file));
  const value = { version, host, segments, open: [...places], envelopes: [...envelopes], seeded };
  await writeFileAtomic(join(folder, fileName), `${JSON.stringify(value)}\n`);
}

/** Positions are relative to the journal folder, which may be moved or mounted elsewhere. */
const recordOf = (folder: string): string => dirname(dirname(folder));

const placed = (open: readonly [string, OpenDelivery][], moved: (file: string) => string): Map<string, OpenDelivery> =>
  new Map(open.map(([id, each]) => [id, { ...each, place: { ...each.place, file: moved(each.place.file) } }]));
