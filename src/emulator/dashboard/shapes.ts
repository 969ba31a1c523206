import type { EnvelopeState, RecipientState } from '../../contract/states.js';

/** What the data routes of the page answer: shared by the server and the script in the browser. */

/** The state of an envelope as a person sees it: a completed one is being sealed, is sealed, or could not be. */
export type ShownState = EnvelopeState | 'sealed' | 'sealing_failed';

/** A page of a list, newest first. */
export interface ListPage<Row> {
  /** The emulator's time. */
  readonly now: string;
  readonly data: readonly Row[];
  /** All that there are, whatever is asked for. */
  readonly total: number;
  /** Where the next older page begins; null at the end. */
  readonly next: number | null;
}

export interface EnvelopeRow {
  readonly id: string;
  readonly title: string;
  readonly state: ShownState;
  readonly mode: 'live' | 'test';
  readonly created_at: string;
  readonly people: readonly RowPerson[];
  /** Since when the next recipient or the sealing is awaited; null when nothing is. */
  readonly waiting_since: string | null;
}

export interface RowPerson {
  readonly name: string;
  readonly role: string;
  readonly status: RecipientState;
  /** Whether it is this person's turn. */
  readonly turn: boolean;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly routing_type: 'sign' | 'cc';
  readonly status: RecipientState;
  readonly embedded: boolean;
  readonly turn: boolean;
}

export interface EnvelopeDetail {
  readonly id: string;
  readonly title: string;
  readonly state: ShownState;
  readonly mode: 'live' | 'test';
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly end_reason: string | null;
  readonly template_id: string | null;
  readonly documents: readonly { readonly position: number; readonly name: string; readonly page_count: number }[];
  readonly people: readonly Person[];
  readonly timeline: readonly TimelineEntry[];
  /** Older entries that are left out. */
  readonly left_out: number;
}

export type EntryKind = 'request' | 'mail' | 'visit' | 'answers' | 'act' | 'event' | 'delivery' | 'due' | 'seal';

export type Tone = 'plain' | 'good' | 'bad' | 'wait';

export interface TimelineEntry {
  /** Unique within the timeline. */
  readonly key: string;
  /** ISO 8601 UTC on the emulator's clock. */
  readonly at: string;
  readonly kind: EntryKind;
  readonly title: string;
  readonly detail: string | null;
  readonly tone: Tone;
  /** What to ask for when the entry is opened. */
  readonly opens: Opens | null;
}

export type Opens =
  | { readonly what: 'request'; readonly sequence: number }
  | { readonly what: 'mail'; readonly id: string }
  | { readonly what: 'attempt'; readonly delivery: string; readonly sequence: number }
  | { readonly what: 'delivery'; readonly delivery: string }
  | { readonly what: 'event'; readonly id: string; readonly back: RestorePoint | null }
  | { readonly what: 'answers'; readonly given: readonly GivenAnswer[] };

/** A kept state of all data to go back to. */
export interface RestorePoint {
  readonly id: number;
  /** What was about to happen. */
  readonly before: string;
  /** ISO 8601 UTC on the emulator's clock. */
  readonly at: string;
  /** How many events have happened since; null in another branch than the present. */
  readonly undone: number | null;
}

export interface GivenAnswer {
  readonly label: string;
  readonly value: string;
  /** Given by the application, not by the signer. */
  readonly by_app: boolean;
}

/** A request or a delivery, with keys and secrets masked. */
export interface ShownExchange {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null without one, and when it was not kept. */
  readonly body: string | null;
  readonly size: number;
  readonly answer: ShownAnswer;
  /** What is worth knowing about it: the rule that refused it, or the fault that struck it. */
  readonly notes: readonly string[];
  readonly curl: string;
}

export interface MailRow {
  readonly id: string;
  readonly subject: string;
  readonly to: { readonly name: string; readonly email: string };
  readonly at: string;
  readonly mode: string;
  readonly delivered: boolean;
  readonly lost: boolean;
}

export type EndpointState = 'active' | 'failing' | 'disabled';

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly state: EndpointState;
  readonly created_at: string;
  /** Deliveries that wait for an attempt. */
  readonly queued: number;
  /** Deliveries that are not tried any more. */
  readonly failed: number;
}

export interface EndpointDetail {
  readonly id: string;
  readonly url: string;
  readonly state: EndpointState;
  readonly events: readonly string[];
  readonly brand_id: string | null;
  readonly created_at: string;
  readonly last_success_at: string | null;
  /** The first failed attempt since the last success. */
  readonly failing_since: string | null;
  readonly disabled_reason: string | null;
  /** Since when the signing secret is valid; the secret is never shown. */
  readonly secret_since: string;
  /** Until when the secret before it signs too; null when it does not. */
  readonly previous_secret_until: string | null;
}

export type DeliveryState = 'queued' | 'retrying' | 'delivered' | 'failed' | 'cancelled';

export interface EndpointDelivery {
  readonly id: string;
  readonly event: string;
  readonly state: DeliveryState;
  readonly next_attempt_at: string | null;
  readonly envelope_id: string;
  /** Null when the envelope does not exist any more. */
  readonly envelope_title: string | null;
  readonly attempts: readonly TimelineEntry[];
}

export interface RequestRow {
  /** Its position in the log. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  /** With the names of parameters; as it was sent where no operation has it. */
  readonly path: string;
  readonly operation: string | null;
  /** Null without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The code of a rejection. */
  readonly code: string | null;
  /** The operation fault that was applied. */
  readonly fault: string | null;
  /** Null when the key is missing or invalid. */
  readonly key: { readonly id: string; readonly mode: 'live' | 'test' } | null;
  /** As the service names it in its response. */
  readonly request_id: string | null;
  /** What it is about, where that has a page of its own. */
  readonly about: Subject | null;
}

export interface Subject {
  readonly room: 'envelopes' | 'templates' | 'endpoints';
  readonly id: string;
}

export interface RequestDetail extends ShownExchange {
  readonly row: RequestRow;
}

interface ShownAnswer {
  /** Null without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly size: number;
  readonly error: string | null;
}

export interface SignatureVerdict {
  /** What the app behind a listener said of it; empty where it is not known. */
  readonly app: readonly string[];
  readonly ok: boolean;
  readonly sentence: string;
  readonly hint: string | null;
}

export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly archived: boolean;
  readonly pages: number;
  readonly fields: number;
  /** People whose proposal is not decided. */
  readonly undecided: number;
}

export interface TemplateDetail {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly roles: readonly string[];
  readonly warnings: readonly string[];
  readonly pages: readonly ShownPage[];
  readonly people: readonly ProposedPerson[];
}

/** A page with its fields, whose places are fractions of the page. */
export interface ShownPage {
  readonly document: number;
  readonly name: string;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly fields: readonly ShownField[];
}

export interface ShownField {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  /** The position of its role among the roles. */
  readonly role: number;
  readonly required: boolean;
  readonly address: string | null;
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

interface ProposedPerson {
  readonly id: string;
  readonly heading: string;
  readonly kind: string;
  readonly reason: string;
  readonly proposed: string;
  /** Null until it is decided. */
  readonly decided: string | null;
}

/** A message of the stream of changes. */
export interface Change {
  /** Different after every change. */
  readonly version: string;
  readonly clock: { readonly now: string; readonly frozen: boolean; readonly next: string | null };
}
