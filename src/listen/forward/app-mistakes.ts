import { randomBytes } from 'node:crypto';
import { version } from '../../core/platform/version.js';
import type { Clock } from '../../core/platform/clock.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Send } from '../../core/http/send.js';
import {
  type AppMistake,
  type AppOutcome,
  askApp,
  eventMistake,
  isRefusal,
  maxCopies,
  mistakeOf,
  signatureMistake,
  testCopyHeader,
} from '../../domain/webhook/app-mistake.js';
import { isSuccess } from '../receive/answer.js';
import type { DeliveryReport, Report } from '../receive/report.js';
import { createAttempter } from './attempt.js';

export interface AppMistakesOptions {
  readonly appSend: Send;
  readonly clock: Clock;
  readonly signatureHeader: string;
  readonly ownHeaders: readonly HeaderPair[];
  /** Sends copies of a rejected delivery; without it, only what the app has answered is explained. */
  readonly asksApp: boolean;
  /** The secret that signs deliveries; undefined when it is not known. */
  readonly secret: () => string | undefined;
  /** The bytes of a recorded delivery. */
  readonly body: (id: string) => Buffer | undefined;
  readonly tell: (report: Report) => void;
}

/** Milliseconds for all copies of one search. */
const maxSearchMs = 30_000;
/** Milliseconds between two looks whether a cause is still the same. */
const lookAgainMs = 5_000;
/** Copies and sentences of a run, so that an app that fails all day is not flooded. */
const maxAllCopies = 400;
const maxSentences = 30;
/** Where the URL of the app stands. */
const setting = '--forward-to';

/** What is known of one app. */
interface App {
  /** Events that it has accepted. */
  readonly accepts: Set<string>;
  /** Its mistakes that were told, by kind; open until it accepts what it failed at. */
  readonly mistakes: Map<string, AppMistake & { readonly isOpen: boolean }>;
  /** Failures that it was asked about: each kind and event once, until it accepts or restarts. */
  readonly asked: Set<string>;
  /** What was found last; null when it takes none of the copies. */
  cause: string | null;
  askedAt: number;
  isAsked: boolean;
}

/** Explains what an app does wrong with its deliveries: a mistake once, until it is mended or is another one. */
export class AppMistakes {
  readonly #of: AppMistakesOptions;
  readonly #stop = new AbortController();
  readonly #apps = new Map<string, App>();
  readonly #foreign = `whsec_${randomBytes(32).toString('base64url')}`;
  #copies = 0;
  #sentences = 0;

  constructor(options: AppMistakesOptions) {
    this.#of = options;
  }

  /** What is known to be the cause of a failure, in few words; null when nothing is, or the app accepts. */
  known(report: DeliveryReport): string | null {
    const { target } = report;
    const app = this.#apps.get(target ?? '');
    if (target === null || app === undefined) return null;
    const outcome = outcomeOf(report, target, app.accepts);
    const kinds = isRefusal(outcome.status) ? ['signature', outcome.event] : [mistakeOf(outcome, setting)?.kind ?? ''];
    const known = kinds.map((kind) => app.mistakes.get(kind)).find((each) => each?.isOpen === true);
    return known === undefined || known.short === '' ? null : known.short;
  }

  take(report: DeliveryReport): void {
    const { target, app: answer } = report;
    if (target === null || answer === null) return;
    const app = this.#app(target);
    const outcome = outcomeOf(report, target, app.accepts);
    if (isSuccess(answer)) accept(app, outcome.event);
    else if (answer.is === 'silent' && !answer.sent) app.asked.clear();
    const mistake = mistakeOf(outcome, setting);
    if (mistake !== null) return this.#say(app, target, mistake);
    if (isSuccess(answer)) closeKinds(app, ['slow']);
    if (!isRefusal(outcome.status)) return;
    if (!this.#of.asksApp) {
      const words = 'The app rejects valid deliveries. To find out why, use --find-cause.';
      const more = `To test every rule, run \`esign webhook certify ${target}\`.`;
      return this.#say(app, target, { kind: 'signature', words: `${words} ${more}`, short: '' });
    }
    if (this.#isAsked(app, report, outcome)) void this.#ask(app, report.id, outcome);
  }

  /** Ends the search, and tells again what was not mended; what is not found by then is not told. */
  stop(): void {
    this.#stop.abort(new Error('the listener is stopping'));
    for (const [target, { mistakes }] of this.#apps) {
      for (const { words, isOpen } of mistakes.values()) {
        if (isOpen) this.#tell('app_mistake_stays', `Not mended: ${words}`, target);
      }
    }
  }

  #app(target: string): App {
    const known = this.#apps.get(target);
    if (known !== undefined) return known;
    const app: App = {
      accepts: new Set(),
      mistakes: new Map(),
      asked: new Set(),
      cause: null,
      askedAt: Number.NEGATIVE_INFINITY,
      isAsked: false,
    };
    this.#apps.set(target, app);
    return app;
  }

  /** A failure of another kind is asked about, and the next delivery, since the app may have been changed. */
  #isAsked(app: App, { attempts, app: answer }: DeliveryReport, { status, event }: AppOutcome): boolean {
    if (app.isAsked || this.#copies + maxCopies > maxAllCopies) return false;
    const said = answer?.is === 'answered' ? answer.said : '';
    // One that takes no copy of an event takes none of another event.
    const failure = `${status} ${app.cause === null ? '' : event} ${said}`;
    const isDue = this.#of.clock.now() - app.askedAt >= lookAgainMs;
    const isChanged = !app.asked.has(failure) || (attempts === 1 && app.cause !== null);
    if (!isDue || !isChanged) return false;
    app.asked.add(failure);
    return true;
  }

  async #ask(app: App, id: string, outcome: AppOutcome): Promise<void> {
    const { clock, signatureHeader } = this.#of;
    const { url, status } = outcome;
    const current = this.#of.secret();
    const sent = this.#of.body(id);
    if (current === undefined || sent === undefined || status === null) return;
    app.isAsked = true;
    if (app.mistakes.get('signature')?.isOpen !== true) this.#sayCopies(status, url);
    const before = this.#copies;
    const cause = await this.#search({ sent, status, known: app.cause, current, url }).catch(() => undefined);
    app.isAsked = false;
    app.askedAt = clock.now();
    if (this.#stop.signal.aborted) return;
    app.cause = cause ?? null;
    // An app that rejects one event in all forms, and took another, has no trouble with signatures.
    const single = cause === null ? eventMistake({ ...outcome, accepts: app.accepts }) : null;
    const copies = this.#copies - before;
    this.#say(app, url, single ?? signatureMistake(cause, { status, copies, url, signatureHeader }));
  }

  async #search(given: {
    readonly sent: Buffer;
    readonly status: number;
    readonly known: string | null;
    readonly current: string;
    readonly url: string;
  }): Promise<string | null> {
    const { appSend: send, clock, signatureHeader, ownHeaders } = this.#of;
    const { current, url, ...rejected } = given;
    const sender = { send, close: () => Promise.resolve() };
    const attempter = createAttempter({ sender, now: clock.now, userAgent: `esign/${version} (test copy)` });
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(maxSearchMs)]);
    const { cause } = await askApp({
      ...rejected,
      secrets: { current, foreign: this.#foreign },
      now: clock.now,
      post: async ({ signature, mark, body }) => {
        this.#copies += 1;
        const headers: readonly HeaderPair[] = [[signatureHeader, signature], ...ownHeaders, mark];
        return (await attempter.make({ url: new URL(url), body, headers }, signal)).status;
      },
    });
    return cause;
  }

  #sayCopies(status: number, url: string): void {
    this.#tell(
      'test_copies',
      `The app rejects a valid delivery with ${status}. To find out why, up to ${maxCopies} copies with the usual ` +
        `mistakes follow, each with the header ${testCopyHeader}.`,
      url,
    );
  }

  /** Tells a mistake that was not told. */
  #say(app: App, target: string, mistake: AppMistake): void {
    const { kind, words, short } = mistake;
    const isTold = app.mistakes.get(kind)?.short === short;
    app.mistakes.set(kind, { ...mistake, isOpen: true });
    if (isTold || this.#sentences >= maxSentences) return;
    this.#sentences += 1;
    this.#tell('app_mistake', words, target);
  }

  #tell(code: string, words: string, app: string): void {
    const at = new Date(this.#of.clock.now()).toISOString();
    const told = { is: 'remark', at, code, words, grave: code !== 'test_copies' } as const;
    this.#of.tell(code === 'app_mistake' ? { ...told, app } : told);
  }
}

function outcomeOf({ app, event }: DeliveryReport, url: string, accepts: ReadonlySet<string>): AppOutcome {
  const isAnswered = app?.is === 'answered';
  return {
    url,
    event: event ?? '',
    status: isAnswered ? app.status : null,
    timedOut: app?.is === 'silent' && app.timedOut,
    milliseconds: app?.milliseconds ?? 0,
    location: isAnswered ? (app.location ?? null) : null,
    accepts,
  };
}

/** What an app accepts is mended: the next failure is a new one. */
function accept(app: App, event: string): void {
  app.accepts.add(event);
  app.asked.clear();
  closeKinds(app, [event, 'redirect', 'path', 'signature']);
}

function closeKinds({ mistakes }: App, kinds: readonly string[]): void {
  for (const kind of kinds) {
    const mistake = mistakes.get(kind);
    if (mistake !== undefined) mistakes.set(kind, { ...mistake, isOpen: false });
  }
}
