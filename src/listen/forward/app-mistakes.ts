import { version } from '../../core/platform/version.js';
import type { Clock } from '../../core/platform/clock.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Send } from '../../core/http/send.js';
import { limits } from '../../contract/limits.js';
import { isSuccess } from '../receive/answer.js';
import type { DeliveryReport, Report } from '../receive/report.js';
import { type Attempter, createAttempter } from './attempt.js';

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

/** What an app answers when it takes a signature for wrong. */
const refusals = [400, 401, 403];
/** What it answers where nothing takes deliveries. */
const wrongPath = [404, 405, 410];
/** Milliseconds for all copies together. */
const maxSearchMs = 30_000;
/** Half of what the service waits. */
const slowMs = limits.webhook.timeoutSeconds * 500;

/** Explains what an app does wrong with its deliveries: each kind of mistake once in a run of the listener. */
export class AppMistakes {
  readonly #of: AppMistakesOptions;
  readonly #stop = new AbortController();
  /** What was explained, by app. */
  readonly #said = new Set<string>();
  /** Events that an app has accepted. */
  readonly #accepted = new Map<string, Set<string>>();
  /** Apps that are asked, or were. */
  readonly #asked = new Set<string>();

  constructor(options: AppMistakesOptions) {
    this.#of = options;
  }

  take(report: DeliveryReport): void {
    const { target, app, event, id } = report;
    if (target === null || app === null) return;
    const accepted = this.#accepted.get(target) ?? new Set();
    this.#accepted.set(target, accepted);
    if (isSuccess(app)) accepted.add(event ?? '');
    if (app.milliseconds >= slowMs && (isSuccess(app) || (app.is === 'silent' && app.timedOut))) this.#saySlow(report);
    if (app.is === 'silent' || isSuccess(app) || accepted.has(event ?? '')) return;
    if (app.status >= 300 && app.status < 400) return this.#sayRedirect(target, app.location);
    const [other] = accepted;
    if (other !== undefined) return this.#sayEvent(target, event ?? '', other, app.status);
    if (wrongPath.includes(app.status)) return this.#sayPath(target, app.status);
    if (!refusals.includes(app.status) || this.#asked.has(target)) return;
    this.#asked.add(target);
    if (this.#of.asksApp) void this.#ask(id, target);
    else
      this.#say(
        'signature',
        target,
        `The app rejects valid deliveries. To find out why, use --find-cause. ${certify(target)}`,
      );
  }

  /** Ends the search; what is not found by then is not told. */
  stop(): void {
    this.#stop.abort(new Error('the listener is stopping'));
  }

  #saySlow({ target, app }: DeliveryReport): void {
    const { timeoutSeconds } = limits.webhook;
    const took = `${((app?.milliseconds ?? 0) / 1000).toFixed(1)} s`;
    const how = app?.is === 'answered' ? `takes ${took} to respond` : `did not respond within ${took}`;
    this.#say(
      'slow',
      target ?? '',
      `The app ${how}. After ${timeoutSeconds} s the service gives up and tries again: respond first, and work afterwards.`,
    );
  }

  #sayEvent(target: string, event: string, other: string, status: number): void {
    this.#say(
      event,
      target,
      `The app fails at ${event}. It responds with ${status}, and accepts ${other}: check its log for this event.`,
    );
  }

  #sayRedirect(target: string, location: string | undefined): void {
    const to = location !== undefined && URL.canParse(location, target) ? new URL(location, target) : null;
    this.#say(
      'redirect',
      target,
      `The app redirects deliveries${to === null ? '' : ` to ${to.href}`}. The service does not follow redirects: ` +
        (to === null ? 'use the URL that answers itself.' : `use --forward-to ${to.href}, and register that path.`),
    );
  }

  #sayPath(target: string, status: number): void {
    this.#say(
      'path',
      target,
      `The app responds with ${status} to a POST to ${new URL(target).pathname}. Check the path of --forward-to.`,
    );
  }

  async #ask(id: string, target: string): Promise<void> {
    const secret = this.#of.secret();
    const body = this.#of.body(id);
    if (secret === undefined || body === undefined) return;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(maxSearchMs)]);
    const { attempter, count } = this.#counting();
    const cause = await this.#causeOf({ secret, body, target, attempter, signal }).catch(() => undefined);
    if (this.#stop.signal.aborted) return;
    const { signatureHeader } = this.#of;
    const found =
      cause === undefined
        ? 'Copies with the usual mistakes were not answered in time.'
        : cause === null
          ? `It also rejects ${count()} copies with the usual mistakes, so it most likely uses another secret than ` +
            `this endpoint, or does not read the header ${signatureHeader}.`
          : `It ${cause}. It took a copy of this delivery that was made to find this out.`;
    this.#say('signature', target, `The app rejects valid deliveries. ${found} ${certify(target)}`);
  }

  async #causeOf(given: {
    readonly secret: string;
    readonly body: Buffer;
    readonly target: string;
    readonly attempter: Attempter;
    readonly signal: AbortSignal;
  }): Promise<string | null> {
    const { clock, signatureHeader, ownHeaders } = this.#of;
    const { secret, body, target, attempter, signal } = given;
    // Loaded only for an app that rejects a delivery.
    const [{ createKit }, { findCause }] = await Promise.all([
      import('../certify/certify.js'),
      import('../certify/find-cause.js'),
    ]);
    const kit = createKit({
      url: new URL(target),
      secrets: { current: secret },
      attempter,
      signatureHeader,
      headers: ownHeaders,
      failHeader: null,
      acted: null,
      now: clock.now,
      sleep: (milliseconds) => clock.sleep(milliseconds, signal),
      uuid: () => globalThis.crypto.randomUUID(),
      signal,
    });
    return findCause(kit, body);
  }

  #counting(): { readonly attempter: Attempter; readonly count: () => number } {
    const { appSend: send, clock } = this.#of;
    let made = 0;
    const counted: Send = (request) => {
      made += 1;
      return send(request);
    };
    const sender = { send: counted, close: () => Promise.resolve() };
    return { attempter: createAttempter({ sender, now: clock.now, userAgent: `esign/${version}` }), count: () => made };
  }

  #say(kind: string, app: string, words: string): void {
    const what = `${kind} ${app}`;
    if (this.#said.has(what)) return;
    this.#said.add(what);
    const at = new Date(this.#of.clock.now()).toISOString();
    this.#of.tell({ is: 'remark', at, code: 'app_mistake', words, grave: true, app });
  }
}

const certify = (target: string): string => `To test every rule, run \`esign webhook certify ${target}\`.`;
