import { statSync } from 'node:fs';
import { keyShape } from '../../contract/key-shape.js';
import type { Scheduler } from '../delivery/scheduler.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { missing, Refusal } from '../domain/refusal.js';
import { contractRoutes } from '../http/in-service-words.js';
import { createRouter } from '../http/path.js';
import type { Service } from '../service.js';
import { eventRepository } from '../store/event-repository.js';
import { replaceStore } from '../store/replace-store.js';
import type { ScratchFile } from '../store/temporary-data.js';
import { copyStore } from '../store/take-snapshot.js';
import type { RestorePoint } from './shapes.js';

/** Copies of all data while the page is open, each taken before something changes, to go back to. */
export interface RestorePoints {
  /** Called before a request that may change something; never throws. */
  before(method: string, path: string): void;
  /** Newest first. */
  list(): readonly RestorePoint[];
  /** The newest one in the past of the present state that has no event as late as this one; null when none is kept. */
  beforeEvent(sequence: number): RestorePoint | null;
  /** Replaces all data and the clock; the present is kept as a restore point. Throws not_found and invalid_request. */
  goTo(id: number): Promise<void>;
  /** Whether the entry of a log belongs to the past of the present state. */
  sees(log: LogName, sequence: number): boolean;
  /** After the data was replaced in another way. */
  forget(): void;
  /** Deletes all files. */
  close(): void;
}

type LogName = 'requests' | 'visits';

export interface RestorePointParts {
  readonly service: Pick<Service, 'store' | 'clock' | 'contract'>;
  readonly scheduler: Pick<Scheduler, 'exclusively' | 'place'>;
  readonly logs: Readonly<Record<LogName, { last(): number }>>;
  /** The IDs of the API keys that stay. */
  readonly keys: () => readonly string[];
  readonly isOpen: () => boolean;
  /** How many changes were stored so far. */
  readonly commits: () => number;
  /** Milliseconds of real time. */
  readonly real: () => number;
  /** Resets what belongs to the time that is left. */
  readonly left: () => void;
}

const maxPoints = 40;
/** Of one copy, and of all together. */
const maxBytes = { one: 32 * 1024 * 1024, all: 128 * 1024 * 1024 };
/** After a copy, none is taken for this many times as long as it took, unless a person acts. */
const rest = 4;
const maxWords = 120;

type Range = Readonly<Record<LogName, readonly [from: number, to: number]>>;

interface Kept {
  readonly id: number;
  /** Of what was about to happen. */
  readonly before: string;
  /** Milliseconds since 1970 on the emulator's clock. */
  readonly at: number;
  readonly frozen: boolean;
  readonly lastEvent: number;
  readonly file: ScratchFile;
  readonly bytes: number;
  /** The entries of the logs that belong to its past. */
  readonly past: readonly Range[];
  /** The point that it follows. */
  parent: Kept | null;
}

export function createRestorePoints(parts: RestorePointParts): RestorePoints {
  const { service, scheduler, logs, keys, isOpen, commits, real, left } = parts;
  const { store, clock } = service;
  const events = eventRepository(store.sql);
  const points: Kept[] = [];
  const words = wordsFor(service.contract);
  let ids = 0;
  let current: Kept | null = null;
  let past: readonly Range[] = [];
  let since = { requests: 0, visits: 0 };
  let seen = -1;
  let restsUntil = 0;

  const drop = (point: Kept): void => {
    point.file.discard();
    points.splice(points.indexOf(point), 1);
    for (const each of points) if (each.parent === point) each.parent = point.parent;
    if (current === point) current = point.parent;
  };
  const makeRoom = (wanted: number, spared: Kept | null): void => {
    const bytes = (): number => points.reduce((sum, each) => sum + each.bytes, wanted);
    for (const oldest of points.slice()) {
      if (points.length < maxPoints && bytes() <= maxBytes.all) return;
      if (oldest !== spared) drop(oldest);
    }
  };
  const lately = (log: LogName): readonly [number, number] => [since[log], logs[log].last()];

  const take = (before: string, spared: Kept | null = null): Kept => {
    const start = real();
    // The limit is for the data file alone, without its write-ahead log.
    const size = statSync(store.path).size;
    if (size > maxBytes.one) throw new Refusal('invalid_request', tooLarge);
    makeRoom(size, spared);
    const file = copyStore(store);
    const taken: Kept = {
      id: (ids += 1),
      before,
      at: clock.now(),
      frozen: clock.frozen,
      lastEvent: events.last(),
      file,
      bytes: statSync(file.path).size,
      past: [...past, { requests: lately('requests'), visits: lately('visits') }],
      parent: current,
    };
    points.push(taken);
    current = taken;
    restsUntil = real() + rest * (real() - start);
    seen = commits();
    return taken;
  };

  const shown = ({ id, before, at, lastEvent }: Kept): RestorePoint => ({
    id,
    before,
    at: new Date(at).toISOString(),
    undone: isPast(id) ? events.last() - lastEvent : null,
  });
  const isPast = (id: number): boolean => {
    for (let each = current; each !== null; each = each.parent) if (each.id === id) return true;
    return false;
  };

  return {
    before(method, path) {
      if (!isOpen() || commits() === seen) return;
      // Requests of an app may be many; those of a person are few.
      if (path.startsWith('/api/') && real() < restsUntil) return;
      try {
        take(words(method, path));
      } catch {
        // The data is too large, or the disk is full: there is nothing to go back to.
        seen = commits();
      }
    },
    list: () => points.map(shown).toReversed(),
    beforeEvent(sequence) {
      for (let each = current; each !== null; each = each.parent) {
        if (each.lastEvent < sequence) return shown(each);
      }
      return null;
    },
    goTo: (id) =>
      scheduler.exclusively(() => {
        const target = points.find((each) => each.id === id);
        if (target === undefined) throw missing('The restore point is no longer kept.');
        take('going back', target);
        replaceStore(store, target.file.path, keys());
        scheduler.place(target.at, target.frozen);
        current = target;
        past = target.past;
        since = { requests: logs.requests.last() + 1, visits: logs.visits.last() + 1 };
        seen = commits();
        left();
      }),
    sees: (log, sequence) =>
      sequence >= since[log] || past.some((range) => sequence >= range[log][0] && sequence <= range[log][1]),
    forget() {
      current = null;
      past = [];
      since = { requests: 0, visits: 0 };
      seen = -1;
    },
    close() {
      for (const { file } of points.splice(0)) file.discard();
      current = null;
    },
  };
}

const tooLarge =
  'The data of the emulator is too large for restore points. Save it with `esign emulator snapshot` instead.';

/** A path of a page has its token, and a query may have anything. */
function wordsFor(contract: Contract): (method: string, path: string) => string {
  const router = createRouter(contractRoutes(contract));
  return (method, path) => {
    const [plain = ''] = path.split('?');
    if (!/^\/(?:_emulator|api)\//.test(plain)) return 'a form of a signing page';
    const operation = router.match(method, plain)?.target;
    if (operation !== undefined) return `the request to ${actOf(contract.row(operation).summary)}`;
    return `${method} ${plain.replace(keyShape, '$1_***')}`.slice(0, maxWords);
  };
}

/** `send a draft envelope to its recipients`, from a summary that says more after it. */
const actOf = (summary: string): string =>
  (/^[^,;:]+/.exec(summary)?.[0] ?? summary).replace(/^./, (one) => one.toLowerCase());
