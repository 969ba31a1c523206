import type { Client } from '../../client/client.js';
import type { RateBudget } from '../../client/rate-budget.js';
import type { Context } from '../../cli/context/context.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import type { EventName } from '../../contract/events.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { serviceHost } from '../../contract/service-host.js';
import {
  openSeenEnvelopes,
  personMark,
  type SeenEnvelope,
  type SeenEnvelopes,
  type TurnSince,
} from '../../store/envelope-states.js';
import { readSealed } from '../../listen/receive/ledger.js';
import { fingerprint } from '../../listen/endpoint/state.js';
import { listDeliveries } from '../../store/deliveries.js';
import { acts, placeOf, turnOf } from './status-words.js';

/** An envelope as it was read. */
export interface KnownStatus {
  readonly envelope: Envelope;
  /** Null: not requested, or the key may not read documents. */
  readonly sealed: boolean | null;
  readonly rate: RateBudget | undefined;
  /** The sealing state was not requested, to save the rate limit. */
  readonly unasked?: boolean;
  /** Who mails the signed copy, where it was just created. */
  readonly delivery?: 'service' | 'integrator' | undefined;
}

/** Reads an envelope and, once it is completed, whether it is sealed. Throws the failures of the client. */
export async function readStatus(
  client: Pick<Client, 'call'>,
  id: string,
  { signal, maxWait, mayAskSealed }: StatusOptions,
): Promise<KnownStatus> {
  const { body, rate } = await client.call('getEnvelope', { parameters: { envelopeId: id } }, { signal, maxWait });
  if (body.status !== 'completed') return { envelope: body, sealed: null, rate };
  if (mayAskSealed?.(rate) === false) return { envelope: body, sealed: null, rate, unasked: true };
  return { envelope: body, sealed: await readSealed(client, id, signal), rate };
}

export interface StatusOptions {
  readonly signal: AbortSignal;
  readonly maxWait?: number;
  /** Called with the rate limit of the first response; false skips the request for the sealing state. */
  readonly mayAskSealed?: (rate: RateBudget | undefined) => boolean;
}

/** The envelope states stored on this machine, for the configured service and key. */
export interface EnvelopeMemory {
  readonly host: string;
  /** Undefined when it was never read with this key. */
  read(id: string): Promise<SeenEnvelope | undefined>;
  /** What is stored of an envelope that was read or not found. */
  digest(look: Look): Promise<SeenEnvelope>;
  /** Best effort: a write error never fails a read. */
  store(seen: readonly SeenEnvelope[]): Promise<void>;
  /** Digests and stores. */
  keep(looks: readonly Look[]): Promise<void>;
}

/** An envelope as it was read, or the ID of one that was not found. */
export type Look = KnownStatus | { readonly gone: string };

/** Opens the stored envelope states. */
export async function openMemory(context: Context): Promise<EnvelopeMemory> {
  const settings = context.settings();
  const host = serviceHost(await context.recordedAs());
  const account = fingerprint((await settings.key())?.value.secret ?? '');
  const record: SeenEnvelopes = openSeenEnvelopes(await context.state());
  const digest: EnvelopeMemory['digest'] = async (look) => {
    const readAt = new Date(context.clock.now()).toISOString();
    const looked = seenOf(look, { host, account, readAt });
    if ('gone' in look) return looked;
    const { turnSince } = await import('./turn-since.js');
    const before = await record.read(host, account, looked.id);
    const delivery = look.delivery ?? before?.delivery;
    const seen = delivery === undefined ? looked : { ...looked, delivery };
    const since = await turnSince(context, look.envelope, { turn: seen.turn, before, host });
    const completed = look.envelope.status === 'completed' ? await completedSince(context, seen, before) : null;
    if (look.sealed !== true) return { ...seen, since, completed };
    const sealedAt = before?.sealedAt ?? (await lastOf(context, 'envelope.sealed', look.envelope.id, host));
    return { ...seen, since, completed, sealedAt };
  };
  const store: EnvelopeMemory['store'] = (seen) => record.keep(seen);
  return {
    host,
    read: (id) => record.read(host, account, id),
    digest,
    store,
    keep: async (looks) => store(await Promise.all(looks.map(digest))),
  };
}

/** When a received delivery says that it was completed, or else when it was first read so. */
async function completedSince(
  context: Context,
  { id, host }: SeenEnvelope,
  before: SeenEnvelope | undefined,
): Promise<TurnSince> {
  if (before?.completed != null) return before.completed;
  const told = await lastOf(context, 'envelope.completed', id, host);
  if (told !== null) return { at: told, exact: true };
  return { at: new Date(await serviceTime(context)).toISOString(), exact: false };
}

/** The stored state of an envelope that was read or not found. */
function seenOf(look: Look, from: Pick<SeenEnvelope, 'host' | 'account' | 'readAt'>): SeenEnvelope {
  if ('gone' in look) {
    const nothing = { createdAt: null, sentAt: null, expiresAt: null, sealed: null };
    return { ...from, ...nothing, id: look.gone.toLowerCase(), status: null, title: '', turn: [] };
  }
  const { envelope, sealed } = look;
  // One who delegated is followed by the one who took their place, who may have the same name.
  const current = envelope.recipients.filter(({ status }) => status !== 'delegated');
  return {
    ...from,
    id: envelope.id.toLowerCase(),
    status: envelope.status,
    title: envelope.title,
    ...(envelope.template_id === null ? {} : { template: envelope.template_id.toLowerCase() }),
    createdAt: envelope.created_at,
    sentAt: envelope.sent_at,
    expiresAt: envelope.expires_at,
    turn: turnOf(envelope).map(({ role, name }) => ({ role, name })),
    undelivered: turnOf(envelope)
      .filter(({ invitation_delivered: delivered }) => delivered === false)
      .map(({ role, name }) => ({ role, name })),
    embedded: turnOf(envelope)
      .filter((each) => each.embedded)
      .map(({ role, name }) => ({ role, name })),
    held: envelope.recipients
      .filter((each) => placeOf(each, envelope) === 'held')
      .map(({ role, name }) => ({ role, name })),
    recipients: current.map(({ role, name, email }) => ({ role, name, email })),
    names: current.filter(acts).map(({ name }) => name),
    sealed,
    people: envelope.recipients.map(({ email }) => personMark(envelope.id, email)),
  };
}

/** When sealing was told by deliveries received here, by the IDs of envelopes. */
export async function sealedTimes(context: Context, host: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for (const delivery of listDeliveries(await context.state(), { events: ['envelope.sealed'] })) {
    const { envelopeId, host: from, verdict, createdAt, at } = delivery;
    if (envelopeId === null || from !== host || !verdict.ok) continue;
    times.set(envelopeId.toLowerCase(), createdAt ?? at);
  }
  return times;
}

/** The time of the last sealing_failed event received here with no later sealed event; null if there is none. */
export async function sealingFailedAt(context: Context, id: string, host: string): Promise<string | null> {
  const failed = await lastOf(context, 'envelope.sealing_failed', id, host);
  if (failed === null) return null;
  const sealed = await lastOf(context, 'envelope.sealed', id, host);
  return sealed === null || sealed < failed ? failed : null;
}

/** The time of the last event of this name about an envelope that was received here; null if there is none. */
async function lastOf(context: Context, name: EventName, id: string, host: string): Promise<string | null> {
  const received = listDeliveries(await context.state(), { envelope: id, events: [name] });
  const found = received.filter(({ host: from, verdict }) => from === host && verdict.ok);
  return (
    found
      .map(({ createdAt, at }) => createdAt ?? at)
      .toSorted()
      .at(-1) ?? null
  );
}
