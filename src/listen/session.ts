import { limits } from '../contract/limits.js';
import { serve, type HttpServer } from '../core/http/serve.js';
import { ListenerDeliveries, type PreviousRuns } from '../store/listener-deliveries.js';
import { openRotations } from '../store/rotations.js';
import type { Arrival } from '../store/delivery.js';
import { ifUsable } from '../store/state.js';
import { behind } from './tunnel/address.js';
import { createProber, type Prober } from './tunnel/probe.js';
import type { DeliveryBody } from '../domain/webhook/parse-delivery.js';
import { Auditor } from './receive/auditor.js';
import { Endpoint } from './endpoint/endpoint.js';
import { openPort, OwnRecord } from './endpoint/own-record.js';
import { forward } from './forward/forward.js';
import type { ForwardJob } from './forward/forward-job.js';
import { isWaiting } from './forward/forward-jobs.js';
import { Forwarding } from './forward/forwarding.js';
import { DeliveryVerifier } from './receive/delivery-verifier.js';
import { pruneDead, secretPath } from './endpoint/prune.js';
import { Receiver, type Acknowledging } from './receive/receiver.js';
import { RejectedDeliveries } from './receive/rejected-deliveries.js';
import type { VerifiedWith } from './receive/verify-with-secrets.js';
import { Dedupe } from './receive/dedupe.js';
import { ServiceClock } from './endpoint/service-clock.js';
import { forwardingOf, type Ending, type Ready, type SessionOptions } from './session-options.js';
import { SessionTunnel } from './tunnel/session-tunnel.js';
import { fingerprint, type HeldEndpoint, machineMark, randomToken, randomTokens } from './endpoint/state.js';
import { describeListener, takeOver, type TakeOver } from './endpoint/take-over.js';

const maxBody = 1024 * 1024;
/** Total bytes of bodies that are being received. */
const maxBodies = 64 * 1024 * 1024;
/** `--ack app`: within the service's ten seconds, with a margin for the response. */
const ackTimeout = 8_000;
const checkEvery = 300_000;

const graceMs = limits.webhook.rotationGraceHours * 3_600_000;

/** Milliseconds; with everything else, less than the ten seconds after which containers are killed. */
export const appGrace = 6_000;

/** Opens everything that listening needs, in order, and closes it in reverse. */
export class Session {
  readonly #of: SessionOptions;
  readonly #listener: string;
  readonly #takeOver: TakeOver;
  /** Closed in reverse order. */
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #seen: Dedupe;
  readonly #stop = new AbortController();
  readonly #serviceClock: ServiceClock;
  readonly #journal: ListenerDeliveries;
  readonly #record: OwnRecord;
  readonly #verifier: DeliveryVerifier;
  readonly #refusals: RejectedDeliveries;
  readonly #auditor: Auditor;
  readonly #forwarding: Forwarding;
  readonly #counts = { deliveries: 0, repeats: 0, others: 0 };
  /** This machine's own ID for a delivery. */
  readonly #newId = randomTokens(12);
  #endpoint: Endpoint;
  #tunnel: SessionTunnel | undefined;
  #warnedOfRotation = false;
  #warnedOfOldRotation = false;
  /** Milliseconds since 1970 from which on the secret may be older than a grace period. */
  #secretIsOldFrom = Number.POSITIVE_INFINITY;
  #isReady = false;
  #lose: (failure: Error) => void = () => undefined;

  /** Rejects when the tunnel fails permanently after it was ready. */
  readonly lost: Promise<never>;

  constructor(options: SessionOptions) {
    const { clock, tell, baseUrl, host, signatureHeader, contract } = options;
    this.#serviceClock = new ServiceClock(clock.now);
    // The clock of an emulator may be moved, which proves nothing about this machine.
    const isMoved = options.serviceNow !== null;
    this.#of = isMoved ? options : { ...options, client: this.#serviceClock.watch(options.client) };
    this.#listener = fingerprint(forwardingOf(baseUrl, options.routing));
    this.#takeOver = {
      ...this.#of,
      listener: this.#listener,
      sayNotPruned: (words) => this.#remark('not_pruned', words),
    };
    this.#journal = new ListenerDeliveries({ state: options.state, now: clock.now, listener: this.#listener, host });
    this.#seen = new Dedupe((event) => this.#journal.event(event));
    this.#record = new OwnRecord(options);
    this.#endpoint = this.#newEndpoint([]);
    const endpoints = (): readonly HeldEndpoint[] => this.#endpoint.held;
    this.#verifier = new DeliveryVerifier({
      clock,
      endpoints,
      tolerance: contract.limits.webhook.toleranceSeconds,
    });
    this.#refusals = new RejectedDeliveries({
      endpoints,
      signatureHeader,
      contract,
      journal: this.#journal,
      now: clock.now,
      listener: this.#listener,
      host,
      newId: this.#newId,
      ahead: () => this.#serviceClock.ahead,
      unknownSecret: () => this.#warnOfOldRotation(),
      tell,
    });
    const remembered = (arrival: Arrival): boolean => ifUsable(() => this.#journal.arrived(arrival), false);
    this.#auditor = new Auditor({ ...this.#of, remembered }, this.#listener);
    this.#forwarding = new Forwarding({
      ...options,
      journal: this.#journal,
      held: endpoints,
    });
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    this.lost.catch(() => undefined);
  }

  /** Milliseconds that this machine's clock is ahead of the service; null when unknown. */
  get ahead(): number | null {
    return this.#serviceClock.ahead;
  }

  /** Resolves after a successful probe through the tunnel and the registration of the endpoint. */
  async open(signal: AbortSignal): Promise<Ready> {
    const stop = this.#stop.signal;
    const abort = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#closers.push(async () => signal.removeEventListener('abort', abort));
    const before = await takeOver(this.#takeOver);
    this.#closers.push(async () => this.#journal.close());
    const earlier = await this.#journal.start();
    const token = before?.token ?? randomToken(32);
    const path = secretPath(await machineMark(this.#of.stateDir), token);
    const prober = createProber({ send: this.#of.send, clock: this.#of.clock, path, token: () => randomToken(32) });
    const server = await this.#serve(path, prober, before?.port ?? null);
    await this.#record.begin(describeListener(this.#takeOver, before, token, server.port));
    this.#endpoint = this.#newEndpoint(before?.endpoints ?? []);
    const address = behind(await this.#openTunnel(server, prober, path), path).href;
    const opening = this.#endpoint.open(address, stop);
    this.#verifier.during(opening);
    const since = await this.#serviceNow();
    const reused = (await opening) === 'reused';
    if (this.#of.rotate && reused) await this.#endpoint.rotate();
    else this.#secretIsOldFrom = this.#of.clock.now() + (reused ? 0 : graceMs);
    this.#tunnel?.begin();
    this.#isReady = true;
    void this.#audit(since, earlier, reused);
    void this.#checkNowAndThen();
    const { ack, resume } = this.#of;
    const isResuming = ack === 'early' && resume;
    return {
      url: address,
      endpoint: this.#endpoint.id,
      reused,
      port: server.port,
      secret: this.#endpoint.held[0]?.secrets[0]?.value ?? '',
      resumed: isResuming ? this.#forwarding.resume(earlier.own) : 0,
      left: isResuming ? [] : earlier.own.filter(isWaiting),
      elsewhere: earlier.elsewhere,
      uncertain: earlier.own.filter(({ forward: { is } }) => is === 'sending'),
    };
  }

  /** How many deliveries are being sent to an app now. */
  get underWay(): number {
    return this.#forwarding.underWay;
  }

  /**
   * Closes everything in reverse. A delivery that is being sent gets `appGrace` milliseconds for the response of the app,
   * so that its outcome is known; everything else has ended within four seconds. A second signal does not wait.
   */
  async close(): Promise<Ending> {
    this.#refusals.rest();
    this.#warnOfQueue();
    const ready = this.#isReady;
    const audit = ready
      ? await this.#auditor.finish(AbortSignal.timeout(1_200))
      : { missing: [], unsure: null, read: 0 };
    const { keep } = this.#of;
    const deadline = AbortSignal.timeout(1_500);
    const resting = keep ? this.#endpoint.rest(deadline) : this.#endpoint.close(deadline);
    const removed = (await succeedsWithin(1_500, resting)) || keep;
    this.#stop.abort(new Error('the listener is stopping'));
    await Promise.all([this.#forwarding.close(appGrace), this.#tunnel?.close(1_500)]);
    await this.#tunnel?.rest();
    const undelivered = this.#forwarding.undelivered();
    for (const close of this.#closers.splice(0).toReversed()) await close().catch(() => undefined);
    // If the endpoint could not be deleted, the reaper retries once, then the next start.
    if (removed) await this.#record.leave(undelivered.length > 0);
    const unknownBecause = this.#whyUnknown(ready, audit.unsure);
    const missed = unknownBecause === null ? audit.missing.length : null;
    return {
      counts: {
        ...this.#counts,
        forwarded: this.#forwarding.taken,
        refused: this.#refusals.count,
        undelivered: undelivered.length,
        missed,
      },
      undelivered,
      unknownBecause,
      missedBefore: this.#auditor.missedBefore,
      audited: audit.read,
      clean: removed,
    };
  }

  /** Reports what occurred without a listener. */
  async #audit(since: number, earlier: PreviousRuns, reused: boolean): Promise<void> {
    const arrived = (arrival: Arrival): boolean => ifUsable(() => this.#journal.arrived(arrival, true), false);
    await this.#auditor.begin(since, { ...earlier, arrived }, reused, this.#stop.signal);
  }

  /** The service's time, or slightly earlier; only an emulator is asked for it. */
  async #serviceNow(): Promise<number> {
    return (await this.#of.serviceNow?.()) ?? this.#serviceClock.earliest;
  }

  #whyUnknown(ready: boolean, unsure: string | null): string | null {
    if (!ready) return 'the listener was never ready';
    if ((this.#tunnel?.gaps ?? 0) > 0) return 'the tunnel was down for a while, and the service has no list of events';
    const { lapse } = this.#endpoint;
    if (lapse !== null) return `the endpoint was ${lapse} elsewhere for a while, and the service has no list of events`;
    if (this.#of.brand !== null) return 'envelopes do not show their brand';
    const { unresolved } = this.#refusals;
    if (unresolved > 0)
      return `${unresolved} rejected ${unresolved === 1 ? 'delivery was' : 'deliveries were'} not retried`;
    return unsure;
  }

  async #serve(path: string, prober: Prober, formerPort: number | null): Promise<HttpServer> {
    const { clock, routing, ownHeaders, signatureHeader, contract, host, own } = this.#of;
    const receiver = new Receiver({
      path,
      prefix: () => this.#tunnel?.prefix ?? '',
      signatureHeader,
      contract,
      probe: (target) => prober.answer(target),
      verify: (header, body) => this.#verifier.verify(header, body),
      refused: (request) => this.#refusals.add(request),
      routing,
      isWanted: (envelopeId) => own?.has(envelopeId) ?? Promise.resolve(true),
      journal: this.#journal,
      seen: this.#seen,
      ack: this.#acknowledging(),
      ownHeaders,
      clock,
      listener: this.#listener,
      host,
      newId: this.#newId,
      tell: (report) => this.#forwarding.tell(report),
      notRecorded: (event) => this.#refusals.notRecorded(event),
      arrived: (...arrival) => this.#arrived(...arrival),
    });
    const { handle: handler, checkHead, tooLarge } = receiver;
    const options = { handler, checkHead, tooLarge, maxBody, maxBodies, closeGrace: 500, idleTimeout: 75_000 };
    const server = await openPort((port) => serve({ ...options, port }), this.#of.port, formerPort);
    this.#closers.push(() => server.close());
    return server;
  }

  #acknowledging(): Acknowledging {
    const { ack, appSend, clock } = this.#of;
    if (ack === 'early') return { is: 'early', apps: this.#forwarding.apps };
    return {
      is: 'app',
      ask: ({ target, headers, body }: ForwardJob) =>
        forward(appSend, clock.now, { target, headers, body, timeout: ackTimeout }),
    };
  }

  #openTunnel(server: HttpServer, prober: Prober, path: string): Promise<URL> {
    const signal = this.#stop.signal;
    this.#tunnel = new SessionTunnel({
      ...this.#of,
      endpoint: this.#endpoint,
      path,
      prober,
      localUrl: server.url,
      signal,
      registering: (promise) => this.#verifier.during(promise),
      nameMissing: (late) => this.#auditor.nameMissing(late, signal),
      givenUp: (failure) => this.#lose(failure),
    });
    return this.#tunnel.ready;
  }

  #arrived(
    delivery: DeliveryBody | undefined,
    { rotatedElsewhere }: Extract<VerifiedWith, { readonly ok: true }>,
    repeat: boolean,
    wanted: boolean,
  ): void {
    if (!wanted) this.#countOther();
    this.#counts.deliveries += 1;
    if (repeat) this.#counts.repeats += 1;
    this.#refusals.prove(rotatedElsewhere);
    if (delivery?.id !== undefined) this.#refusals.came(delivery.id);
    if (rotatedElsewhere) this.#warnOfRotation();
    if (repeat || delivery?.event === undefined || delivery.envelopeId === undefined) return;
    this.#auditor.arrived(delivery.event, delivery.envelopeId, delivery.recipientId ?? null);
    if (wanted) this.#of.arrived(delivery.event, delivery.envelopeId);
  }

  #countOther(): void {
    this.#counts.others += 1;
    if (this.#counts.others > 1) return;
    const words =
      'Deliveries of envelopes that this machine did not create arrive too: they are counted, and not forwarded.';
    this.#of.tell({ is: 'remark', at: this.#iso(), code: 'others', words, grave: false });
  }

  /** What the service would retry goes with the endpoint. */
  #warnOfQueue(): void {
    const { unresolved } = this.#refusals;
    if (!this.#warnedOfOldRotation || this.#of.keep || unresolved === 0) return;
    const which = unresolved === 1 ? 'delivery that was rejected is' : 'deliveries that were rejected are';
    this.#remark('queue_deleted', `The endpoint is deleted, so ${unresolved} ${which} not retried.`);
  }

  /** The endpoint may be disabled or deleted without a visible sign here. */
  async #checkNowAndThen(): Promise<void> {
    for (;;) {
      try {
        await this.#of.clock.sleep(checkEvery, this.#stop.signal);
      } catch {
        return;
      }
      await this.#endpoint.check().catch(() => undefined);
    }
  }

  #warnOfRotation(): void {
    if (this.#warnedOfRotation) return;
    this.#warnedOfRotation = true;
    const words =
      'The secret of this endpoint was rotated elsewhere. Deliveries verify with `v0` only, for at most 24 hours. ' +
      'Restart with --rotate to get a new secret.';
    this.#remark('rotated_elsewhere', words);
  }

  /** A secret that was rotated elsewhere signs nothing after the grace period, and no read tells of the rotation. */
  #warnOfOldRotation(): void {
    if (this.#warnedOfOldRotation || this.#of.clock.now() < this.#secretIsOldFrom) return;
    this.#warnedOfOldRotation = true;
    const next = this.#of.keep
      ? 'Restart with --rotate to get a new secret; the service retries what was rejected.'
      : 'Stopping deletes the endpoint, and with it what the service would still retry.';
    const words = `The secret of this endpoint was probably rotated elsewhere more than 24 hours ago. ${next}`;
    this.#remark('rotated_long_ago', words);
  }

  #newEndpoint(before: readonly HeldEndpoint[]): Endpoint {
    const { client, clock, events, brand, stateDir, state, baseUrl, host, account, process, wantLastingSecret } =
      this.#of;
    const options = {
      client,
      clock,
      events,
      brand,
      makeRoom: () => pruneDead({ client, stateDir, baseUrl, account, whereIs: process.whereIs }),
      hold: (endpoints: readonly HeldEndpoint[]) => this.#record.hold(endpoints),
      note: (code: string, words: string) => this.#remark(code, words),
      rotations: openRotations(state, host, clock.now),
      serviceNow: this.#of.serviceNow,
      endGrace: this.#of.endGrace === true,
      wantLastingSecret,
    };
    return new Endpoint(options, before);
  }

  #remark(code: string, words: string): void {
    this.#of.tell({ is: 'remark', at: this.#iso(), code, words, grave: true });
  }

  #iso(): string {
    return new Date(this.#of.clock.now()).toISOString();
  }
}

const succeedsWithin = (ms: number, promise: Promise<unknown>): Promise<boolean> => {
  const limit = new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref());
  const done = promise.then(
    () => true,
    () => false,
  );
  return Promise.race([done, limit]);
};
