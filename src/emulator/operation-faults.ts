import { createHmac } from 'node:crypto';
import type { ErrorCode } from '../contract/error-codes.js';
import type { OperationId } from '../contract/operations.js';

/** The fault of a request besides a delay. */
export type OperationEffect =
  /** Nothing but the delay. */
  | { readonly kind: 'delay' }
  /** An error by code, with its own status or another one; without a code only a status. */
  | { readonly kind: 'answer'; readonly code: ErrorCode | null; readonly status: number | null }
  /** The connection is reset before the request is processed: nothing has happened. */
  | { readonly kind: 'reset' }
  /** The request is processed and its change is on disk; the connection ends without a response. */
  | { readonly kind: 'drop_after_commit' }
  /** The request waits until it is released. */
  | { readonly kind: 'hold' }
  /** The connection is reset while the request stays in progress, for some seconds or until it is released. */
  | { readonly kind: 'stuck'; readonly seconds: number | null };

export type OperationFaultName = OperationEffect['kind'];

export interface OperationFaultPlan {
  /** Null: every operation. */
  readonly operation: OperationId | null;
  readonly effect: OperationEffect;
  /** Before the request is processed, or right before its handler, after every check. */
  readonly stage: 'arrival' | 'handler';
  /** Real seconds that it waits first; 0 for none. */
  readonly delay_seconds: number;
  /** 0 to 1, for each request. */
  readonly probability: number;
  /** The same seed selects the same requests in the same order. */
  readonly seed: number;
  /** How many requests are affected before the plan is used up; null: no limit. */
  readonly count: number | null;
}

/** A plan, the number of matching requests since it was set, and how many were affected. */
export type OperationFaultState = OperationFaultPlan & { readonly met: number; readonly struck: number };

/** One request on its way through the faults. */
interface Arrival {
  /** The fault before the request is handled, or null: the first matching plan. */
  before(): FaultHit | null;
  /** Right before its handler: the first plan of that stage, or null. */
  handled(): FaultHit | null;
  /** After successful handling: the plan that drops its response, or null. */
  after(): FaultHit | null;
}

interface FaultHit {
  readonly plan: OperationFaultPlan;
  /** Returns the fault: the request was rejected, or was a replay, and never reached its stage. */
  spare(): void;
}

export interface OperationFaults {
  add(plan: OperationFaultPlan): OperationFaultState;
  /** In order of creation. */
  list(): readonly OperationFaultState[];
  /** Removes all plans, or those of one operation, and continues waiting requests. */
  clear(operation?: OperationId): void;
  /** Removes the handler plans of an operation; waiting requests stay. */
  forgetHandler(operation: OperationId): void;
  /** The number of requests that wait for `release`. */
  held(): number;
  arrive(operation: OperationId): Arrival;
  /** Waits some real seconds, for null without a limit, or until `release`. False: aborted, nothing may follow. */
  wait(seconds: number | null): Promise<boolean>;
  /** Lets what waits go on. */
  release(): void;
  /** Removes all plans and aborts all waiting, as if the service was killed. */
  abandon(): void;
}

/** Ends early, without an error or with one, when the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

interface Kept {
  readonly plan: OperationFaultPlan;
  /** The number of earlier plans with its seed: two of one seed must not select the same requests. */
  readonly ordinal: number;
  /** Requests of each operation since the plan was set. */
  readonly arrived: Map<OperationId, number>;
  struck: number;
}

/** The operation faults of a running emulator, in memory only. */
export function createOperationFaults(sleep: Sleep): OperationFaults {
  let plans: Kept[] = [];
  const made = new Map<number, number>();
  const waiting = new Map<(goesOn: boolean) => void, { readonly endless: boolean }>();
  const endWaits = (goOn: boolean): void => {
    for (const end of waiting.keys()) end(goOn);
  };

  return {
    add(plan) {
      // A new start selects the same requests as before.
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
      if (plans.length === 0) return undisturbed;
      const matching = plans
        .filter(({ plan }) => plan.operation === null || plan.operation === operation)
        .filter((kept) => drawn(kept, operation));
      const first = (stage: Stage): FaultHit | null => {
        const kept = matching.find((each) => stageOf(each.plan) === stage && each.struck !== each.plan.count);
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

const undisturbed: Arrival = { before: () => null, handled: () => null, after: () => null };

type Stage = OperationFaultPlan['stage'] | 'answer';

const stageOf = ({ effect, stage }: OperationFaultPlan): Stage =>
  effect.kind === 'drop_after_commit' ? 'answer' : stage;

const stateOf = ({ plan, arrived, struck }: Kept): OperationFaultState => ({
  ...plan,
  met: [...arrived.values()].reduce((sum, each) => sum + each, 0),
  struck,
});

/** Counts the request, and draws whether the plan applies: by the seed and its number, independent of earlier draws. */
function drawn({ plan, ordinal, arrived }: Kept, operation: OperationId): boolean {
  const number = (arrived.get(operation) ?? 0) + 1;
  arrived.set(operation, number);
  const text = ordinal === 0 ? `${operation}.${number}` : `${operation}.${number}.${ordinal}`;
  const digest = createHmac('sha256', `esign-operation-faults:${plan.seed}`).update(text).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < plan.probability;
}
