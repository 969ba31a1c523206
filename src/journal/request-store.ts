import { join } from 'node:path';
import { rename } from 'node:fs/promises';
import { makeFolder } from '../platform/durable-file.js';
import { openDoneWrites, type DoneWrites } from './done-writes.js';
import { envelopesActedOn, envelopesMadeBy } from './envelopes.js';
import { isFormerThere } from './former-names.js';
import { openKnownEnvelopes, type KnownEnvelopes } from './known-envelopes.js';
import { openOpenWrites, type OpenName, type OpenWrites } from './open-writes.js';
import { openServiceClock, type ServiceClock } from './service-clock.js';
import { refuseNewer, writeVersion } from './state-version.js';

export interface StoreOptions {
  /** The state folder; created if missing. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after which a request with a known outcome, and an envelope, is deleted (default: 730 days). */
  readonly keepFor?: number | undefined;
  /** Called with the number of bytes read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/** The files of the request journal by purpose. */
export interface RequestStore {
  readonly open: OpenWrites;
  readonly done: DoneWrites;
  readonly known: KnownEnvelopes;
  readonly clock: ServiceClock;
  /** Migrates the journal of an earlier version. Throws JournalFailure, also for that of a newer version. */
  ready(): Promise<void>;
  /** Moves a damaged record away, without reading it. */
  setAside(name: OpenName): Promise<void>;
  /** Deletes what is too old at a time, in milliseconds since 1970. */
  forget(until: number): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
/** A body contains personal data, and is useless once its key may be deleted and there was time to check. */
const keepBody = 30 * day;

/** Opens the files; nothing is created before the first request. */
export function openRequestStore({ folder, now, keepFor = 730 * day, onRead }: StoreOptions): RequestStore {
  const root = join(folder, 'requests');
  const open = openOpenWrites(join(root, 'open'), Math.min(keepBody, keepFor));
  const done = openDoneWrites(root, onRead);
  const known = openKnownEnvelopes(folder, onRead);
  let isReady: 'to be written' | 'to be read' | undefined;
  let hasForgotten = false;
  const wrap = async <T>(made: boolean, write: () => Promise<T>): Promise<T> => {
    if (isReady === 'to be read' && made) await writeVersion(root);
    isReady = 'to be written';
    return await write();
  };

  const ready = async (): Promise<void> => {
    if (refuseNewer(root) === 'known') isReady = 'to be written';
    else isReady ??= 'to be read';
    if (!isFormerThere(folder)) return;
    await wrap(true, async () => undefined);
    const { moveFormer } = await import('./former.js');
    await moveFormer(folder, {
      orphans: join(root, 'open'),
      settled: async (requests) => {
        await done.addAll(requests, now());
        await known.addAll(
          requests.map((each) => ({
            ids: [...envelopesMadeBy(each), ...envelopesActedOn(each)],
            host: each.host,
            at: Date.parse(each.at),
          })),
          now(),
        );
      },
      unsettled: async ({ settled, ...intent }, body) => {
        await open.add(intent, body, settled);
      },
    });
  };

  return {
    open: { ...open, add: (...write) => wrap(true, () => open.add(...write)) },
    done,
    known,
    clock: openServiceClock(root),
    ready,
    async setAside({ path, id }) {
      await makeFolder(join(root, 'damaged'), 0o700);
      await rename(path, join(root, 'damaged', id));
    },
    async forget(until) {
      if (hasForgotten) return;
      hasForgotten = true;
      await Promise.all([done.shelf.forgetBefore(until - keepFor), known.forgetBefore(until - keepFor)]).catch(
        () => undefined,
      );
    },
  };
}
