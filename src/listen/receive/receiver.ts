import type { Contract } from '../../contract/overlay/contract.js';
import { createHash } from 'node:crypto';
import type { Clock } from '../../core/platform/clock.js';
import type { RequestHead, ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { NewDelivery } from '../../store/delivery.js';
import type { ListenerDeliveries } from '../../store/listener-deliveries.js';
import { readDelivery } from '../../domain/webhook/delivery.js';
import type { DeliveryBody } from '../../domain/webhook/parse-delivery.js';
import { answerTo, isSuccess, type AppAnswer } from './answer.js';
import type { AppQueues } from '../forward/app-queues.js';
import { headersForApp } from '../forward/forward.js';
import type { ForwardJob } from '../forward/forward-job.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { forwardAfter, stateAfter } from '../forward/delivery-state.js';
import type { DeliveryReport, Report } from './report.js';
import type { VerifiedWith } from './verify-with-secrets.js';
import { targetOf, type Routing } from '../forward/routes.js';
import type { Known, Dedupe } from './dedupe.js';

export interface ReceiverOptions {
  /** The secret path, `/…`. */
  readonly path: string;
  /** A path prefix of the public URL that a proxy may keep; empty for none. */
  readonly prefix: () => string;
  readonly signatureHeader: string;
  readonly contract: Contract;
  /** Responds to the probes of the tunnel. */
  readonly probe: (target: string) => string | undefined;
  /** Verifies with the known secrets; waits until there is one. */
  readonly verify: (header: readonly string[], body: Buffer) => Promise<VerifiedWith>;
  /** One that did not verify. */
  readonly refused: (request: ServedRequest, verdict: Extract<VerifiedWith, { readonly ok: false }>) => void;
  readonly routing: Routing;
  /** Whether the app gets deliveries of an envelope. */
  readonly isWanted: (envelopeId: string | undefined) => Promise<boolean>;
  readonly journal: Pick<ListenerDeliveries, 'got' | 'again' | 'forwarded'>;
  readonly seen: Dedupe;
  readonly ack: Acknowledging;
  readonly ownHeaders: readonly HeaderPair[];
  readonly clock: Clock;
  /** The forwarding and the host of the service, for the journal. */
  readonly listener: string;
  readonly host: string;
  readonly newId: () => string;
  readonly tell: (report: Report) => void;
  /** The event of a verified delivery that could not be recorded, where it names one. */
  readonly notRecorded: (event: string | undefined) => void;
  /** A verified delivery, before the result of the app is known; also for repeats. */
  readonly arrived: (delivery: DeliveryBody | undefined, verdict: Verified, repeat: boolean, wanted: boolean) => void;
}

type Verified = Extract<VerifiedWith, { readonly ok: true }>;

/** A verified delivery, as it came. */
interface Verifying {
  readonly request: ServedRequest;
  readonly verdict: Verified;
  readonly read: DeliveryBody | undefined;
  /** The app gets it. */
  readonly wanted: boolean;
}

/**
 * `early`: respond to the service when the delivery is on disk, and forward it afterwards. `app`: respond with the
 * result of the app, and let the service retry.
 */
export type Acknowledging =
  | { readonly is: 'early'; readonly apps: AppQueues }
  | { readonly is: 'app'; readonly ask: (job: ForwardJob) => Promise<AppAnswer> };

/** Receives deliveries on one secret path: verifies, stores, responds, then forwards them. */
export class Receiver {
  readonly #of: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.#of = options;
  }

  /** For `serve`: the body is read only on the secret path, so that strangers cannot fill the memory. */
  checkHead = ({ method, path }: RequestHead): ServedReply | null => {
    const target = this.#own(path);
    if (method === 'GET') {
      const answer = this.#of.probe(target);
      return answerTo(answer === undefined ? { is: 'unknown' } : { is: 'probe', answer });
    }
    return method === 'POST' && target === this.#of.path ? null : answerTo({ is: 'unknown' });
  };

  /** For `serve`. */
  handle = async (request: ServedRequest): Promise<ServedReply> => {
    const early = this.checkHead(request);
    if (early !== null) return early;
    const verdict = await this.#of.verify(request.headers.all(this.#of.signatureHeader), request.body);
    if (!verdict.ok) {
      this.#of.refused(request, verdict);
      return answerTo({ is: 'refused' });
    }
    // Every signed delivery is accepted, also unknown events.
    const read = readDelivery(request.body, this.#of.contract);
    return this.#take({ request, verdict, read, wanted: await this.#of.isWanted(read?.envelopeId) });
  };

  /** For `serve`: a body larger than any delivery is not read to its end. */
  tooLarge = (head: RequestHead): ServedReply => {
    const ours = head.method === 'POST' && this.#own(head.path) === this.#of.path;
    return answerTo(ours ? { is: 'too-large' } : { is: 'unknown' });
  };

  #own(path: string): string {
    const prefix = this.#of.prefix();
    return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  }

  async #take(arrival: Verifying): Promise<ServedReply> {
    const { seen, clock, newId } = this.#of;
    const { request, verdict, read, wanted } = arrival;
    // Without an ID, its bytes identify it.
    const event = read?.id ?? `sha256:${createHash('sha256').update(request.body).digest('hex')}`;
    let before: Known | undefined;
    try {
      before = seen.get(event);
    } catch (error) {
      return this.#notRecorded(read?.id, error);
    }
    if (before !== undefined) return this.#repeat(arrival, event, before);
    const delivery = this.#describe(newId(), event, arrival);
    const recorded = this.#of.journal.got(delivery);
    const known: Known = { id: delivery.id, at: clock.now(), recorded, app: 'taken' };
    seen.add(event, known);
    try {
      await recorded;
    } catch (error) {
      seen.forget(event, known);
      return this.#notRecorded(read?.id, error);
    }
    this.#of.arrived(read, verdict, false, wanted);
    if (delivery.target === null) {
      if (wanted) this.#of.tell(reportOf(delivery, verdict.by, { repeat: false }));
      return answerTo({ is: 'taken' });
    }
    return this.#pass(request, delivery, verdict, known, new URL(delivery.target));
  }

  #notRecorded(event: string | undefined, error: unknown): ServedReply {
    this.#of.notRecorded(event);
    const words = `A delivery could not be stored, so the service was asked to retry it: ${errorMessage(error)}.`;
    this.#of.tell({ is: 'remark', at: this.#iso(), code: 'not_recorded', words, grave: true });
    return answerTo({ is: 'not-recorded' });
  }

  async #pass(
    request: ServedRequest,
    delivery: NewDelivery,
    verdict: Verified,
    known: Known,
    target: URL,
  ): Promise<ServedReply> {
    const { ack, ownHeaders } = this.#of;
    const headers = headersForApp(request.headers, ownHeaders);
    const about = reportOf(delivery, verdict.by, { repeat: false });
    const job = {
      id: delivery.id,
      target,
      headers,
      signedAt: verdict.t * 1000,
      attempts: 0,
      about,
      body: delivery.body,
    };
    if (ack.is === 'early') {
      known.app = 'open';
      ack.apps.add(job);
      await ack.apps.room(job.target);
      return answerTo({ is: 'taken' });
    }
    return this.#ask(job, known, 1);
  }

  /** `--ack app`: the app is called while the service waits. */
  #ask(job: ForwardJob, known: Known, attempts: number): Promise<ServedReply> {
    const asked = this.#askOnce(job, known, attempts);
    known.app = asked;
    return asked;
  }

  async #askOnce(job: ForwardJob, known: Known, attempts: number): Promise<ServedReply> {
    const { ack, journal, tell } = this.#of;
    if (ack.is !== 'app') return answerTo({ is: 'taken' });
    const facts = () => ({ target: job.target.href, attempts, at: this.#iso() });
    const refused = await journal.forwarded(job.id, { is: 'sending', ...facts() }).catch(() => undefined);
    // Another process replays it, or has replayed it.
    if (refused === 'sending' || refused === 'delivered') {
      known.app = refused === 'delivered' ? 'taken' : 'open';
      tell(job.about);
      return answerTo({ is: refused === 'delivered' ? 'taken' : 'under-way' });
    }
    const answer = await ack.ask(job);
    await journal.forwarded(job.id, forwardAfter(answer, facts(), true)).catch(() => undefined);
    known.app = isSuccess(answer) ? 'taken' : 'open';
    // The service retries what the app did not accept.
    tell({ ...job.about, state: stateAfter(answer, true), app: answer, attempts });
    return answerTo({ is: 'app', answer });
  }

  /** The same event again: a retry of the service, or the same delivery over two paths. */
  async #repeat(arrival: Verifying, event: string, known: Known): Promise<ServedReply> {
    const { request, verdict, read, wanted } = arrival;
    const { journal, ack, arrived, tell } = this.#of;
    try {
      await known.recorded;
    } catch {
      // The first one was never stored, which its own error reports.
      return answerTo({ is: 'not-recorded' });
    }
    await journal.again(known.id).catch(() => undefined);
    arrived(read, verdict, true, wanted);
    const delivery = this.#describe(known.id, event, arrival);
    const target = ack.is === 'app' && known.app !== 'taken' ? delivery.target : null;
    if (target === null) {
      if (wanted) tell(reportOf(delivery, verdict.by, { repeat: true }));
      return answerTo({ is: 'taken' });
    }
    if (known.app instanceof Promise) return await known.app;
    const headers = headersForApp(request.headers, this.#of.ownHeaders);
    const job: ForwardJob = {
      id: known.id,
      target: new URL(target),
      headers,
      body: request.body,
      signedAt: verdict.t * 1000,
      attempts: 1,
      about: reportOf(delivery, verdict.by, { repeat: true }),
    };
    return this.#ask(job, known, (read?.retryCount ?? 1) + 1);
  }

  #describe(id: string, event: string, { request, verdict, read, wanted }: Verifying): NewDelivery {
    const { routing, listener, host, signatureHeader } = this.#of;
    return {
      id,
      at: this.#iso(),
      listener,
      host,
      endpoint: verdict.endpoint,
      event: read?.event ?? null,
      eventId: event,
      envelopeId: read?.envelopeId ?? null,
      recipientId: read?.recipientId ?? null,
      createdAt: read?.createdAt ?? null,
      retryCount: read?.retryCount ?? null,
      synthetic: false,
      verdict: { ok: true, by: verdict.by },
      signature: request.headers.all(signatureHeader),
      contentType: request.headers.get('content-type') ?? null,
      body: request.body,
      target: wanted ? (targetOf(routing, read?.event)?.href ?? null) : null,
    };
  }

  #iso(): string {
    return new Date(this.#of.clock.now()).toISOString();
  }
}

/** The report of a delivery for which no app was called. */
export function reportOf(
  delivery: Omit<NewDelivery, 'body'>,
  by: 'current' | 'previous',
  { repeat }: { readonly repeat: boolean },
): DeliveryReport {
  const { id, at, event, eventId, envelopeId, recipientId, createdAt, retryCount, synthetic, target } = delivery;
  const facts = { id, at, event, eventId, envelopeId, recipientId, createdAt, retryCount, synthetic, target };
  const state = target === null || repeat ? null : 'waiting';
  return { is: 'delivery', ...facts, by, state, repeat, app: null, attempts: 0, signedAgain: false, retryIn: null };
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
