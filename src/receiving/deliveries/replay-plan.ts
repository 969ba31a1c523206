import { pluralize } from '../../cli/context/counted.js';
import { readListeners } from '../../listen/endpoint/state.js';
import { whereIs, whereIsMarked } from '../../core/platform/process-identity.js';
import { findDeliveries, listDeliveries } from '../../store/deliveries.js';
import type { Delivery } from '../../store/delivery.js';
import type { State } from '../../store/state.js';

/**
 * Why a delivery is not replayed: another process is sending it, or delivered it meanwhile; or its last attempt was cut
 * off, so the app may have it; or its body is no longer stored.
 */
export const skipReasons = ['sending', 'delivered', 'unknown', 'removed'] as const;

export interface Skipped {
  readonly id: string;
  readonly reason: (typeof skipReasons)[number];
}

interface Planned {
  readonly delivery: Delivery;
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
const maxNamed = 5;

/**
 * Decides which deliveries are sent, so that an app receives none twice. `taken`: those that this process has claimed;
 * their states are read again, since another process may have sent them before the claim. One whose last attempt was cut
 * off is sent when the user named it by its ID, or said so (`cutOff`).
 */
export async function planReplay<Each extends Planned>(
  of: {
    readonly state: State;
    readonly stateDir: string;
    readonly undelivered?: boolean;
    readonly cutOff?: boolean;
    readonly to?: URL;
    readonly host: string | null;
  },
  chosen: readonly Each[],
  taken: readonly boolean[],
): Promise<ReplayPlan<Each>> {
  const present = presentStates(of, chosen);
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
        : await reasonToSkip(each, delivery, of.undelivered === true && of.cutOff !== true);
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
    removed: 'whose body is no longer stored',
  };
  return (['sending', 'delivered', 'removed'] as const).flatMap((reason) => {
    const ids = skipped.filter((each) => each.reason === reason).map(({ id }) => id);
    if (ids.length === 0) return [];
    const named = ids.length > maxNamed ? [...ids.slice(0, maxNamed), '…'] : ids;
    return [`Skipped ${pluralize(ids.length, 'delivery', 'deliveries')} ${words[reason]}: ${named.join(', ')}`];
  });
}

/** Why `--undelivered` finds nothing: what no listener forwarded was not delivered either. Throws JournalFailure. */
export function nothingWords(state: State, host: string | null): string {
  const event = ({ eventId, id }: Delivery): string => eventId ?? id;
  const received = listDeliveries(state, { host }).filter(({ verdict }) => verdict.ok);
  const forwarded = new Set(received.filter(({ forward }) => forward.is !== 'none').map(event));
  const count = received.filter((each) => !forwarded.has(event(each))).length;
  if (received.length === 0) return 'Nothing to replay. No verified delivery is recorded.';
  if (count === 0) return 'Nothing to replay. Everything was delivered.';
  const which = `${pluralize(count, 'delivery', 'deliveries')} ${count === 1 ? 'was' : 'were'}`;
  return `Nothing to replay. ${which} not forwarded to an app. To send one: esign event replay ID --to URL`;
}

async function reasonToSkip(
  { delivery: before, url }: Planned,
  delivery: Delivery | undefined,
  keepsCutOff: boolean,
): Promise<Skipped['reason'] | undefined> {
  if (delivery === undefined) return 'delivered';
  if (!isOwn(delivery, url)) return undefined;
  const { forward } = delivery;
  if (forward.is === 'delivered' && before.forward.is !== 'delivered') return 'delivered';
  if (forward.is !== 'sending') return undefined;
  if (typeof forward.by === 'string' && (await whereIsMarked(forward.by)) === 'here') return 'sending';
  return keepsCutOff ? 'unknown' : undefined;
}

/** By ID; of undelivered ones, only those that still are. */
function presentStates(
  of: { readonly state: State; readonly undelivered?: boolean; readonly to?: URL; readonly host: string | null },
  chosen: readonly Planned[],
): ReadonlyMap<string, Delivery> {
  const { state, host } = of;
  const all =
    of.undelivered === true
      ? listDeliveries(state, { needed: { to: of.to?.href }, host })
      : chosen.map(
          ({ delivery }) => findDeliveries(state, delivery.id).find(({ id }) => id === delivery.id) ?? delivery,
        );
  return new Map(all.map((delivery) => [delivery.id, delivery]));
}

const isOwn = ({ forward }: Delivery, { href }: URL): boolean => forward.is !== 'none' && forward.target === href;

/** The forwardings of listeners that run. */
async function runningListeners(stateDir: string): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  for (const { pid, started, listener } of await readListeners(stateDir)) {
    if ((await whereIs(pid, started)) !== 'gone') running.add(listener);
  }
  return running;
}
