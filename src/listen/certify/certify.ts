import { randomBytes } from 'node:crypto';
import type { Contract } from '../../contract/overlay/contract.js';
import type { EventName } from '../../contract/events.js';
import { limits } from '../../contract/limits.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { type EventBody, makeEventBody, writeEventBody } from '../../domain/webhook/event-body.js';
import { type DeliveryFaults, writeFaulty } from '../../domain/webhook/faulty-delivery.js';
import type { Attempter, AttemptOutcome } from '../forward/attempt.js';
import { type Finding, nothingTaken, type RuleResult, whyNotAccepted } from './certify-outcome.js';
import { burst, certifyRules, type CertifyRule } from './certify-rules.js';

/** The result of one rule of the delivery contract. */
export interface CertifyOptions {
  readonly url: URL;
  readonly secrets: { readonly current: string; readonly previous?: string | undefined };
  readonly attempter: Attempter;
  /** Names of the rules to test, in any order. */
  readonly rules: readonly string[];
  readonly signatureHeader: string;
  /** Of a service that writes its events otherwise. */
  readonly contract?: Contract | undefined;
  /** Headers added to every delivery, such as the password of a preview. */
  readonly headers: readonly HeaderPair[];
  /** A header that makes the test build of the app respond with 5xx. */
  readonly failHeader: HeaderPair | null;
  /** Returns the IDs of the events that the app has processed, in order, one for each time; null when unknown. */
  readonly acted: (() => Promise<readonly string[]>) | null;
  /** Signing time in milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly uuid: () => string;
  readonly signal?: AbortSignal;
  /** Called after each rule. */
  readonly tested?: (done: number, of: number) => void;
}

/** What a rule works with. */
export interface Kit {
  /** The current secret, for the search of a cause; it is never shown. */
  readonly secret: string;
  readonly hasPrevious: boolean;
  readonly hasActed: boolean;
  readonly signatureHeader: string;
  readonly now: () => number;
  readonly failHeader: HeaderPair | null;
  /** At least one delivery got a 2xx response. */
  hasTaken(): boolean;
  /** The bytes of an event, as the service writes them. */
  bytes(event: EventBody): Buffer;
  /** A new event that no other rule has sent. */
  event(name: EventName, fields?: Partial<EventBody>): EventBody;
  deliver(delivery: Outgoing): Promise<AttemptOutcome>;
  /** Does the same with each, in their order, or side by side where the receiver has shown that it can. */
  each<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]>;
  /** How often the app processed an event, after some waiting time; null when the app does not report it. */
  actedOn(id: string, expected: number): Promise<number | null>;
}

/** A delivery with its faults; everything that is not given is correct. */
export interface Outgoing extends DeliveryFaults {
  readonly event: EventBody;
  /** A mistake that is tried: one that is accepted does not prove that valid deliveries are. */
  readonly trial?: true;
  /** Writes the name of the signature header otherwise. */
  readonly name?: (header: string) => string;
  readonly more?: readonly HeaderPair[];
}

/** Milliseconds for a response, above which the rules after the burst are tested side by side. */
const slowMs = 1_000;

/**
 * Tests a receiver against the delivery contract, one rule after the other (Events, Delivery and Signature). If it
 * rejects even a valid delivery, the rules that depend on it are skipped. A slow receiver that has taken a burst gets the
 * deliveries of the remaining rules side by side: no rule depends on another, and none of its waits.
 */
export async function* certifyReceiver(options: CertifyOptions): AsyncGenerator<RuleResult> {
  const pace: Pace = { together: false, slowest: 0 };
  const kit = createKit(options, pace);
  const rules = certifyRules.filter((each) => options.rules.includes(each.rule));
  let turnedAway = false;
  let done = 0;
  const test = async ({ rule, title, run }: CertifyRule): Promise<RuleResult> => {
    const start = options.now();
    const idle = turnedAway && !kit.hasTaken();
    const found: Finding = idle ? { outcome: 'skipped', reason: nothingTaken } : await run(kit);
    turnedAway ||= (rule === 'no_redirect' || rule === 'valid') && found.outcome === 'fail';
    done += 1;
    options.tested?.(done, rules.length);
    return { rule, title, ...found, milliseconds: Math.max(0, options.now() - start) };
  };
  for (const [at, rule] of rules.entries()) {
    const one = pace.slowest;
    const result = await test(rule);
    yield result;
    if (rule.rule !== 'in_time') continue;
    // What is left of the burst would delay the deliveries of other rules until they fail.
    if (result.outcome === 'fail') await options.sleep(Math.max(0, burst * one - limits.webhook.timeoutSeconds * 1000));
    pace.together = result.outcome !== 'fail' && pace.slowest > slowMs;
    if (!pace.together) continue;
    const others = rules.slice(at + 1).map(test);
    // The first that fails is thrown below.
    for (const other of others) other.catch(() => undefined);
    for (const other of others) yield await other;
    return;
  }
}

interface Pace {
  /** The receiver can take several deliveries at once. */
  together: boolean;
  /** Milliseconds of its slowest response. */
  slowest: number;
}

/** No server responds at the URL, so no rule can be tested. */
export class ReceiverUnreachable extends Error {
  override readonly name = 'ReceiverUnreachable';
}

const timeoutMs = 5_000;
const step = 100;

function createKit(options: Omit<CertifyOptions, 'rules'>, pace: Pace = { together: false, slowest: 0 }): Kit {
  const { url, secrets, attempter, signatureHeader, headers: always, failHeader, now, uuid, signal } = options;
  const foreign = `whsec_${randomBytes(32).toString('base64url')}`;
  let reached = false;
  let taken = false;
  const places = new Places(burst);
  const acted = async (id: string): Promise<number> =>
    (await (options.acted?.() ?? Promise.resolve([]))).filter((one) => one === id).length;
  return {
    secret: secrets.current,
    hasPrevious: secrets.previous !== undefined,
    hasActed: options.acted !== null,
    signatureHeader,
    now,
    failHeader,
    hasTaken: () => taken,
    event: (name, fields) => makeEventBody(name, { now: now(), uuid }, fields),
    bytes: (event) => writeEventBody(event, options.contract),
    async each(items, act) {
      if (pace.together) return Promise.all(items.map(act));
      const results: Awaited<ReturnType<typeof act>>[] = [];
      for (const item of items) results.push(await act(item));
      return results;
    },
    async deliver({ event, more = [], name, trial, ...faults }) {
      await places.take();
      const bytes = (): Buffer => writeEventBody(event, options.contract);
      const { body, values } = writeFaulty(faults, { bytes, now: now(), secrets: { ...secrets, foreign } });
      const signatures = values.map((value): HeaderPair => [name?.(signatureHeader) ?? signatureHeader, value]);
      const headers = [...signatures, ...always, ...more];
      const outcome = await attempter.make({ url, body, headers }, signal).finally(() => places.free());
      if (!reached && !outcome.sent) throw new ReceiverUnreachable(outcome.words ?? 'no connection was made');
      reached = true;
      pace.slowest = Math.max(pace.slowest, outcome.milliseconds);
      taken ||= trial !== true && whyNotAccepted(outcome) === null;
      return outcome;
    },
    async actedOn(id, expected) {
      if (options.acted === null) return null;
      // An app may process an event after its response, so a forbidden effect is checked a moment later.
      if (expected === 0) await options.sleep(step * 3);
      let count = await acted(id);
      for (let waited = 0; count < expected && waited < timeoutMs; waited += step) {
        await options.sleep(step);
        count = await acted(id);
      }
      return count;
    },
  };
}

/** Deliveries that are under way at the same time, at most. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
