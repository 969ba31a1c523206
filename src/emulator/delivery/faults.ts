import { createHmac } from 'node:crypto';

/** The possible faults of a delivery; each with its own probability. */
const deliveryFaultNames = [
  'duplicate',
  'reorder',
  'delay',
  'drop',
  'lose_answer',
  'wrong_signature',
  'clock_skew',
] as const;

type DeliveryFaultName = (typeof deliveryFaultNames)[number];

export interface DeliveryFaultPlan {
  /** 0 to 1, for each attempt. */
  readonly probabilities: Readonly<Record<DeliveryFaultName, number>>;
  readonly delay_seconds: number;
  /** Added to the signed time; negative for the past. */
  readonly clock_skew_seconds: number;
  /** The same seed selects the same attempts. */
  readonly seed: number;
  /** How many attempts are affected before the plan is used up; null: no limit. */
  readonly count: number | null;
  /** Null: every endpoint. */
  readonly webhook_id: string | null;
  /** The delivery number at which the plan starts, so that a repeated run has the same faults. */
  readonly from: number;
}

/** An attempt that is about to be made. */
interface DeliveryAttempt {
  readonly delivery_id: string;
  readonly webhook_id: string;
  /** The number of the delivery among all. */
  readonly sequence: number;
  /** 1-based. */
  readonly number: number;
}

/**
 * The result for an attempt: it waits first (milliseconds of the emulator's clock), or it is made with these faults.
 */
type DeliveryFate = { readonly wait: number } | FaultHit;

export interface FaultHit {
  readonly faults: readonly DeliveryFaultName[];
  /** Seconds. */
  readonly skew: number;
  /** Signs in place of the endpoint's secret; null: a correct signature. */
  readonly wrongSecret: string | null;
}

export interface DeliveryFaults {
  /** Replaces an earlier plan for the same endpoint; one for an endpoint precedes the one for all. */
  add(plan: DeliveryFaultPlan): void;
  /** With the number of affected attempts, in order of creation. */
  list(): readonly (DeliveryFaultPlan & { readonly struck: number })[];
  clear(): void;
  /** Draws the faults of an attempt once: a delayed attempt is made when it comes again. */
  meet(approach: DeliveryAttempt): DeliveryFate;
  /** After a delivery was sent: the delivery that was held back for it, or null. */
  followed(deliveryId: string): string | null;
}

/** A delivery that is held back is sent after the next one to its endpoint, or after this time. */
const maxHoldMs = 2_000;
const noFaults: FaultHit = { faults: [], skew: 0, wrongSecret: null };

interface Kept {
  readonly plan: DeliveryFaultPlan;
  struck: number;
}

/** The delivery faults of a running emulator, in memory only. */
export function createDeliveryFaults(): DeliveryFaults {
  let plans: Kept[] = [];
  /** The drawn faults of waiting attempts, by delivery. */
  const waiting = new Map<string, FaultHit>();
  /** The delivery that is held back until another one is sent, by endpoint. */
  const held = new Map<string, string>();
  /** The delivery to send after another one, by that other one. */
  const behind = new Map<string, string>();

  const drawFor = (
    approach: DeliveryAttempt,
  ): { readonly plan: DeliveryFaultPlan; readonly strike: FaultHit } | null => {
    const { webhook_id: webhook } = approach;
    const ofEndpoint = (named: string | null): Kept | undefined => plans.find(({ plan }) => plan.webhook_id === named);
    const kept = ofEndpoint(webhook) ?? ofEndpoint(null);
    if (kept === undefined || kept.struck === kept.plan.count) return null;
    const faults = drawn(kept.plan, approach, held.has(webhook));
    if (faults.length === 0) return null;
    kept.struck += 1;
    return { plan: kept.plan, strike: strikeOf(kept.plan, faults) };
  };

  const postponement = (approach: DeliveryAttempt): DeliveryFate => {
    const found = drawFor(approach);
    if (found === null) return noFaults;
    const { plan, strike } = found;
    const delayed = strike.faults.includes('delay');
    if (!delayed && !strike.faults.includes('reorder')) return strike;
    waiting.set(approach.delivery_id, strike);
    if (!delayed) held.set(approach.webhook_id, approach.delivery_id);
    return { wait: delayed ? plan.delay_seconds * 1000 : maxHoldMs };
  };

  const comeBack = ({ delivery_id: id, webhook_id: webhook }: DeliveryAttempt): FaultHit | null => {
    const strike = waiting.get(id);
    if (strike === undefined) return null;
    waiting.delete(id);
    if (held.get(webhook) === id) held.delete(webhook);
    for (const [other, follower] of behind) if (follower === id) behind.delete(other);
    return strike;
  };

  return {
    add(plan) {
      const others = plans.filter((kept) => kept.plan.webhook_id !== plan.webhook_id);
      plans = [...others, { plan, struck: 0 }];
    },
    list: () => plans.map(({ plan, struck }) => ({ ...plan, struck })),
    clear() {
      plans = [];
      for (const kept of [waiting, held, behind]) kept.clear();
    },
    meet(approach) {
      const met = comeBack(approach) ?? postponement(approach);
      if ('wait' in met || met.faults.includes('drop')) return met;
      const overtaken = held.get(approach.webhook_id);
      if (overtaken !== undefined) {
        held.delete(approach.webhook_id);
        behind.set(approach.delivery_id, overtaken);
      }
      return met;
    },
    followed(deliveryId) {
      const id = behind.get(deliveryId) ?? null;
      behind.delete(deliveryId);
      return id;
    },
  };
}

const strikeOf = (plan: DeliveryFaultPlan, faults: readonly DeliveryFaultName[]): FaultHit => ({
  faults,
  skew: faults.includes('clock_skew') ? plan.clock_skew_seconds : 0,
  wrongSecret: faults.includes('wrong_signature') ? `whsec_${digest(plan, 'secret', 'base64url')}` : null,
});

/**
 * The faults of a plan for an attempt. A delayed or dropped delivery is not also reordered, and while one delivery is
 * held back, the next one must be sent.
 */
function drawn(plan: DeliveryFaultPlan, approach: DeliveryAttempt, holding: boolean): readonly DeliveryFaultName[] {
  const place = `${approach.sequence - plan.from}.${approach.number}`;
  const all = deliveryFaultNames.filter((name) => draw(plan, `${place}.${name}`) < plan.probabilities[name]);
  const without = (...names: readonly DeliveryFaultName[]): readonly DeliveryFaultName[] =>
    all.filter((name) => !names.includes(name));
  if (all.includes('drop')) return all.filter((name) => name === 'drop' || name === 'delay');
  return holding || all.includes('delay') ? without('reorder') : all;
}

/** 0 to 1, the same for the same seed and position, independent of earlier draws. */
const draw = (plan: DeliveryFaultPlan, place: string): number =>
  Number.parseInt(digest(plan, place, 'hex').slice(0, 8), 16) / 2 ** 32;

const digest = (plan: DeliveryFaultPlan, place: string, encoding: 'hex' | 'base64url'): string =>
  createHmac('sha256', `esign-delivery-faults:${plan.seed}`).update(place).digest(encoding);
