import { Readable } from 'node:stream';
import { answer, anyText, flag, instant, listOf, optional, request } from '../../contract/schema.js';
import { JsonPieces, JsonPiecesFailure, type JsonPath } from '../../core/platform/json-pieces.js';
import type { Scheduler } from '../delivery/scheduler.js';
import { Refusal } from '../domain/refusal.js';
import { checked } from '../http/check-request.js';
import { refuseOdd } from '../http/json-body.js';
import { firstKeyIds, type First } from '../provision.js';
import type { Service } from '../service.js';
import { IncomingSnapshot } from '../store/restore-snapshot.js';
import { type SnapshotPlace, SnapshotRefused } from '../store/snapshot-format.js';
import { copyStore, snapshotText, type SnapshotParts } from '../store/take-snapshot.js';
import type { ScratchFile } from '../store/temporary-data.js';
import { type ControlRoute, route } from './route.js';

export interface SnapshotRouteParts {
  readonly scheduler: Scheduler;
  readonly first: First;
  /** Resets counters and faults, which belong to the replaced data. */
  readonly forget: () => void;
}

/** The members that are read whole. */
const small = {
  format: anyText,
  schema: listOf(anyText),
  clock: request({ frozen: flag, at: instant }),
  sequences: answer({}),
  sha256: anyText,
};
const body = request({ ...small, tables: answer({}), files: answer({}), sha256: optional(anyText) });

/** Bytes of one row or one file; no request stores a larger one. */
const maxPiece = 256 * 1024 * 1024;
const partBytes = 64 * 1024;

/** Exports all stored data, and restores it: as streams, since a data file may be larger than the memory. */
export const snapshotRoutes = ({ scheduler, first, forget }: SnapshotRouteParts): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/snapshot',
    summary: 'Return all stored data and the clock as a snapshot to restore; it contains secrets',
    body: null,
    answer: () => body,
    handle: ({ service }) =>
      scheduler.exclusively(() => {
        const { clock, store } = service;
        const clockNow = { frozen: clock.frozen, at: clock.instant() };
        const place = placeOf(service, first);
        return streamOf(copyStore(store), { place, clock: clockNow });
      }),
  },
  route({
    method: 'POST',
    path: '/_emulator/restore',
    summary: 'Replace all stored data with a snapshot and remove all faults; the two initial keys stay',
    body,
    streamed: true,
    answer: null,
    async handle({ service, stream }) {
      const place = placeOf(service, first);
      const incoming = new IncomingSnapshot(service.store, place);
      try {
        await gather(incoming, stream);
        const clock = refused(() => incoming.finish());
        await scheduler.exclusively(() => {
          refused(() => incoming.replace(service.store, place.keys));
          scheduler.place(Date.parse(clock.at), clock.frozen);
          forget();
        });
      } finally {
        incoming.discard();
      }
    },
  }),
];

/** Deletes the copy when the stream ends in any way. */
function streamOf(copy: ScratchFile, parts: SnapshotParts): Readable {
  const stream = Readable.from(inParts(snapshotText(copy, parts)), { highWaterMark: 1 });
  return stream.once('close', () => copy.discard());
}

function* inParts(texts: Iterable<string>): Generator<Buffer, void> {
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < partBytes) continue;
    yield Buffer.from(waiting, 'utf8');
    waiting = '';
  }
  yield Buffer.from(waiting, 'utf8');
}

async function gather(incoming: IncomingSnapshot, stream: Readable): Promise<void> {
  const pieces = new JsonPieces({
    enters: (path, kind) => incoming.enters(path, kind),
    value: (path, value) => {
      // What a file holds is known by its SHA-256.
      if (path[0] !== 'files') refuseOdd(value, path);
      incoming.take(path, checkedMember(path, value));
    },
    maxBytes: maxPiece,
  });
  // The answer to a refused snapshot still has to leave over the same connection.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    refused(() => pieces.write(chunk));
  }
  refused(() => pieces.end());
}

function checkedMember(path: JsonPath, value: unknown): unknown {
  const [name] = path;
  if (path.length !== 1 || typeof name !== 'string' || !Object.hasOwn(small, name)) return value;
  const member = name as keyof typeof small;
  checked(request({ [member]: small[member] }), { [member]: value });
  return value;
}

function refused<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonPiecesFailure) {
      throw new Refusal('invalid_request', `The snapshot is not whole or not JSON: ${error.message}.`);
    }
    if (!(error instanceof SnapshotRefused)) throw error;
    throw new Refusal('invalid_request', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
  }
}

function placeOf(service: Service, first: First): SnapshotPlace {
  const { organisationId: organisation, brandId: brand } = first;
  return { organisation, brand, address: service.settings.baseUrl, keys: firstKeyIds(service, first) };
}
