import { createHmac } from 'node:crypto';
import type { ErrorCode } from '../contract/error-codes.js';
import type { OperationId } from '../contract/operations.js';

/** What befalls a request besides a delay. */
export type OperationEffect =
  /** Nothing but the delay. */
  | { readonly kind: 'delay' }
  /** A refusal by code, with its own status or another one; without a code an answer that is nothing but a status. */
  | { readonly kind: 'answer'; readonly code: ErrorCode | null; readonly status: number | null }
  /** The connection is reset before the request is looked at: nothing has happened. */
  | { readonly kind: 'reset' }
  /** The request is done and what it changed is on disk; the connection ends without the answer. */
  | { readonly kind: 'drop_after_commit' }
  /** The request waits until it is released. */
  | { readonly kind: 'hold' }
  /** The connection is reset while the request stays in progress, for so many seconds or until it is released. */
  | { readonly kind: 'stuck'; readonly seconds: number | null };

export type OperationFaultName = OperationEffect['kind'];

export interface OperationFaultPlan {
  /** Null: every operation. */
  readonly operation: OperationId | null;
  readonly effect: OperationEffect;
  /** Before the request is looked at, or right before its handler, once every check is passed. */
  readonly stage: 'arrival' | 'handler';
  /** Real seconds that it waits first; 0 for none. */
  readonly delay_seconds: number;
  /** 0 to 1, for each request. */
  readonly probability: number;
  /** The same requests in the same order meet the same faults for the same seed. */
  readonly seed: number;
  /** How many requests are struck before the plan is used up; null: no end. */
  readonly count: number | null;
}

/** A plan, the requests to its operations since it was made, and how many of them it struck. */
export type OperationFaultState = OperationFaultPlan & { readonly met: number; readonly struck: number };

/** One request on its way through the faults. */
interface Arrival {
  /** What befalls it before it is handled, or null: the first plan, in the order of their making, that strikes. */
  before(): FaultHit | null;
  /** Right before its handler: the first plan of that stage, or null. */
  handled(): FaultHit | null;
  /** Once it was handled and not refused: the plan that takes its answer away, or null. */
  after(): FaultHit | null;
}

interface FaultHit {
  readonly plan: OperationFaultPlan;
  /** Gives the fault back: the request was refused, or was a repeat, and never came to where it strikes. */
  spare(): void;
}

export interface OperationFaults {
  add(plan: OperationFaultPlan): OperationFaultState;
  /** In the order of their making. */
  list(): readonly OperationFaultState[];
  /** Forgets every plan, or those of one operation, and lets what waits go on. */
  clear(operation?: OperationId): void;
  /** Forgets the plans of an operation's handler; what waits stays so. */
  forgetHandler(operation: OperationId): void;
  /** How many requests wait without end, until `release`. */
  held(): number;
  arrive(operation: OperationId): Arrival;
  /** Waits so many real seconds, without end for null, or until `release`. False: abandoned, nothing may follow. */
  wait(seconds: number | null): Promise<boolean>;
  /** Lets what waits go on. */
  release(): void;
  /** Forgets every plan, and everything that waits comes to nothing, as when the service is killed. */
  abandon(): void;
}

/** Ends early, without an error or with one, when the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface Kept {
  readonly plan: OperationFaultPlan;
  /** How many plans of its seed were made before it: two of one seed must not strike the same requests. */
  readonly ordinal: number;
  /** Each operation's requests, counted since the plan was made. */
  readonly arrived: Map<OperationId, number>;
  struck: number;
}

/** The faults of operations of a running emulator, kept in memory: a restart is without any. */
export function createOperationFaults(sleep: Sleep): OperationFaults {
  let plans: Kept[] = [];
  const made = new Map<number, number>();
  const waiting = new Map<(goesOn: boolean) => void, { readonly endless: boolean }>();
  const endWaits = (goOn: boolean): void => {
    for (const end of waiting.keys()) end(goOn);
  };

  return {
    add(plan) {
      // Whoever begins anew meets what was met before.
      if (plans.length === 0) made.clear();
      const ordinal = made.get(plan.seed) ?? 0;
      made.set(plan.seed, ordinal + 1);
      const kept = { plan, ordinal, arrived: new Map(), struck: 0 };
      plans = [...plans, kept];
      return stateOf(kept);
    },
    list: () => plans.map(stateOf),
    clear(operation) {
      plans = operation === undefined ? [] : plans.filter(({ plan }) => plan.operation !== operation);
      endWaits(true);
    },
    forgetHandler(operation) {
      plans = plans.filter(({ plan }) => plan.operation !== operation || plan.stage !== 'handler');
    },
    held: () => [...waiting.values()].filter(({ endless }) => endless).length,
    arrive(operation) {
      const meant = plans
        .filter(({ plan }) => plan.operation === null || plan.operation === operation)
        .filter((kept) => drawn(kept, operation));
      const first = (stage: Stage): FaultHit | null => {
        const kept = meant.find((each) => stageOf(each.plan) === stage && each.struck !== each.plan.count);
        if (kept === undefined) return null;
        kept.struck += 1;
        return { plan: kept.plan, spare: () => (kept.struck -= 1) };
      };
      return { before: () => first('arrival'), handled: () => first('handler'), after: () => first('answer') };
    },
    wait: (seconds) =>
      new Promise((resolve) => {
        const over = new AbortController();
        const end = (goesOn: boolean): void => {
          waiting.delete(end);
          over.abort();
          resolve(goesOn);
        };
        waiting.set(end, { endless: seconds === null });
        if (seconds === null) return;
        const go = (): void => end(true);
        sleep(seconds * 1000, over.signal).then(go, go);
      }),
    release: () => endWaits(true),
    abandon() {
      plans = [];
      endWaits(false);
    },
  };
}

type Stage = OperationFaultPlan['stage'] | 'answer';

const stageOf = ({ effect, stage }: OperationFaultPlan): Stage =>
  effect.kind === 'drop_after_commit' ? 'answer' : stage;

const stateOf = ({ plan, arrived, struck }: Kept): OperationFaultState => ({
  ...plan,
  met: [...arrived.values()].reduce((sum, each) => sum + each, 0),
  struck,
});

/** Counts the request, and draws whether the plan is for it: by the seed and its number, not by what was drawn before. */
function drawn({ plan, ordinal, arrived }: Kept, operation: OperationId): boolean {
  const number = (arrived.get(operation) ?? 0) + 1;
  arrived.set(operation, number);
  const text = ordinal === 0 ? `${operation}.${number}` : `${operation}.${number}.${ordinal}`;
  const digest = createHmac('sha256', `esign-operation-faults:${plan.seed}`).update(text).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < plan.probability;
}
