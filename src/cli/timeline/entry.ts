/** One line of the timeline: what happened, and what is known about it. */
export interface Entry {
  /** Milliseconds since 1970 on this machine; the emulator's own time is in the details. */
  readonly at: number;
  readonly kind: EntryKind;
  readonly tone: Tone;
  /** One line. Text from outside is not cleaned yet. */
  readonly what: string;
  /** The same in fewer words, for a narrow screen; null where `what` is cut. */
  readonly short: string | null;
  /** Whom and what it is about, after the line or, without room, below it. */
  readonly about: string;
  /** Why it failed and what to do, each a line below. */
  readonly why: readonly string[];
  /** Shown when it is opened. */
  readonly details: readonly string[];
  readonly envelopeId: string | null;
  /** Of a delivery, in the record of deliveries: for `esign event show` and `esign event replay`. */
  readonly deliveryId: string | null;
  /** Of the event that was delivered. */
  readonly eventId: string | null;
  /** A further attempt of the delivery, which takes the place of the one before on a screen. */
  readonly isRetry: boolean;
  /** Sends the request again; the key is a variable. */
  readonly curl: string | null;
}

/**
 * `api`: a request of the app; `mail`: a mail of the service; `page`: a visit of a signing page; `event`: something
 * happened to an envelope; `hook`: a delivery to the app; `app`: a line that the app printed; `esign`: what this command
 * did.
 */
export type EntryKind = 'api' | 'mail' | 'page' | 'event' | 'hook' | 'app' | 'esign';
export type Tone = 'plain' | 'dim' | 'good' | 'bad' | 'warn';

/** An entry of the kind with what is not given left empty. */
export const entryOf = (given: Pick<Entry, 'at' | 'kind' | 'what'> & Partial<Entry>): Entry => ({
  tone: 'plain',
  short: null,
  about: '',
  why: [],
  details: [],
  envelopeId: null,
  deliveryId: null,
  eventId: null,
  isRetry: false,
  curl: null,
  ...given,
});
