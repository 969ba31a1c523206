import { pluralize } from '../cli/counted.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import type { DeliveryReader } from '../journal/deliveries-read.js';
import { whereIsMarked } from '../journal/process-lock.js';
import { readListeners } from '../listen/state.js';
import { whereIs } from '../platform/process-identity.js';

/**
 * Why a delivery is not replayed: another process is sending it, or delivered it meanwhile; or its last attempt was cut
 * off, so the app may have it; or its body was removed to make room.
 */
export const skipReasons = ['sending', 'delivered', 'unknown', 'removed'] as const;

export interface Skipped {
  readonly id: string;
  readonly reason: (typeof skipReasons)[number];
}

interface Planned {
  readonly delivery: RecordedDelivery;
  readonly url: URL;
}

export interface ReplayPlan<Each> {
  /** What is sent, with its present state. */
  readonly ready: readonly Each[];
  readonly skipped: readonly Skipped[];
  /** A running listener sends one of them too. */
  readonly retriedByListener: boolean;
}

/** The number of IDs in a message. */
export const maxNamed = 5;

/**
 * Decides which deliveries are sent, so that an app receives none twice. `taken`: those that this process has claimed;
 * their states are read again, since another process may have sent them before the claim. One that the user named by its
 * ID is sent even when its last attempt was cut off.
 */
export async function planReplay<Each extends Planned>(
  of: { readonly record: DeliveryReader; readonly stateDir: string; readonly undelivered?: boolean; readonly to?: URL },
  chosen: readonly Each[],
  taken: readonly boolean[],
): Promise<ReplayPlan<Each>> {
  const present = await presentStates(of, chosen);
  const running = await runningListeners(of.stateDir);
  const ready: Each[] = [];
  const skipped: Skipped[] = [];
  let retriedByListener = false;
  for (const [at, each] of chosen.entries()) {
    const { id } = each.delivery;
    const delivery = present.get(id);
    const isRetried = delivery !== undefined && isOwn(delivery, each.url) && running.has(delivery.listener);
    const state = delivery?.forward.is;
    const isWaiting = isRetried && (state === 'waiting' || state === 'failed');
    const reason =
      taken[at] !== true || (isWaiting && of.undelivered === true)
        ? 'sending'
        : await reasonToSkip(each, delivery, of.undelivered === true);
    if (reason !== undefined) skipped.push({ id, reason });
    else ready.push({ ...each, delivery: delivery ?? each.delivery });
    retriedByListener ||= isWaiting && reason === undefined;
  }
  return { ready, skipped, retriedByListener };
}

/** Lines for a person, one for each reason but `unknown`, which is an error. */
export function skippedWords(skipped: readonly Skipped[]): readonly string[] {
  const words = {
    sending: 'that another process is sending',
    delivered: 'that another process delivered meanwhile',
    removed: 'whose body was removed to make room for newer deliveries',
  };
  return (['sending', 'delivered', 'removed'] as const).flatMap((reason) => {
    const ids = skipped.filter((each) => each.reason === reason).map(({ id }) => id);
    if (ids.length === 0) return [];
    const named = ids.length > maxNamed ? [...ids.slice(0, maxNamed), '…'] : ids;
    return [`Skipped ${pluralize(ids.length, 'delivery', 'deliveries')} ${words[reason]}: ${named.join(', ')}`];
  });
}

async function reasonToSkip(
  { delivery: before, url }: Planned,
  delivery: RecordedDelivery | undefined,
  onlyUndelivered: boolean,
): Promise<Skipped['reason'] | undefined> {
  if (delivery === undefined) return 'delivered';
  if (!isOwn(delivery, url)) return undefined;
  const { forward } = delivery;
  if (forward.is === 'delivered' && before.forward.is !== 'delivered') return 'delivered';
  if (forward.is !== 'sending') return undefined;
  if (typeof forward.by === 'string' && (await whereIsMarked(forward.by)) === 'here') return 'sending';
  return onlyUndelivered ? 'unknown' : undefined;
}

/** By ID; of undelivered ones, only those that still are. */
async function presentStates(
  { record, undelivered, to }: { readonly record: DeliveryReader; readonly undelivered?: boolean; readonly to?: URL },
  chosen: readonly Planned[],
): Promise<ReadonlyMap<string, RecordedDelivery>> {
  const found = new Map<string, RecordedDelivery>();
  if (undelivered === true) {
    for await (const delivery of record.needed(to?.href)) found.set(delivery.id, delivery);
    return found;
  }
  for (const { delivery } of chosen) {
    const all = await record.find(delivery.id);
    found.set(delivery.id, all.find(({ id }) => id === delivery.id) ?? delivery);
  }
  return found;
}

const isOwn = ({ forward }: RecordedDelivery, { href }: URL): boolean =>
  forward.is !== 'none' && forward.target === href;

/** The forwardings of listeners that run. */
async function runningListeners(stateDir: string): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  for (const { pid, started, listener } of await readListeners(stateDir)) {
    if ((await whereIs(pid, started)) !== 'gone') running.add(listener);
  }
  return running;
}
