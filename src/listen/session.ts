import { serve, type HttpServer } from '../http/serve.js';
import { openDeliveryJournal, type DeliveryJournal } from '../journal/deliveries.js';
import { deliveriesFolder } from '../journal/deliveries-read.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import { behind } from '../tunnel/address.js';
import { createProber, type Prober } from '../tunnel/probe.js';
import { supervise, type Supervisor, type TunnelNews } from '../tunnel/supervise.js';
import { writeSignature } from '../webhook/signature.js';
import { Apps, type Parcel, type Tried } from './apps.js';
import { Endpoint } from './endpoint.js';
import { ListenFailure } from './failure.js';
import { forward, headersForApp, withSignature } from './forward.js';
import { HeaderList } from '../http/headers.js';
import { Judging } from './judging.js';
import { Ledger } from './ledger.js';
import { pruneDead, secretPath } from './prune.js';
import { Receiver } from './receiver.js';
import { Refusals } from './refusals.js';
import type { Counts, Report } from './report.js';
import { signingSecrets } from './ring.js';
import { Seen } from './seen.js';
import { forwardingOf, type SessionOptions } from './session-options.js';
import {
  fingerprint,
  forgetListener,
  machineMark,
  randomToken,
  readListeners,
  type ListenerState,
  writeListener,
} from './state.js';

/** What is known once deliveries can come. */
export interface Ready {
  /** The address that was registered; it holds the secret path. */
  readonly url: string;
  readonly endpoint: string | null;
  readonly reused: boolean;
  readonly port: number;
  /** Of earlier runs: forwarded now. */
  readonly resumed: number;
  /** Of earlier runs: on their way when it was killed, so that nobody knows whether the app has them. */
  readonly uncertain: readonly RecordedDelivery[];
  readonly secret: string;
}

export interface Ending {
  readonly counts: Counts;
  /** What no app took, the oldest first. */
  readonly undelivered: readonly RecordedDelivery[];
  /** Why it is not known whether something was missed; a sentence without a full stop. */
  readonly unknownBecause: string | null;
  /** Known envelopes that were read to find out. */
  readonly audited: number;
  /** False when the endpoint could not be removed. */
  readonly clean: boolean;
}

const maxBody = 1024 * 1024;
const appTimeout = 30_000;
/** `--ack app`: within the service's ten seconds, with room for the way back. */
const ackTimeout = 8_000;
const freshFor = 240_000;
const checkEvery = 300_000;
const mostAudited = 50;
const gapWorthATell = 50_000;

/** Opens everything that listening needs, in order, and closes it in reverse. */
export class Session {
  readonly #of: SessionOptions;
  readonly #listener: string;
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #seen = new Seen();
  readonly #stop = new AbortController();
  readonly #judging: Judging;
  readonly #refusals: Refusals;
  readonly #ledger: Ledger;
  readonly #journal: DeliveryJournal;
  readonly #apps: Apps;
  readonly #since: number;
  #endpoint: Endpoint;
  #state: ListenerState | undefined;
  #supervisor: Supervisor | undefined;
  #news: Promise<void> = Promise.resolve();
  #counts = { deliveries: 0, repeats: 0, forwarded: 0 };
  #gaps = 0;
  #warnedOfRotation = false;
  #ahead: number | null = null;
  #givenUp: (failure: Error) => void = () => undefined;

  /** Rejects when the tunnel was given up after it had been ready. */
  readonly lost: Promise<never>;

  constructor(options: SessionOptions) {
    const { clock, stateDir, tell, baseUrl } = options;
    this.#of = { ...options, client: this.#watchingTheClock(options.client) };
    this.#since = clock.now();
    this.#listener = fingerprint(forwardingOf(baseUrl, options.routing));
    this.#journal = openDeliveryJournal({ folder: deliveriesFolder(stateDir), now: clock.now });
    this.#endpoint = this.#newEndpoint([]);
    const endpoints = () => this.#endpoint.held;
    this.#judging = new Judging({ clock, endpoints, serviceNow: options.serviceNow });
    this.#refusals = new Refusals({
      endpoints,
      signatureHeader: options.signatureHeader,
      journal: this.#journal,
      now: () => this.#judging.now(),
      listener: this.#listener,
      host: new URL(baseUrl).host,
      newId: () => randomToken(12),
      ahead: () => this.#ahead,
      tell,
    });
    this.#ledger = new Ledger({ client: this.#of.client, events: options.events, since: this.#since });
    this.#apps = new Apps({
      send: options.appSend,
      clock,
      random: options.random,
      journal: this.#journal,
      timeout: appTimeout,
      retries: options.retries,
      signAnew: (parcel, body) => this.#signAnew(parcel, body),
      tried: (tried) => this.#tried(tried),
      reachable: (target, reachable, words, waiting) => this.#sayReachable(target, reachable, words, waiting),
    });
    this.lost = new Promise((_, reject) => {
      this.#givenUp = reject;
    });
    this.lost.catch(() => undefined);
  }

  /** Resolves once a probe has come through the tunnel and the endpoint is registered. */
  async open(signal: AbortSignal): Promise<Ready> {
    const abort = (): void => this.#stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#closers.push(async () => signal.removeEventListener('abort', abort));
    const before = await this.#takeOver();
    this.#closers.push(() => this.#journal.close());
    const known = (await this.#journal.list()).filter(
      ({ listener, verdict }) => listener === this.#listener && verdict.ok,
    );
    this.#seen.restore(known, this.#of.clock.now());
    const token = before?.token ?? randomToken(32);
    const path = secretPath(await machineMark(this.#of.stateDir), token);
    const prober = createProber({ send: this.#of.send, clock: this.#of.clock, path, token: () => randomToken(32) });
    const server = await this.#serve(path, prober, before?.port ?? null);
    this.#state = this.#describe(before, token, server.port);
    await writeListener(this.#of.stateDir, this.#state);
    const url = await this.#openTunnel(server, prober);
    this.#endpoint = this.#newEndpoint(before?.endpoints ?? []);
    const address = behind(url, path).href;
    const opening = this.#endpoint.open(address, this.#stop.signal);
    this.#judging.during(opening);
    const reused = (await opening) === 'reused';
    if (this.#of.rotate && reused) await this.#endpoint.rotate();
    void this.#ledger.begin(await this.#of.knownEnvelopes().catch(() => []), this.#stop.signal).catch(() => undefined);
    void this.#checkNowAndThen();
    const resumed = this.#resume(known);
    return {
      url: address,
      endpoint: this.#endpoint.id,
      reused,
      port: server.port,
      resumed,
      uncertain: known.filter(({ forward }) => forward.is === 'sending'),
      secret: this.#endpoint.held[0]?.secrets[0]?.value ?? '',
    };
  }

  /** What the service's answers say of this machine's clock: milliseconds ahead; null when they do not say. */
  get ahead(): number | null {
    return this.#ahead;
  }

  /** Ends everything, in reverse; within four seconds, since a second signal does not wait. */
  async close(): Promise<Ending> {
    this.#refusals.rest();
    const limit = AbortSignal.timeout(1_200);
    const ready = this.#endpoint.id !== null;
    const audit = ready ? await this.#audit(limit) : { missing: [], whole: false, read: 0 };
    let clean = true;
    if (!this.#of.keep) {
      clean = await this.#endpoint.close().then(
        () => true,
        () => false,
      );
    }
    this.#stop.abort(new Error('the listener ends'));
    await Promise.all([this.#apps.close(1_000), this.#supervisor?.close(1_500)]);
    await this.#news.catch(() => undefined);
    const undelivered = await this.#undelivered().catch(() => []);
    for (const close of this.#closers.toReversed()) await close().catch(() => undefined);
    await this.#leave(clean);
    const unknownBecause = this.#whyUnknown(ready, audit.whole);
    return {
      counts: {
        ...this.#counts,
        refused: this.#refusals.count,
        undelivered: undelivered.length,
        missed: unknownBecause === null ? audit.missing.length : null,
      },
      undelivered,
      unknownBecause,
      audited: audit.read,
      clean,
    };
  }

  #whyUnknown(ready: boolean, whole: boolean): string | null {
    if (!ready) return 'it was never ready';
    if (this.#gaps > 0) return 'nothing could arrive for a while, and the service has no list of events';
    if (this.#of.brand !== null) return 'an envelope does not name its brand';
    return whole ? null : 'not every envelope that this machine knows could be read';
  }

  /** A listener of the same forwarding that was killed, or that kept its endpoint, is gone on with. */
  async #takeOver(): Promise<ListenerState | undefined> {
    const { stateDir, baseUrl, account, client, routing, process } = this.#of;
    const states = (await readListeners(stateDir)).filter((state) => {
      return state.baseUrl === baseUrl && state.account === account && state.listener === this.#listener;
    });
    for (const state of states) {
      if (!(await process.isAlive(state)) || routing.routes.length === 0) continue;
      throw new ListenFailure(
        'listener_running',
        `A listener forwards to ${routing.routes[0]?.target.href ?? ''} already (process ${state.pid}); the app would get every event twice.`,
        'Stop it first, or forward to another address.',
      );
    }
    const scope = { client, stateDir, baseUrl, account, isAlive: process.isAlive };
    await pruneDead(scope).catch((error: unknown) => {
      const words = `What earlier listeners left behind could not be removed: ${String(error instanceof Error ? error.message : error)}.`;
      this.#remark('not_pruned', words, true);
    });
    return states.find((state) => state.keep);
  }

  async #serve(path: string, prober: Prober, formerPort: number | null): Promise<HttpServer> {
    const { clock, routing, ack, ownHeaders, signatureHeader, baseUrl, tell, appSend } = this.#of;
    const receiver = new Receiver({
      path,
      prefix: () => (this.#supervisor?.url?.pathname ?? '').replace(/\/+$/, ''),
      signatureHeader,
      probe: (target) => prober.answer(target),
      judge: (header, body) => this.#judging.judge(header, body),
      refused: (request) => this.#refusals.add(request),
      routing,
      journal: this.#journal,
      seen: this.#seen,
      ack:
        ack === 'early'
          ? { is: 'early', apps: this.#apps }
          : {
              is: 'app',
              ask: ({ target, headers, body }) =>
                forward(appSend, clock.now, {
                  target,
                  headers,
                  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
                  timeout: ackTimeout,
                }),
            },
      ownHeaders,
      clock,
      listener: this.#listener,
      host: new URL(baseUrl).host,
      newId: () => randomToken(12),
      tell: (report) => this.#tellDelivery(report),
      arrived: (delivery, judged, repeat) => {
        this.#counts.deliveries += 1;
        this.#refusals.prove();
        if (judged.rotatedElsewhere) this.#warnOfRotation();
        if (repeat) this.#counts.repeats += 1;
        else if (delivery?.event !== undefined && delivery.envelopeId !== undefined) {
          this.#ledger.arrived(delivery.event, delivery.envelopeId, delivery.recipientId ?? null);
          this.#of.arrived(delivery.event, delivery.envelopeId);
        }
      },
    });
    const options = {
      handler: receiver.handle,
      maxBody,
      tooLarge: receiver.tooLarge,
      closeGrace: 500,
      idleTimeout: 75_000,
    };
    const wanted = this.#of.port ?? formerPort ?? 0;
    const server = await serve({ ...options, port: wanted }).catch((error: unknown) => {
      if (this.#of.port === null && wanted !== 0) return serve({ ...options, port: 0 });
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      throw new ListenFailure(
        'port_unavailable',
        `The port ${wanted} cannot be listened on (${code}).`,
        'Choose another one with --port, or leave it out for any free one.',
      );
    });
    this.#closers.push(() => server.close());
    void tell;
    return server;
  }

  async #openTunnel(server: HttpServer, prober: Prober): Promise<URL> {
    const { provider, machine, clock, send, random, stateDir, reaper, debug, times } = this.#of;
    const supervisor = supervise({
      provider,
      start: {
        localUrl: new URL(server.url),
        stateDir,
        machine,
        clock,
        send,
        log: debug,
        children: {
          started: (pid) => reaper?.tell({ order: 'started', pid }),
          ended: (pid) => reaper?.tell({ order: 'ended', pid }),
        },
      },
      prober,
      clock,
      random,
      tell: (news) => {
        this.#news = this.#news.then(() => this.#hear(news)).catch((error: unknown) => this.#sayFailed(error));
      },
      ...(times === undefined ? {} : { times }),
    });
    this.#supervisor = supervisor;
    const abort = (): void => void supervisor.close(1_500);
    this.#stop.signal.addEventListener('abort', abort, { once: true });
    return await supervisor.ready;
  }

  async #hear(news: TunnelNews): Promise<void> {
    const { tell } = this.#of;
    const at = this.#iso();
    switch (news.state) {
      case 'up': {
        if (news.afterMs === 0) return;
        const away = `It leads here again after ${Math.round(news.afterMs / 1000)} s.`;
        const later =
          news.afterMs > gapWorthATell ? ' What failed meanwhile is repeated by the service from a minute on.' : '';
        tell({ is: 'tunnel', at, state: 'up', url: news.url.href, words: `${away}${later}`, hint: '' });
        await this.#endpoint.check(this.#stop.signal);
        return await this.#nameMissing(true);
      }
      case 'moved': {
        const path = this.#state === undefined ? '' : new URL(this.#endpoint.held[0]?.url ?? news.url).pathname;
        const own = path.slice(path.indexOf('/esl/'));
        const moving = this.#endpoint.move(behind(news.url, own).href, this.#stop.signal);
        this.#judging.during(moving);
        await moving;
        const words = `The address changed to ${news.url.origin}; the endpoint was registered anew and the old one removed.`;
        const hint = 'What the service still had to repeat to the old address will not come.';
        tell({ is: 'tunnel', at, state: 'moved', url: news.url.href, words, hint });
        return await this.#nameMissing(false);
      }
      case 'degraded':
        this.#gaps += 1;
        return tell({ is: 'tunnel', at, state: 'degraded', url: null, words: sentence(news.words), hint: '' });
      case 'down': {
        this.#gaps += 1;
        const again = news.retryIn === null ? '' : ` It is tried again in ${(news.retryIn / 1000).toFixed(1)} s.`;
        return tell({
          is: 'tunnel',
          at,
          state: 'down',
          url: null,
          words: `${sentence(news.words)}${again}`,
          hint: news.hint,
        });
      }
      case 'given-up':
        tell({ is: 'tunnel', at, state: 'given-up', url: null, words: sentence(news.words), hint: news.hint });
        return this.#givenUp(new Error(news.words));
    }
  }

  async #nameMissing(late: boolean): Promise<void> {
    const { missing } = await this.#audit(AbortSignal.any([this.#stop.signal, AbortSignal.timeout(10_000)]));
    if (missing.length > 0) this.#of.tell({ is: 'missed', at: this.#iso(), events: missing, late });
  }

  async #audit(signal: AbortSignal) {
    this.#ledger.know(await this.#of.knownEnvelopes().catch(() => []));
    return await this.#ledger.audit(mostAudited, signal);
  }

  /** Somebody may disable or remove the endpoint while all looks well from here. */
  async #checkNowAndThen(): Promise<void> {
    for (;;) {
      try {
        await this.#of.clock.sleep(checkEvery, this.#stop.signal);
      } catch {
        return;
      }
      await this.#endpoint.check(this.#stop.signal).catch(() => undefined);
    }
  }

  /** Forwards what earlier runs acknowledged and did not forward. */
  #resume(known: readonly RecordedDelivery[]): number {
    if (this.#of.ack !== 'early') return 0;
    const waiting = known.filter(
      ({ forward: { is }, place }) => (is === 'waiting' || is === 'failed') && place !== null,
    );
    for (const delivery of waiting) this.#apps.add(this.#parcelOf(delivery));
    return waiting.length;
  }

  #parcelOf(delivery: RecordedDelivery): Parcel {
    const { id, forward: state, signature, contentType, verdict, place } = delivery;
    const { signatureHeader, ownHeaders } = this.#of;
    const came = new HeaderList([
      ['Content-Type', contentType ?? 'application/json'],
      ...signature.slice(0, 1).map((value) => [signatureHeader, value] as const),
    ]);
    const target = state.is === 'none' ? '' : state.target;
    const by = verdict.ok ? verdict.by : 'current';
    return {
      id,
      target: new URL(target),
      headers: headersForApp(came, ownHeaders),
      body: { read: () => this.#journal.body(delivery), place: place ?? { file: '', offset: 0, length: 0 } },
      signedAt: null,
      attempts: 'attempts' in state ? state.attempts : 0,
      about: {
        is: 'delivery',
        ...delivery,
        by,
        target,
        repeat: false,
        app: null,
        attempts: 0,
        signedAnew: false,
        retryIn: null,
      },
    };
  }

  /** An app that verifies would refuse a signature that is older than the tolerance (Events, Signature). */
  #signAnew(parcel: Parcel, body: Buffer) {
    const now = this.#judging.now();
    if (parcel.signedAt !== null && Math.abs(now - parcel.signedAt) < freshFor) return null;
    const secrets = signingSecrets(this.#endpoint.held, now);
    if (secrets === undefined) return null;
    return withSignature(
      parcel.headers,
      this.#of.signatureHeader,
      writeSignature(secrets, body, Math.floor(now / 1000)),
    );
  }

  #tried({ parcel, answer, attempts, signedAnew, retryIn }: Tried): void {
    // That nothing listens there is said once, not for every delivery that waits.
    if (answer.is === 'silent' && !answer.sent && retryIn !== null) return;
    const at = this.#iso();
    this.#tellDelivery({ ...parcel.about, at, app: answer, attempts, signedAnew, retryIn });
  }

  #tellDelivery(report: Report): void {
    if (
      report.is === 'delivery' &&
      report.app?.is === 'answered' &&
      report.app.status >= 200 &&
      report.app.status < 300
    ) {
      this.#counts.forwarded += 1;
    }
    this.#of.tell(report);
  }

  #sayReachable(target: URL, reachable: boolean, words: string, waiting: number): void {
    const many = waiting === 0 ? '' : waiting === 1 ? ' One delivery waits.' : ` ${waiting} deliveries wait.`;
    const said = reachable
      ? `${target.host} answers again.${many}`
      : `Nothing answers: ${sentence(words)} What comes is kept, and forwarded when it does.`;
    this.#of.tell({ is: 'app', at: this.#iso(), target: target.href, reachable, words: said, waiting });
  }

  #warnOfRotation(): void {
    if (this.#warnedOfRotation) return;
    this.#warnedOfRotation = true;
    const words =
      'The secret of this endpoint was rotated elsewhere: deliveries verify by `v0` alone, for 24 hours at the most. Start again with --rotate.';
    this.#remark('rotated_elsewhere', words, true);
  }

  async #undelivered(): Promise<readonly RecordedDelivery[]> {
    const open = ['waiting', 'failed', 'sending', 'given-up'];
    return (await this.#journal.list()).filter(({ listener, forward: { is }, at }) => {
      if (listener !== this.#listener || !open.includes(is)) return false;
      // What an earlier run gave up was said then.
      return is !== 'given-up' || Date.parse(at) >= this.#since;
    });
  }

  #newEndpoint(held: ListenerState['endpoints']): Endpoint {
    const { clock, events, brand, stateDir, baseUrl, account, process } = this.#of;
    return new Endpoint(
      {
        client: this.#of.client,
        clock,
        events,
        brand,
        makeRoom: () => pruneDead({ client: this.#of.client, stateDir, baseUrl, account, isAlive: process.isAlive }),
        hold: async (endpoints) => {
          this.#of.reaper?.tell({ order: 'hold', endpoints: endpoints.map(({ id, url }) => ({ id, url })) });
          if (this.#state === undefined) return;
          this.#state = { ...this.#state, endpoints };
          await writeListener(stateDir, this.#state);
        },
        note: (code, words) => this.#remark(code, words, true),
      },
      held,
    );
  }

  #describe(before: ListenerState | undefined, token: string, port: number): ListenerState {
    const { baseUrl, account, profile, keep, provider, routing, process, clock } = this.#of;
    return {
      id: before?.id ?? fingerprint(`${token} ${this.#listener}`),
      listener: this.#listener,
      baseUrl,
      account,
      profile,
      pid: process.pid,
      started: process.started,
      createdAt: new Date(clock.now()).toISOString(),
      keep,
      token,
      port,
      provider: provider.id,
      forwardTo: routing.routes[0]?.target.href ?? null,
      endpoints: before?.endpoints ?? [],
      localSecret: null,
    };
  }

  async #leave(clean: boolean): Promise<void> {
    const { keep, stateDir, reaper } = this.#of;
    if (clean && !keep && this.#state !== undefined) await forgetListener(stateDir, this.#state.id);
    // Where it could not be removed, the reaper tries once more, and the next start after it.
    if (clean) reaper?.tell({ order: 'bye' });
  }

  /** Every answer of the service tells its time, to the second. */
  #watchingTheClock(client: SessionOptions['client']): SessionOptions['client'] {
    return {
      ...client,
      call: async (operation, input, given) => {
        const result = await client.call(operation, input, given);
        const date = Date.parse(result.headers.get('date') ?? '');
        if (!Number.isNaN(date) && this.#of.serviceNow === null) this.#ahead = this.#of.clock.now() - date;
        return result;
      },
    };
  }

  #sayFailed(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    const words = error instanceof Error ? error.message : String(error);
    this.#remark('endpoint_failed', `The endpoint could not be looked after: ${words}`, true);
  }

  #remark(code: string, words: string, grave: boolean): void {
    this.#of.tell({ is: 'remark', at: this.#iso(), code, words, grave });
  }

  #iso(): string {
    return new Date(this.#of.clock.now()).toISOString();
  }
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
