/** The verification result of a delivery on arrival. */
type Verdict =
  /** `v1` under the current secret, or `v0` under the previous one. */
  | { readonly ok: true; readonly by: 'current' | 'previous' }
  /** `cause` is a code, `words` a sentence. */
  | { readonly ok: false; readonly cause: string; readonly words: string };

/** The state of a delivery on its way to the app. `attempts` counts started ones; times are ISO 8601 UTC. */
export type Forward =
  /** Not for an app: none was configured, it was filtered out, or it was rejected. */
  | { readonly is: 'none' }
  | { readonly is: 'waiting'; readonly target: string }
  /** In progress; if the program has exited, the result is unknown. `by`: that program, see `whereIsMarked`. */
  | {
      readonly is: 'sending';
      readonly target: string;
      readonly attempts: number;
      readonly at: string;
      readonly by?: string;
    }
  /** The app did not accept it, and it is retried. */
  | ({ readonly is: 'failed' } & Attempted & { readonly words: string })
  /** The app did not accept it, and it is not retried. */
  | ({ readonly is: 'given-up' } & Attempted & { readonly words: string })
  /** The app responded with 2xx. */
  | ({ readonly is: 'delivered' } & Attempted);

/** The state after an attempt began or ended. */
export type Tried = Exclude<Forward, { readonly is: 'none' | 'waiting' }>;

interface Attempted {
  readonly target: string;
  readonly attempts: number;
  readonly at: string;
  /** Null without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** What is known of a delivery when it arrives. */
interface Arrived {
  /** This machine's own ID for it. */
  readonly id: string;
  /** Time of arrival: ISO 8601 UTC. */
  readonly at: string;
  /** Its forwarding: an event goes to each of them once. */
  readonly listener: string;
  /** The service it came from: the host of the base URL. */
  readonly host: string;
  /** The endpoint ID at the service; null when unknown, or for a synthetic one. */
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly eventId: string | null;
  readonly envelopeId: string | null;
  readonly recipientId: string | null;
  readonly createdAt: string | null;
  readonly retryCount: number | null;
  /** Created here from a change of an envelope, not sent by the service. */
  readonly synthetic: boolean;
  readonly verdict: Verdict;
  /** The values of the signature header as received. */
  readonly signature: readonly string[];
  readonly contentType: string | null;
}

export interface NewDelivery extends Arrived {
  /** The raw bytes, never decoded. */
  readonly body: Buffer;
  /** Its destination; null for none. */
  readonly target: string | null;
}

/** A recorded delivery in its current state. */
export interface Delivery extends Arrived {
  /** The order of recording. */
  readonly place: number;
  /** Bytes of the body as received. */
  readonly size: number;
  readonly forward: Forward;
  /** How often the same event arrived again. */
  readonly repeats: number;
}

/** An event of an envelope, the same for every delivery path. */
export interface Arrival {
  readonly event: string;
  readonly envelopeId: string;
  readonly recipientId: string | null;
}

/** What is remembered of an event. */
export interface RememberedEvent {
  /** The delivery that contained it. */
  readonly id: string;
  /** Time of arrival: milliseconds since 1970. */
  readonly at: number;
  /** The app has accepted it, or it was not for an app. */
  readonly taken: boolean;
}

/** How long an event is remembered, so that it is not forwarded twice: all retries take 34 hours (Retry ladder). */
export const rememberedFor = 7 * 24 * 60 * 60 * 1000;

/** Not accepted by the app, as far as is known: waiting, failed, given up, or interrupted. */
export const isUndelivered = ({ forward: { is } }: Pick<Delivery, 'forward'>): boolean =>
  is !== 'none' && is !== 'delivered';

/** An app may still need it, or somebody wants to know that it gave up. As the index has it. */
export const undeliveredRows = "state NOT IN ('none', 'delivered')";
/** An app still needs it, as far as is known. */
export const openRows = `${undeliveredRows} AND state <> 'given-up'`;
