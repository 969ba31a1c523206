import { uptime } from 'node:os';
import { join } from 'node:path';
import type { WriteOutcome, WriteTerms } from '../contract/recorded-write.js';
import { lazy } from '../platform/lazy.js';
import { JournalFailure } from './append.js';
import { isRunning } from './live-processes.js';
import { type Intent, type RecordedEnd, type RecordedRequest, settlementIn } from './entry.js';
import { envelopesActedOn, envelopesMadeBy } from './envelopes.js';
import { type Clocks, type Dated, isKeptByAll } from './key-retention.js';
import { holdersOf, keyRefusal } from './key-use.js';
import { type OpenName, keyTagOf, twinTagOf } from './open-writes.js';
import { ownPid, placedMark } from '../platform/process-identity.js';
import { type ListedRequest, openRequestReader, type RequestReader } from './request-reader.js';
import { openRequestStore, type StoreOptions } from './request-store.js';

/** A request before it is sent, from the client. */
export type NewIntent = Omit<Intent, 'at' | 'uptime'> & WriteTerms;

export type { ListedRequest };

/** The requests of this machine, so that an interrupted one can be resumed with the same key. */
export interface RequestJournal extends RequestReader {
  /**
   * On disk when it returns, with the body, which is stored until the outcome is known. Throws JournalFailure, and
   * KeyUsedOtherwise or KeyUsedBefore when the key must not be used.
   */
  intent(intent: NewIntent, body?: string): Promise<void>;
  settled(id: string, outcome: WriteOutcome, attempts: number): Promise<void>;
  /** Whether a request may already have used this key at the service. */
  isHeld(intent: Pick<Intent, 'key' | 'host' | 'credential'>): Promise<boolean>;
  /** Whether the service certainly still stores the key of a request; `serviceNow` is its clock, if known. */
  isKept(request: Dated, serviceNow: number | undefined): Promise<boolean>;
}

/** Opens the request journal, which any number of processes may write to. */
export function openRequestJournal(options: StoreOptions): RequestJournal {
  const { now } = options;
  const store = openRequestStore(options);
  const reader = openRequestReader(store, now);
  const mine = new Map<string, { readonly intent: Intent; readonly name: OpenName }>();
  const mark = lazy(() => placedMark(ownPid));
  const clocks = async (service: number | undefined): Promise<Clocks> => ({
    now: now(),
    service,
    uptime: uptime(),
    mark: (await mark()) ?? undefined,
  });

  /** Throws for a damaged record that may be of this request. */
  const refuseDamaged = async (intent: Intent): Promise<void> => {
    const [keyTag, twinTag] = [keyTagOf(intent), twinTagOf(intent)];
    for (const name of store.open.list()) {
      const isOfKey = intent.key !== undefined && name.keyTag === keyTag;
      if (!isOfKey && (intent.chosen === true || twinTag === 'none' || name.twinTag !== twinTag)) continue;
      if ((await store.open.read(name)) === 'damaged') throw new JournalFailure(name.path, 'EBADMSG', 'trusted');
    }
  };

  /** Checked after the claim was written: of two simultaneous processes, the second finds the first. */
  const claim = async (
    intent: Intent & { readonly key: string },
    { reuse, serviceNow }: Pick<NewIntent, 'reuse' | 'serviceNow'>,
  ): Promise<Error | undefined> => {
    await store.done.claim(intent, now());
    const { holders, torn } = await reader.underKey(intent.key, intent.id, intent);
    if (torn.length > 0) return new JournalFailure(join(options.folder, 'requests'), 'EBADMSG', 'trusted');
    return keyRefusal(holders, intent, reuse, await clocks(serviceNow));
  };

  const record = async (name: OpenName | undefined, request: RecordedRequest): Promise<void> => {
    const at = now();
    const sent = { host: request.host, at: Date.parse(request.at) };
    await Promise.all([
      store.done.add(request, at),
      store.known.add({ ids: envelopesMadeBy(request), ...sent }, at, true),
      store.known.add({ ids: envelopesActedOn(request), ...sent }, at, false),
    ]);
    if (name !== undefined) await store.open.remove(name);
  };

  /** An answer that tells of the key settles every earlier request with it. */
  const settleOthers = async ({ id, ...request }: Intent, end: RecordedEnd): Promise<void> => {
    if (request.key === undefined || !['done', 'refused'].includes(settlementIn({ ...request, settled: end }))) return;
    const keyTag = keyTagOf(request);
    for (const name of store.open.list()) {
      if (name.keyTag !== keyTag || name.id === id) continue;
      const other = await store.open.read(name);
      if (other === undefined || other === 'damaged' || other.request.fingerprint !== request.fingerprint) continue;
      if (await isRunning(other.request, now())) continue;
      await record(name, { ...other.request, settled: end });
    }
  };

  const settled: RequestJournal['settled'] = async (id, { serviceAt, ...outcome }, attempts) => {
    await store.ready();
    const own = mine.get(id);
    const name = own?.name ?? store.open.list().find((each) => each.id === id);
    const at = new Date(now()).toISOString();
    const { status, code, resource, resources, unknown } = outcome;
    const service = serviceAt === undefined ? {} : { serviceAt: new Date(serviceAt).toISOString() };
    const end: RecordedEnd = { at, status, code, resource, resources, unknown, attempts, ...service };
    if (unknown) {
      if (name !== undefined) await store.open.note(name, end);
      return;
    }
    const kept = name === undefined ? undefined : await store.open.read(name);
    const request = own?.intent ?? (kept === undefined || kept === 'damaged' ? undefined : kept.request);
    if (request === undefined) {
      if (kept === 'damaged' && name !== undefined) await store.setAside(name);
      return;
    }
    await record(name, { ...request, settled: end });
    mine.delete(id);
    await settleOthers(request, end);
    if (serviceAt !== undefined) {
      await store.clock.keep(request.host, serviceAt, now());
      await store.forget(Math.min(now(), serviceAt));
    }
  };

  return {
    ...reader,
    async intent({ reuse, serviceNow, ...given }, body) {
      await store.ready();
      const sender = { pid: ownPid, mark: (await mark()) ?? undefined, uptime: Math.floor(uptime()) };
      const known = given.serviceAt ?? instant(store.clock.at(given.host, now()));
      const intent: Intent = { ...sender, ...given, serviceAt: known, at: new Date(now()).toISOString() };
      await refuseDamaged(intent);
      const name = await store.open.add(intent, body);
      mine.set(intent.id, { intent, name });
      const { key } = intent;
      if (intent.chosen !== true || key === undefined) return;
      const refusal = await claim({ ...intent, key }, { reuse, serviceNow });
      if (refusal === undefined) return;
      const code = refusal instanceof JournalFailure ? 'journal_damaged' : codeOf(refusal);
      await settled(intent.id, { code, unknown: false }, 0);
      throw refusal;
    },
    settled,
    isHeld: async ({ key, host, credential }) => {
      if (key === undefined) return false;
      await store.ready();
      const { holders } = await reader.underKey(key, undefined, { host, credential });
      return holdersOf(holders, { key, host, credential }).length > 0;
    },
    isKept: async (request, serviceNow) => isKeptByAll(request, await clocks(serviceNow)),
  };
}

const codeOf = (refusal: Error): string | undefined =>
  'code' in refusal && typeof refusal.code === 'string' ? refusal.code : undefined;

const instant = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
