import type { Clock } from '../../core/platform/clock.js';
import type { Client } from '../../client/client.js';
import { leavesOpen, ServiceFailure, TransportFailure } from '../../client/failure.js';
import type { EventName } from '../../contract/events.js';
import { limits } from '../../contract/limits.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { isKeyKept } from '../../store/key-retention.js';
import type { Rotations } from '../../store/rotations.js';
import { ListenFailure } from '../failure.js';
import { type HeldEndpoint, type HeldSecret } from './state.js';

export interface EndpointOptions {
  readonly client: Pick<Client, 'call'>;
  readonly clock: Clock;
  readonly events: readonly EventName[];
  readonly brand: string | null;
  /** Removes endpoints of dead listeners; returns the number of free places. */
  readonly makeRoom: () => Promise<number>;
  /** Recorded before a registration is sent and after its response: a cleanup must know it. */
  readonly hold: (endpoints: readonly HeldEndpoint[]) => Promise<void>;
  readonly note: (code: string, words: string) => void;
  /** Rotations of the last 24 hours, by any command of this machine. */
  readonly rotations: Pick<Rotations, 'completed' | 'complete'>;
  /** The service's time if its clock may be moved, by which a grace period ends; null for that of this machine. */
  readonly serviceNow?: (() => Promise<number>) | null;
  /** Rotate even though this ends the grace period of an earlier rotation. */
  readonly endGrace: boolean;
  /** Tells an emulator that the endpoint of this URL gets the secret that stays; null for a new one each time. */
  readonly wantLastingSecret: ((url: string) => Promise<void>) | null;
}

interface Attempts {
  readonly tries: number;
  readonly signal: AbortSignal | undefined;
}

/** At the start a problem is reported soon; an address that changes later is retried without a limit. */
const triesAtStart = 3;
const maxWaitMs = 60_000;
const graceMs = limits.webhook.rotationGraceHours * 3_600_000;
/** Older endpoints whose secrets are needed for deliveries on their way. */
const maxOlder = 3;

/**
 * The endpoint at the service: registered when the URL is known to lead here, enabled if it was disabled, and deleted
 * at the end. `PATCH` of the URL is only assumed (A11), so another URL gets a new endpoint.
 */
export class Endpoint {
  readonly #of: EndpointOptions;
  #held: readonly HeldEndpoint[];
  #isRotated = false;
  readonly #closing = new AbortController();
  /** A request that may change something is abandoned only when there is no time left for its response. */
  readonly #abandoned = new AbortController();
  /** What may still register or change it. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** The URL of a registration that was sent and abandoned: it may still take effect. */
  #onItsWay: string | null = null;
  #lapse: 'deleted' | 'disabled' | null = null;

  constructor(options: EndpointOptions, held: readonly HeldEndpoint[] = []) {
    this.#of = options;
    this.#held = held;
  }

  /** The newest first. */
  get held(): readonly HeldEndpoint[] {
    return this.#held;
  }

  get id(): string | null {
    return this.#held[0]?.id ?? null;
  }

  /** What somebody else, or the service, did to it: what happened until it was found sent no delivery. */
  get lapse(): 'deleted' | 'disabled' | null {
    return this.#lapse;
  }

  /** From `rest` and `close` on, nothing registers it again. */
  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Reuses the endpoint of an earlier run if it still exists with this URL; else registers one. */
  open(url: string, signal?: AbortSignal): Promise<'registered' | 'reused'> {
    return this.#unlessClosing(() => this.#open(url, signal));
  }

  async #open(url: string, signal: AbortSignal | undefined): Promise<'registered' | 'reused'> {
    const kept = this.#held[0];
    if (kept !== undefined && kept.id !== null && kept.url === url && kept.secrets.length > 0) {
      const found = await this.#get(kept.id, signal);
      if (found !== undefined) {
        await this.#mend(found, signal);
        await this.#finishRotation(kept);
        return 'reused';
      }
    }
    await this.#register(url, signal, triesAtStart);
    return 'registered';
  }

  /** On a new URL, the new endpoint is registered before the old one is deleted, so that nothing is lost. */
  move(url: string): Promise<void> {
    return this.#unlessClosing(async () => {
      const old = this.#held[0];
      await this.#register(url, undefined, Number.POSITIVE_INFINITY);
      if (old !== undefined && old.id !== null) await this.#delete(old.id);
    });
  }

  /** Checks that the endpoint exists and is active; enables a disabled one, and registers a deleted one again. */
  check(): Promise<void> {
    return this.#unlessClosing(() => this.#check());
  }

  async #check(): Promise<void> {
    const current = this.#held[0];
    if (current === undefined || current.id === null) return;
    const found = await this.#get(current.id);
    if (found !== undefined) {
      if (!found.active) this.#lapse ??= 'disabled';
      return this.#mend(found);
    }
    this.#lapse = 'deleted';
    this.#closing.signal.throwIfAborted();
    this.#of.note('endpoint_gone', 'The endpoint was deleted elsewhere and is being registered again.');
    await this.#register(current.url, undefined, Number.POSITIVE_INFINITY);
  }

  /**
   * Rotates the secret; the old one signs `v0` for 24 hours. The key is recorded first: a second rotation after a lost
   * response would end that grace for an app with the old secret.
   */
  async rotate(): Promise<void> {
    const [current, ...older] = this.#held;
    if (current === undefined || current.id === null || this.#isRotated) return;
    const { id, rotation: begun, ...rest } = current;
    const { clock, rotations, endGrace } = this.#of;
    if (begun === undefined && !endGrace) refuseInGrace(rotations, id, await this.#serviceNow());
    const at = new Date(clock.now()).toISOString();
    const rotation = begun ?? { key: globalThis.crypto.randomUUID(), at };
    await this.#keep([{ ...rest, id, rotation }, ...older]);
    const input = { parameters: { webhookId: id }, idempotencyKey: rotation.key };
    const { body } = await this.#of.client.call('rotateWebhookSecret', input).catch(async (error: unknown) => {
      if (!leavesOpen(error, begun !== undefined)) await this.#keep([{ ...rest, id }, ...older]);
      throw error;
    });
    const until = new Date(Date.parse(rotation.at) + graceMs).toISOString();
    const before = rest.secrets
      .filter(({ value }) => value !== body.secret)
      .slice(0, 1)
      .map((secret): HeldSecret => ({ ...secret, until }));
    await this.#keep([{ ...rest, id, secrets: [{ value: body.secret, until: null }, ...before] }, ...older]);
    this.#isRotated = true;
    rotations.complete(id, { key: rotation.key, at: new Date(await this.#serviceNow()).toISOString() });
  }

  async #serviceNow(): Promise<number> {
    return (await this.#of.serviceNow?.()) ?? this.#of.clock.now();
  }

  /** A rotation that an earlier run began: while the service keeps its key, a retry returns the same secret. */
  async #finishRotation({ rotation }: HeldEndpoint): Promise<void> {
    if (rotation === undefined) return;
    if (isKeyKept(rotation.at, this.#of.clock.now())) {
      await this.rotate();
      this.#of.note('rotation_finished', 'An interrupted rotation was completed. This listener knows the new secret.');
      return;
    }
    const [{ rotation: _over, ...current }, ...older] = this.#held as readonly [HeldEndpoint, ...HeldEndpoint[]];
    await this.#keep([current, ...older]);
  }

  /**
   * Ends what may register or change it. A registration that was sent is awaited until the deadline, since its endpoint
   * must be known.
   */
  async rest(deadline?: AbortSignal): Promise<void> {
    this.#closing.abort(new Error('the listener is stopping'));
    deadline?.addEventListener('abort', () => this.#abandoned.abort(deadline.reason), { once: true });
    await Promise.allSettled(this.#underWay);
  }

  /**
   * Rests, and deletes every endpoint of this listener, also one without a response to its registration; a missing one
   * is not an error, unless its registration may still be on its way.
   */
  async close(deadline?: AbortSignal): Promise<void> {
    await this.rest(deadline);
    for (const { id, url, secrets } of this.#held) {
      const unanswered = id === null && secrets.length === 0;
      const found = unanswered ? (await this.#list(this.#abandoned.signal)).find((each) => each.url === url)?.id : id;
      if (found !== undefined && found !== null) await this.#delete(found);
      else if (unanswered && url === this.#onItsWay) throw new Error('a registration may still be on its way');
    }
  }

  async #unlessClosing<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#closing.signal.throwIfAborted();
    const working = work();
    this.#underWay.add(working);
    return await working.finally(() => this.#underWay.delete(working));
  }

  /** For what may be stopped at any time: reading, and waiting. */
  #until(signal?: AbortSignal): AbortSignal {
    const { signal: closing } = this.#closing;
    return signal === undefined ? closing : AbortSignal.any([signal, closing]);
  }

  async #register(url: string, signal: AbortSignal | undefined, tries: number): Promise<void> {
    const older = this.#held.filter(({ id }) => id !== null).slice(0, maxOlder);
    await this.#keep([{ id: null, url, secrets: [] }, ...older]);
    await this.#of.wantLastingSecret?.(url);
    const made = await this.#registered(url, signal, tries);
    await this.#keep([{ id: made.id, url, secrets: [{ value: made.secret, until: null }] }, ...older]);
  }

  async #registered(
    url: string,
    signal: AbortSignal | undefined,
    tries: number,
  ): Promise<{ id: string; secret: string }> {
    const { client, clock, events, brand } = this.#of;
    const { signal: abandoned } = this.#abandoned;
    const sending = signal === undefined ? abandoned : AbortSignal.any([signal, abandoned]);
    let madeRoom = false;
    for (let tried = 1; ; tried += 1) {
      this.#closing.signal.throwIfAborted();
      try {
        const body = { url, events: [...events], brand_id: brand };
        // Never retried blindly: after a lost response a retry would create a second endpoint.
        return (await client.call('registerWebhook', { body }, { maxWait: 0, signal: sending })).body;
      } catch (error) {
        const lost = await this.#afterLostAnswer(error, url, { tries, signal });
        if (lost !== undefined) return lost;
        if (!madeRoom && (await this.#isFull(error))) {
          madeRoom = true;
          if ((await this.#of.makeRoom()) > 0) continue;
          throw await this.#noRoom();
        }
        const wait = waitAfter(error, tried);
        if (wait === undefined || tried >= tries) throw error;
        if (tried === 1 && tries > triesAtStart) this.#sayLater(error);
        await clock.sleep(wait, this.#until(signal));
      }
    }
  }

  #sayLater(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#of.note('endpoint_waits', `Could not register the endpoint yet. Retrying: ${why}`);
  }

  /** After a lost response the endpoint may exist; then it is in the list, but its secret is unknown. */
  async #afterLostAnswer(
    error: unknown,
    url: string,
    { tries, signal }: Attempts,
  ): Promise<{ id: string; secret: string } | undefined> {
    if (!leavesOpen(error)) return undefined;
    if (error instanceof TransportFailure && error.reason === 'aborted') this.#onItsWay = url;
    const until = this.#until(signal);
    // Closing looks for it.
    if (until.aborted) return undefined;
    const attempts = { tries, signal: until };
    const found = (await this.#patiently(attempts, () => this.#list(until))).find((each) => each.url === url);
    if (found === undefined) return undefined;
    // Nobody has the first secret, so a rotation breaks no receiver.
    const input = { parameters: { webhookId: found.id }, idempotencyKey: globalThis.crypto.randomUUID() };
    const { body } = await this.#patiently(attempts, () =>
      this.#of.client.call('rotateWebhookSecret', input, { signal: this.#abandoned.signal }),
    );
    return { id: body.id, secret: body.secret };
  }

  async #isFull(error: unknown): Promise<boolean> {
    if (!(error instanceof ServiceFailure) || error.status < 400 || error.status >= 500 || error.status === 429) {
      return false;
    }
    return (await this.#list()).length >= limits.webhook.endpoints;
  }

  async #noRoom(): Promise<ListenFailure> {
    const lines = (await this.#list()).map(({ id, url, active, last_success_at: success }) => {
      const state = active ? `last success ${success ?? 'never'}` : 'disabled';
      return `${id}  ${hidePath(url)}  ${state}`;
    });
    return new ListenFailure(
      'endpoints_used_up',
      `All ${limits.webhook.endpoints} endpoints of the organisation are in use, and none is left over from a listener of this machine.`,
      ['Delete an unused one: esign webhook delete ID', ...lines].join('\n'),
    );
  }

  async #mend(found: Webhook, signal?: AbortSignal): Promise<void> {
    const { id, active, subscribed_events: subscribed, disabled_reason: reason } = found;
    const { client, events, note } = this.#of;
    const same = subscribed.length === events.length && events.every((name) => subscribed.includes(name));
    if (active && same) return;
    const body = { ...(active ? {} : { active: true }), ...(same ? {} : { events: [...events] }) };
    await client.call('updateWebhook', { parameters: { webhookId: id }, body }, { signal: this.#until(signal) });
    if (!active)
      note('endpoint_revived', `The endpoint was disabled (${reason ?? 'no reason given'}); it is active again.`);
  }

  async #get(webhookId: string, signal?: AbortSignal): Promise<Webhook | undefined> {
    const options = { signal: this.#until(signal) };
    try {
      return (await this.#of.client.call('getWebhook', { parameters: { webhookId } }, options)).body;
    } catch (error) {
      if (error instanceof ServiceFailure && error.status === 404) return undefined;
      throw error;
    }
  }

  async #list(signal?: AbortSignal): Promise<readonly Webhook[]> {
    return (await this.#of.client.call('listWebhooks', {}, { signal })).body.data;
  }

  /** The network may still be down, and without the list a retry could create a second endpoint. */
  async #patiently<Result>({ tries, signal }: Attempts, call: () => Promise<Result>): Promise<Result> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await call();
      } catch (error) {
        const wait = waitAfter(error, tried);
        if (wait === undefined || tried >= tries) throw error;
        await this.#of.clock.sleep(wait, signal);
      }
    }
  }

  async #delete(id: string): Promise<void> {
    try {
      const options = { signal: this.#abandoned.signal };
      await this.#of.client.call('deleteWebhook', { parameters: { webhookId: id } }, options);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.status !== 404) throw error;
      if (id === this.id) this.#lapse = 'deleted';
    }
    await this.#keep(this.#held.map((each) => (each.id === id ? { ...each, id: null, formerId: id } : each)));
  }

  async #keep(held: readonly HeldEndpoint[]): Promise<void> {
    this.#held = held;
    await this.#of.hold(held);
  }
}

/** The service signs v0 with the previous secret only, so the one before it would stop working at once. */
function refuseInGrace(rotations: EndpointOptions['rotations'], id: string, now: number): void {
  const completed = rotations.completed(id, now);
  if (completed === undefined) return;
  const until = new Date(Date.parse(completed.at) + graceMs).toISOString();
  throw new ListenFailure(
    'rotation_in_grace',
    `The secret of this endpoint was already rotated at ${completed.at}, so it was not rotated again. Receivers that ` +
      `still use the secret from before that rotation are accepted until ${until}.`,
    'Start again without --rotate. If every receiver already has the latest secret, confirm with --rotate --end-grace.',
  );
}

/** Milliseconds before a retry; undefined when a retry would fail the same way. */
function waitAfter(error: unknown, tried: number): number | undefined {
  const doubled = Math.min(maxWaitMs, 1_000 * 2 ** (tried - 1));
  if (error instanceof TransportFailure) return error.reason === 'aborted' ? undefined : doubled;
  if (!(error instanceof ServiceFailure)) return undefined;
  if (error.status === 429) return Math.min(maxWaitMs, (error.retryAfter ?? 1) * 1000);
  return error.status >= 500 ? doubled : undefined;
}

/** The path of a URL is often its secret. */
export function hidePath(url: string): string {
  if (!URL.canParse(url)) return '…';
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : `${origin}/…`;
}
