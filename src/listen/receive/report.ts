import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { NewDelivery } from '../../store/delivery.js';
import { isSuccess, wordsOf, type AppAnswer } from './answer.js';
import type { DeliveryState } from '../forward/delivery-state.js';

/** What a listener reports. Properties that end in `At` are ISO 8601 UTC; words are full sentences. */
export type Report =
  | DeliveryReport
  | RefusedReport
  /** This many more were rejected than could be shown one by one. */
  | { readonly is: 'refused-more'; readonly at: string; readonly count: number }
  | TunnelReport
  | AppReport
  | {
      readonly is: 'remark';
      readonly at: string;
      readonly code: string;
      readonly words: string;
      readonly grave: boolean;
      /** The URL of the app that it is about. */
      readonly app?: string;
    }
  | {
      readonly is: 'missed';
      readonly at: string;
      readonly events: readonly MissedEvent[];
      /**
       * `late`: the service retries them; `gone`: they will not arrive; `before`: neither, and no listener was running
       * then.
       */
      readonly when: 'late' | 'gone' | 'before';
    };

/** A delivery and what became of it; `at` is when it is told. */
export interface DeliveryReport extends Pick<
  NewDelivery,
  'at' | 'id' | 'event' | 'eventId' | 'envelopeId' | 'recipientId' | 'createdAt' | 'retryCount' | 'synthetic' | 'target'
> {
  readonly is: 'delivery';
  readonly by: 'current' | 'previous';
  /** A repeat of an earlier delivery. */
  readonly repeat: boolean;
  /** The resulting state; null for a repeat without a call of the app, and without an app. */
  readonly state: DeliveryState | null;
  /** Null when the app was not called. */
  readonly app: AppAnswer | null;
  /** Number of calls of the app for this delivery. */
  readonly attempts: number;
  readonly signedAgain: boolean;
  /** Milliseconds; null when it is not retried. */
  readonly retryIn: number | null;
  /** Why the app failed, as was found before, in few words. */
  readonly cause?: string | null;
}

interface RefusedReport {
  readonly is: 'refused';
  readonly at: string;
  readonly id: string;
  readonly cause: string;
  readonly words: string;
  readonly hint: string;
  readonly bytes: number;
}

interface TunnelReport {
  readonly is: 'tunnel';
  readonly at: string;
  readonly state: 'up' | 'moved' | 'degraded' | 'down' | 'given-up';
  readonly url: string | null;
  readonly words: string;
  readonly hint: string;
}

interface AppReport {
  readonly is: 'app';
  readonly at: string;
  readonly target: string;
  readonly reachable: boolean;
  readonly words: string;
  readonly waiting: number;
}

export interface MissedEvent {
  readonly event: string;
  readonly envelopeId: string;
  readonly recipientId: string | null;
}

export interface Counts {
  /** Verified deliveries, including repeats. */
  readonly deliveries: number;
  readonly repeats: number;
  /** Of envelopes that this machine did not create, which were not forwarded (`--mine`). */
  readonly others: number;
  readonly refused: number;
  /** Taken by an app. */
  readonly forwarded: number;
  /** Not accepted, or unknown, at the end. */
  readonly undelivered: number;
  /** Events that occurred but did not arrive; null when unknown. */
  readonly missed: number | null;
}

const missedEvents = (s: ShapeBlocks) =>
  s.list(s.object({ event: s.text, envelope_id: s.text, recipient_id: s.nullable(s.text) }));

/** What became of a delivery at an app; `signed_anew`: the service's signature was too old to forward. */
const appFacts = (s: ShapeBlocks) =>
  s.object({
    target: s.text,
    state: s.optional(s.oneOf('waiting', 'sending', 'failing', 'given_up', 'delivered')),
    attempts: s.count,
    status: s.nullable(s.count),
    milliseconds: s.optional(s.number),
    message: s.optional(s.text),
    said: s.optional(s.text),
    cause: s.optional(s.text),
    signed_anew: s.optional(s.yes),
    retry_in_ms: s.optional(s.number),
  });

/** The lines of reports, with property names like the service's. */
export const reportLines = (s: ShapeBlocks) =>
  [
    s.object({
      type: s.literal('delivery'),
      at: s.instant,
      id: s.text,
      event: s.nullable(s.text),
      event_id: s.nullable(s.text),
      envelope_id: s.nullable(s.text),
      recipient_id: s.nullable(s.text),
      created_at: s.nullable(s.text),
      retry_count: s.nullable(s.count),
      verified: s.yes,
      secret: s.oneOf('current', 'previous'),
      synthetic: s.optional(s.yes),
      repeat: s.flag,
      app: s.nullable(appFacts(s)),
    }),
    s.object({
      type: s.literal('refused'),
      at: s.instant,
      id: s.text,
      verified: s.literal(false),
      cause: s.text,
      message: s.text,
      hint: s.text,
      bytes: s.count,
    }),
    s.object({ type: s.literal('refused_more'), at: s.instant, count: s.count }),
    s.object({
      type: s.literal('tunnel'),
      at: s.instant,
      state: s.oneOf('up', 'moved', 'degraded', 'down', 'given_up'),
      url: s.nullable(s.text),
      message: s.text,
      hint: s.text,
    }),
    s.object({
      type: s.literal('app'),
      at: s.instant,
      target: s.text,
      reachable: s.flag,
      message: s.text,
      waiting: s.count,
    }),
    s.object({ type: s.oneOf('warning', 'notice'), at: s.instant, code: s.text, message: s.text }),
    s.object({
      type: s.oneOf('late', 'missed'),
      at: s.instant,
      before: s.optional(s.yes),
      events: missedEvents(s),
    }),
  ] as const;
const reportLine = (s: ShapeBlocks) => s.either(...reportLines(s));

/** A report as one line of JSON, with property names like the service's. */
export function reportAsJson(report: Report): Shaped<typeof reportLine> {
  switch (report.is) {
    case 'delivery': {
      const { target, state, app, attempts, signedAgain, retryIn } = report;
      const known = state === null ? {} : { state };
      const why = typeof report.cause === 'string' ? { cause: report.cause } : {};
      return {
        type: 'delivery',
        at: report.at,
        id: report.id,
        event: report.event,
        event_id: report.eventId,
        envelope_id: report.envelopeId,
        recipient_id: report.recipientId,
        created_at: report.createdAt,
        retry_count: report.retryCount,
        verified: true,
        secret: report.by,
        ...(report.synthetic ? { synthetic: true as const } : {}),
        repeat: report.repeat,
        app:
          target === null
            ? null
            : { target, ...known, attempts, ...appAsJson(app), ...why, ...again(signedAgain, retryIn) },
      };
    }
    case 'refused': {
      const { at, id, cause, words, hint, bytes } = report;
      return { type: 'refused', at, id, verified: false, cause, message: words, hint, bytes };
    }
    case 'refused-more':
      return { type: 'refused_more', at: report.at, count: report.count };
    case 'tunnel': {
      const { at, state, url, words, hint } = report;
      return { type: 'tunnel', at, state: state === 'given-up' ? 'given_up' : state, url, message: words, hint };
    }
    case 'app': {
      const { at, target, reachable, words, waiting } = report;
      return { type: 'app', at, target, reachable, message: words, waiting };
    }
    case 'remark': {
      const { at, code, words, grave } = report;
      return { type: grave ? 'warning' : 'notice', at, code, message: words };
    }
    case 'missed': {
      const events = report.events.map(({ event, envelopeId, recipientId }) => {
        return { event, envelope_id: envelopeId, recipient_id: recipientId };
      });
      const { at, when } = report;
      return {
        type: when === 'late' ? 'late' : 'missed',
        at,
        ...(when === 'before' ? { before: true as const } : {}),
        events,
      };
    }
  }
}

function appAsJson(
  app: AppAnswer | null,
): Pick<Shaped<typeof appFacts>, 'status' | 'milliseconds' | 'message' | 'said'> {
  if (app === null) return { status: null };
  const { milliseconds } = app;
  if (app.is === 'silent') return { status: null, milliseconds, message: app.words };
  const { status, said } = app;
  if (isSuccess(app)) return { status, milliseconds };
  return { status, milliseconds, message: wordsOf(app), ...(said === '' ? {} : { said }) };
}

const again = (
  signedAgain: boolean,
  retryIn: number | null,
): Pick<Shaped<typeof appFacts>, 'signed_anew' | 'retry_in_ms'> => ({
  ...(signedAgain ? { signed_anew: true as const } : {}),
  ...(retryIn === null ? {} : { retry_in_ms: retryIn }),
});
