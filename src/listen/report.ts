import type { AppAnswer } from './answer.js';

/** What a listener says, as it happens. Members that end in `At` are ISO 8601 UTC; words are whole sentences. */
export type Report =
  | DeliveryReport
  | RefusedReport
  /** So many more were refused than could be shown one by one. */
  | { readonly is: 'refused-more'; readonly at: string; readonly count: number }
  | TunnelReport
  | AppReport
  | {
      readonly is: 'remark';
      readonly at: string;
      readonly code: string;
      readonly words: string;
      readonly grave: boolean;
    }
  | { readonly is: 'missed'; readonly at: string; readonly events: readonly MissedEvent[]; readonly late: boolean };

export interface DeliveryReport {
  readonly is: 'delivery';
  readonly at: string;
  /** Its id in the journal. */
  readonly id: string;
  readonly event: string | null;
  readonly eventId: string | null;
  readonly envelopeId: string | null;
  readonly recipientId: string | null;
  readonly createdAt: string | null;
  readonly retryCount: number | null;
  readonly by: 'current' | 'previous';
  readonly synthetic: boolean;
  /** It came before, and the app has it or will have it. */
  readonly repeat: boolean;
  /** Null when there is no app for it. */
  readonly target: string | null;
  /** Null when the app was not asked. */
  readonly app: AppAnswer | null;
  /** How often the app was asked about this delivery. */
  readonly attempts: number;
  readonly signedAnew: boolean;
  /** Milliseconds; null when it is not tried again. */
  readonly retryIn: number | null;
}

export interface RefusedReport {
  readonly is: 'refused';
  readonly at: string;
  readonly id: string;
  readonly cause: string;
  readonly words: string;
  readonly hint: string;
  readonly bytes: number;
}

export interface TunnelReport {
  readonly is: 'tunnel';
  readonly at: string;
  readonly state: 'up' | 'moved' | 'degraded' | 'down' | 'given-up';
  readonly url: string | null;
  readonly words: string;
  readonly hint: string;
}

export interface AppReport {
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
  /** Deliveries that verified, repeats included. */
  readonly deliveries: number;
  readonly repeats: number;
  readonly refused: number;
  /** Taken by an app. */
  readonly forwarded: number;
  /** Not taken, or not known to be, at the end. */
  readonly undelivered: number;
  /** Events that happened and did not come; null when that is not known. */
  readonly missed: number | null;
}

/** A report as one line of JSON, in the service's spelling. */
export function reportAsJson(report: Report): Readonly<Record<string, unknown>> {
  switch (report.is) {
    case 'delivery': {
      const { target, app, attempts, signedAnew, retryIn } = report;
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
        ...(report.synthetic ? { synthetic: true } : {}),
        repeat: report.repeat,
        app: target === null ? null : { target, attempts, ...appAsJson(app), ...again(signedAnew, retryIn) },
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
      return { type: 'tunnel', at, state: state.replace('-', '_'), url, message: words, hint };
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
      return { type: report.late ? 'late' : 'missed', at: report.at, events };
    }
  }
}

function appAsJson(app: AppAnswer | null): Readonly<Record<string, unknown>> {
  if (app === null) return { status: null };
  const { milliseconds } = app;
  if (app.is === 'silent') return { status: null, milliseconds, message: app.words };
  const success = app.status >= 200 && app.status < 300;
  return { status: app.status, milliseconds, ...(success || app.said === '' ? {} : { said: app.said }) };
}

const again = (signedAnew: boolean, retryIn: number | null): Readonly<Record<string, unknown>> => ({
  ...(signedAnew ? { signed_anew: true } : {}),
  ...(retryIn === null ? {} : { retry_in_ms: retryIn }),
});

/** A line in parts, so that whoever prints it can give the parts their colours and clean what came from outside. */
export interface Line {
  readonly time: string;
  readonly parts: readonly { readonly text: string; readonly tone: Tone }[];
  /** Further lines below it. */
  readonly below: readonly string[];
}

export type Tone = 'plain' | 'dim' | 'good' | 'bad' | 'warn';

/** The columns of a delivery's line: event, envelope, the service's attempt, the secret, the app's status, the time. */
export const widths = { event: 23, envelope: 36, attempt: 3, secret: 8, status: 11, took: 8 } as const;

/** A report as a line for a person. */
export function reportAsLine(report: Report): Line {
  switch (report.is) {
    case 'delivery':
      return deliveryLine(report);
    case 'refused':
      return line(report.at, [tag('refused', 'bad'), part(report.words)], report.hint === '' ? [] : [report.hint]);
    case 'refused-more':
      return line(report.at, [tag('refused', 'bad'), part(`${report.count} more that did not verify.`)]);
    case 'tunnel':
      return line(
        report.at,
        [tag('tunnel', report.state === 'up' || report.state === 'moved' ? 'good' : 'warn'), part(report.words)],
        report.hint === '' ? [] : [report.hint],
      );
    case 'app':
      return line(report.at, [tag('app', report.reachable ? 'good' : 'warn'), part(report.words)]);
    case 'remark':
      return line(report.at, [
        tag(report.grave ? 'warning' : 'note', report.grave ? 'warn' : 'dim'),
        part(report.words),
      ]);
    case 'missed':
      return line(
        report.at,
        [
          tag(report.late ? 'late' : 'missed', report.late ? 'warn' : 'bad'),
          part(missedWords(report.events, report.late)),
        ],
        report.events.map(({ event, envelopeId, recipientId }) => {
          return `${event.padEnd(widths.event)}  ${envelopeId}${recipientId === null ? '' : `  recipient ${recipientId}`}`;
        }),
      );
  }
}

function missedWords(events: readonly unknown[], late: boolean): string {
  const many = events.length === 1 ? 'One event' : `${events.length} events`;
  return late
    ? `${many} happened meanwhile and did not come yet; the service repeats its deliveries from a minute on.`
    : `${many} happened and did not come.`;
}

function deliveryLine(report: DeliveryReport): Line {
  const { app, repeat, target, retryIn } = report;
  const attempt = report.retryCount === null ? '' : `#${report.retryCount + 1}`;
  const below =
    app === null || isTaken(app)
      ? []
      : [
          app.is === 'silent'
            ? `${app.words}.`
            : `The app answered ${app.status}${app.said === '' ? '.' : `: ${app.said}`}`,
        ];
  return line(
    report.at,
    [
      part((report.event ?? 'no event').padEnd(widths.event)),
      part((report.envelopeId ?? '-').padEnd(widths.envelope), 'dim'),
      part(attempt.padEnd(widths.attempt)),
      part((report.synthetic ? 'local' : report.by).padEnd(widths.secret), report.by === 'current' ? 'good' : 'warn'),
      part(appStatus(report).padEnd(widths.status), appTone(app, repeat, target)),
      part(app === null ? '' : `${app.milliseconds} ms`.padStart(widths.took), 'dim'),
      ...(report.attempts > 1 ? [part(`try ${report.attempts}`, 'dim')] : []),
      ...(report.signedAnew ? [part('signed anew', 'dim')] : []),
      ...(retryIn === null ? [] : [part(`again in ${seconds(retryIn)}`, 'warn')]),
    ],
    below,
  );
}

function appStatus({ app, repeat, target }: DeliveryReport): string {
  if (repeat && app === null) return 'repeat';
  if (target === null || app === null) return 'no app';
  if (app.is === 'answered') return String(app.status);
  return app.timedOut ? 'timeout' : 'no answer';
}

function appTone(app: AppAnswer | null, repeat: boolean, target: string | null): Tone {
  if (repeat || target === null || app === null) return 'dim';
  return isTaken(app) ? 'good' : 'bad';
}

const isTaken = (app: AppAnswer): boolean => app.is === 'answered' && app.status >= 200 && app.status < 300;
/** What kind of line it is, as wide as an event's name. */
const tag = (text: string, tone: Tone): Line['parts'][number] => part(text.padEnd(widths.event), tone);
const part = (text: string, tone: Tone = 'plain'): Line['parts'][number] => ({ text, tone });
const line = (at: string, parts: Line['parts'], below: readonly string[] = []): Line => ({ time: at, parts, below });
const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);
