import type { Delivery, NewDelivery } from '../../store/delivery.js';
import { ListenerDeliveries } from '../../store/listener-deliveries.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { syntheticBody, type Implied } from './implied-events.js';
import { Forwarding } from '../forward/forwarding.js';
import { Poller } from './poll.js';
import { keepReported, readReported } from '../../store/reported-events.js';
import { reportOf } from './receiver.js';
import { targetOf } from '../forward/routes.js';
import { Dedupe } from './dedupe.js';
import { forwardingOf, type SessionOptions } from '../session-options.js';
import { fingerprint, randomToken, readListeners, writeListener } from '../endpoint/state.js';
import { refuseRunning } from '../endpoint/take-over.js';
import type { ListenerState } from '../endpoint/state.js';
import { sentence } from '../tunnel/tunnel-news.js';

export type PollSessionOptions = Omit<
  SessionOptions,
  | 'send'
  | 'provider'
  | 'machine'
  | 'ack'
  | 'resume'
  | 'keep'
  | 'rotate'
  | 'port'
  | 'reaper'
  | 'times'
  | 'debug'
  | 'brand'
  | 'own'
> & {
  /** Milliseconds between two rounds. */
  readonly interval: number;
  /** Envelopes to follow in addition to those that this machine knows. */
  readonly followed: readonly string[];
};

export interface PollReady {
  readonly secret: string;
  /** Envelopes that may still change. */
  readonly following: number;
  /** Those of them that are read later: what happens to them until then is not reported. */
  readonly unread: number;
}

export interface PollEnding {
  readonly events: number;
  readonly forwarded: number;
  readonly undelivered: readonly Delivery[];
}

/** Follows envelopes without a public URL: changes become events, signed here and marked synthetic. */
export class PollSession {
  readonly #of: PollSessionOptions;
  readonly #listener: string;
  readonly #journal: ListenerDeliveries;
  readonly #forwarding: Forwarding;
  readonly #seen: Dedupe;
  readonly #stop = new AbortController();
  #state: ListenerState | undefined;
  #over: Promise<void> = Promise.resolve();
  #events = 0;

  constructor(options: PollSessionOptions) {
    this.#of = options;
    const { clock, state, baseUrl, host, routing } = options;
    this.#listener = fingerprint(`poll ${forwardingOf(baseUrl, routing)}`);
    this.#journal = new ListenerDeliveries({ state, now: clock.now, listener: this.#listener, host });
    this.#seen = new Dedupe((event) => this.#journal.event(event));
    this.#forwarding = new Forwarding({
      ...options,
      journal: this.#journal,
      held: () => this.#endpoints(),
    });
  }

  /**
   * Reads each envelope that it does not know, as far as the rate limit allows, so that the first event is a change, and
   * continues in the background.
   */
  async open(signal: AbortSignal): Promise<PollReady> {
    signal.addEventListener('abort', () => this.#stop.abort(signal.reason), { once: true });
    if (signal.aborted) this.#stop.abort(signal.reason);
    this.#state = await this.#ownState();
    await writeListener(this.#of.stateDir, this.#state);
    const { own } = await this.#journal.start();
    this.#forwarding.resume(own);
    const poller = new Poller(
      {
        client: this.#of.client,
        clock: this.#of.clock,
        events: this.#of.events,
        since: await this.#serviceTime(),
        emit: (implied) => this.#emit(implied),
        remember: (changed) => keepReported(this.#of.state, this.#listener, changed, this.#of.clock.now()),
        trouble: (code, why) => {
          const what = code === 'not_read' ? 'an envelope could not be read' : 'an event could not be stored';
          this.#of.tell({ is: 'remark', at: this.#iso(), code, words: sentence(`${what}: ${why}`), grave: true });
        },
        waiting: (milliseconds) => {
          const left = `Near the rate limit of this key. Waiting ${Math.ceil(milliseconds / 1000)} s.`;
          this.#of.tell({ is: 'remark', at: this.#iso(), code: 'waiting', words: left, grave: false });
        },
      },
      readReported(this.#of.state, this.#listener),
    );
    const envelopes = await this.#envelopes();
    let isWhole: boolean;
    do isWhole = await poller.round(envelopes, this.#stop.signal);
    while (isWhole && poller.unread(envelopes) > 0);
    this.#over = this.#goOn(poller);
    return {
      secret: this.#state.localSecret ?? '',
      following: poller.due(envelopes).length,
      unread: poller.unread(envelopes),
    };
  }

  async close(): Promise<PollEnding> {
    this.#stop.abort(new Error('the listener is stopping'));
    await this.#over;
    await this.#forwarding.close(1_000);
    const undelivered = this.#forwarding.undelivered();
    this.#journal.close();
    return { events: this.#events, forwarded: this.#forwarding.taken, undelivered };
  }

  async #goOn(poller: Poller): Promise<void> {
    const { clock, interval } = this.#of;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(interval, signal).catch(() => undefined);
      if (!signal.aborted) await poller.round(await this.#envelopes(), signal);
    }
  }

  /** The clock of an emulator may differ; envelopes created after this time are reported from their start. */
  async #serviceTime(): Promise<number> {
    const { clock, serviceNow } = this.#of;
    return serviceNow === null ? clock.now() : serviceNow().catch(() => clock.now());
  }

  async #envelopes(): Promise<readonly string[]> {
    const known = await this.#of.knownEnvelopes().catch(() => []);
    return [...new Set([...known, ...this.#of.followed])];
  }

  async #emit(implied: Implied): Promise<void> {
    const { clock, routing, host, signatureHeader, ownHeaders, tell, arrived } = this.#of;
    const at = this.#iso();
    const { id: eventId, body } = syntheticBody(implied, at);
    if (this.#seen.get(eventId) !== undefined) return;
    const t = Math.floor(clock.now() / 1000);
    const signature = writeSignature({ current: this.#state?.localSecret ?? '' }, body, t);
    const delivery: NewDelivery = {
      id: randomToken(12),
      at,
      listener: this.#listener,
      host,
      endpoint: null,
      event: implied.event,
      eventId,
      envelopeId: implied.envelopeId,
      recipientId: implied.recipientId,
      createdAt: implied.at ?? at,
      retryCount: 0,
      synthetic: true,
      verdict: { ok: true, by: 'current' },
      signature: [signature],
      contentType: 'application/json',
      body,
      target: targetOf(routing, implied.event)?.href ?? null,
    };
    await this.#journal.got(delivery);
    this.#seen.add(eventId, { id: delivery.id, at: clock.now(), recorded: Promise.resolve(), app: 'taken' });
    this.#events += 1;
    arrived(implied.event, implied.envelopeId);
    const about = reportOf(delivery, 'current', { repeat: false });
    if (delivery.target === null) return tell(about);
    const headers = [['Content-Type', 'application/json'], [signatureHeader, signature], ...ownHeaders] as const;
    const target = new URL(delivery.target);
    this.#forwarding.apps.add({ id: delivery.id, target, headers, body, signedAt: t * 1000, attempts: 0, about });
  }

  #endpoints() {
    return [{ id: null, url: '', secrets: [{ value: this.#state?.localSecret ?? '', until: null }] }];
  }

  /** The secret is the same in every run, so that the app is configured once. */
  async #ownState(): Promise<ListenerState> {
    const { stateDir, baseUrl, account, profile, process, routing, clock } = this.#of;
    const before = (await readListeners(stateDir)).find(({ listener }) => listener === this.#listener);
    await refuseRunning(before === undefined ? [] : [before], this.#of);
    return {
      id: before?.id ?? fingerprint(this.#listener),
      listener: this.#listener,
      baseUrl,
      account,
      profile,
      pid: process.pid,
      started: process.started,
      createdAt: new Date(clock.now()).toISOString(),
      keep: true,
      token: before?.token ?? randomToken(32),
      port: 0,
      provider: 'poll',
      forwardTo: routing.routes[0]?.target.href ?? null,
      endpoints: [],
      localSecret: before?.localSecret ?? `whsec_local_${randomToken(40)}`,
    };
  }

  #iso(): string {
    return new Date(this.#of.clock.now()).toISOString();
  }
}
