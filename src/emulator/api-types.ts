import type { ErrorCode } from '../contract/error-codes.js';
import type { EventName } from '../contract/events.js';
import type { Authorisation, Envelope, Template } from '../contract/service-types.js';
import type { OperationId } from '../contract/types-of-operation.js';
import type { Ran } from './delivery/advance.js';
import type { FaultEffect, FaultPoint } from './faults.js';
import type { Mail } from './mail/outbox.js';
import type { MailKind, ScenarioName } from './names.js';

/** The API of a started emulator for programs. */

export interface ClockHandle {
  now(): Date;
  freeze(): void;
  run(): void;
  /** By milliseconds or a duration such as `34h1m`; resolves with the executed jobs when all due work is done. */
  advance(duration: string | number): Promise<readonly Ran[]>;
  /** To a time, or to the next due job. */
  to(instant: string): Promise<readonly Ran[]>;
}

/** A resource: its ID, or the resource as the service returned it. */
export type Ref = string | { readonly id: string };

/** A recipient: the ID, the role, the recipient as the service returned it, or `next`, the one whose turn it is. */
export type RecipientRef = Ref;

/** One value of a recipient: of the fields with a `key` (and its `subject`), or of one field by `field_id`. */
export interface SignedValue {
  readonly subject?: string | null;
  readonly key?: string;
  readonly field_id?: string;
  readonly value: string | boolean | readonly string[] | null;
}

export interface SignOptions {
  readonly values?: readonly SignedValue[];
  /** The typed signature (default: the recipient's name). */
  readonly signature?: string;
  /** Whether required fields without a value get a sample value (default: true). */
  readonly fill?: boolean;
}

export interface WaitOptions {
  /** Milliseconds of real time (default: 5000). */
  readonly timeout?: number;
}

export interface InboxFilter {
  /** The address of the recipient of the mail. */
  readonly to?: string;
  readonly kind?: MailKind | (string & {});
  readonly envelopeId?: string;
  /** Part of the subject, case-insensitive. */
  readonly subject?: string;
  /** Whether a fault lost it (default: both; `waitFor` takes only mail that arrives). */
  readonly lost?: boolean;
  /** Only mail newer than the mail with this ID. */
  readonly after?: string;
}

export interface InboxHandle {
  /** Newest first. */
  list(filter?: InboxFilter): readonly Mail[];
  /** The newest match, or null. */
  latest(filter?: InboxFilter): Mail | null;
  /** Resolves with the newest match as soon as there is one; rejects with WaitTimedOut. */
  waitFor(filter?: InboxFilter, options?: WaitOptions): Promise<Mail>;
}

/** An event of an envelope, with or without subscribers. */
export interface EmulatorEvent {
  /** Its position among all events. */
  readonly sequence: number;
  readonly id: string;
  readonly event: EventName;
  readonly created_at: string;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

export interface EventFilter {
  readonly event?: EventName;
  readonly envelope?: Ref;
  /** Only those with a later `sequence`. */
  readonly after?: number;
}

export interface EventsHandle {
  /** In order of occurrence. */
  list(filter?: EventFilter): readonly EmulatorEvent[];
  /** Resolves with the first event of this name as soon as there is one; rejects with WaitTimedOut. */
  waitFor(event: EventName, options?: Omit<EventFilter, 'event'> & WaitOptions): Promise<EmulatorEvent>;
}

/** One event for one endpoint, with every attempt. */
export interface EmulatorDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: EventName;
  readonly status: 'queued' | 'delivered' | 'exhausted' | 'dropped';
  readonly attempts: readonly {
    /** 1-based. */
    readonly number: number;
    readonly at: string;
    /** Null without a response. */
    readonly status: number | null;
    readonly error: string | null;
    readonly milliseconds: number;
    /** The applied faults, by name. */
    readonly faults: readonly string[];
  }[];
  readonly next_attempt_at: string | null;
}

export interface DeliveryFilter {
  readonly event?: EventName;
  readonly envelope?: Ref;
  /** The endpoint. */
  readonly webhook?: Ref;
  readonly status?: EmulatorDelivery['status'];
  /** Only those created after this delivery. */
  readonly after?: Ref;
}

export interface DeliveriesHandle {
  /** In order of creation. */
  list(filter?: DeliveryFilter): readonly EmulatorDelivery[];
  /**
   * Resolves with the first delivery of this event that has the status (default: `delivered`, which the endpoint
   * answered with 2xx) as soon as there is one; rejects with WaitTimedOut.
   */
  waitFor(event: EventName, options?: Omit<DeliveryFilter, 'event'> & WaitOptions): Promise<EmulatorDelivery>;
}

/** A fault of requests: one of `code` or `http_status`, `reset`, `drop_after_commit` and `stuck`, a delay, or both. */
export interface OperationFaultInput {
  /** Default: every operation. */
  readonly operation?: OperationId;
  /** The error to respond with. */
  readonly code?: ErrorCode;
  /** The status to respond with, 400 to 599; the body is empty without `code`. */
  readonly http_status?: number;
  /** Closes the connection before the request is processed. */
  readonly reset?: true;
  /** Processes the request and closes the connection without a response. */
  readonly drop_after_commit?: true;
  /** Closes the connection and keeps the request in progress. */
  readonly stuck?: true;
  /** Duration in seconds (default: until it is released). */
  readonly stuck_seconds?: number;
  /** Real seconds that the request waits first. */
  readonly delay_seconds?: number;
  /** 0 to 1, for each request (default: 1). */
  readonly probability?: number;
  /** The number of requests to affect (default: no limit). */
  readonly count?: number;
  /** The same seed selects the same requests. */
  readonly seed?: number;
}

export interface OperationFault {
  /** Null: every operation. */
  readonly operation: OperationId | null;
  readonly fault: 'delay' | 'answer' | 'reset' | 'drop_after_commit' | 'stuck';
  readonly code: ErrorCode | null;
  readonly http_status: number | null;
  readonly delay_seconds: number;
  /** Null: until it is released. */
  readonly stuck_seconds: number | null;
  readonly probability: number;
  readonly seed: number;
  readonly count: number | null;
  /** The number of matching requests since it was set. */
  readonly met: number;
  /** The number of affected requests. */
  readonly struck: number;
}

/** Faults of deliveries, each with a probability from 0 to 1 for each attempt (default: 0). */
export interface DeliveryFaultInput {
  readonly duplicate?: number;
  readonly reorder?: number;
  /** Needs `delay_seconds`. */
  readonly delay?: number;
  readonly delay_seconds?: number;
  readonly drop?: number;
  readonly lose_answer?: number;
  readonly wrong_signature?: number;
  /** Needs `clock_skew_seconds`. */
  readonly clock_skew?: number;
  /** Added to the signed time; negative for the past. */
  readonly clock_skew_seconds?: number;
  /** The number of attempts to affect (default: no limit). */
  readonly count?: number;
  /** The same seed selects the same attempts. */
  readonly seed?: number;
  /** The endpoint (default: every one). */
  readonly webhook_id?: string;
}

export interface DeliveryFault {
  readonly duplicate: number;
  readonly reorder: number;
  readonly delay: number;
  readonly delay_seconds: number;
  readonly drop: number;
  readonly lose_answer: number;
  readonly wrong_signature: number;
  readonly clock_skew: number;
  readonly clock_skew_seconds: number;
  readonly seed: number;
  readonly count: number | null;
  readonly webhook_id: string | null;
  /** The number of affected attempts. */
  readonly struck: number;
}

export interface FaultHandle {
  /**
   * Makes the next request at a point fail, or the next `count` ones: `{ point: 'seal', code: 'internal_error' }`. At
   * `mail`, the next mails are accepted and never arrive.
   */
  add(fault: FaultEffect & { readonly point: FaultPoint; readonly count?: number }): void;
  /** Adds a fault to the requests of one operation or of all; throws ControlRefused. */
  operation(fault: OperationFaultInput): Promise<OperationFault>;
  /** Injects faults into the deliveries, in place of earlier faults of the same endpoint; throws ControlRefused. */
  deliveries(faults: DeliveryFaultInput): Promise<DeliveryFault>;
  /** Removes every fault, and continues waiting requests. */
  clear(): void;
  release(): void;
}

/** Nothing matched within the timeout; the message says what did come. */
export class WaitTimedOut extends Error {
  override readonly name = 'WaitTimedOut';
}

/** One of the emulator's own routes failed: the message says why. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface ResetOptions {
  /** Also lets the clock run from the time of this machine. */
  readonly clock?: boolean;
}

/** An event that was caused, its envelope, and its deliveries, of which some may be queued. */
export interface Triggered {
  readonly event: Omit<EmulatorEvent, 'sequence'>;
  readonly envelope: Envelope;
  readonly deliveries: readonly { readonly id: string; readonly webhook_id: string }[];
}

/** A field of a template without a document. */
export interface TemplateFieldInput {
  readonly type: Template['fields'][number]['type'];
  /** The role that fills it in; one that `roles` does not list signs after those. */
  readonly role: string;
  readonly label?: string;
  /** Default: false. */
  readonly required?: boolean;
  readonly subject?: string;
  readonly data_key?: string;
  /** Of a dropdown. */
  readonly options?: readonly string[];
  readonly multiline?: boolean;
  /** Of a tickbox: 1-based, among `questions`. */
  readonly question?: number;
  /** Of a tickbox that answers a question. */
  readonly option_value?: string;
}

/** A template on blank pages, for tests that need no document. */
export interface TemplateInput {
  readonly name: string;
  /** In routing order; `routing_type` is `sign` by default. */
  readonly roles?: readonly { readonly name: string; readonly routing_type?: 'sign' | 'cc' }[];
  readonly questions?: readonly {
    readonly label?: string;
    readonly required?: boolean;
    readonly min_selected: number;
    readonly max_selected: number;
  }[];
  readonly fields: readonly TemplateFieldInput[];
}

/** A scenario that was created. */
export interface Scenario {
  readonly name: ScenarioName;
  /** The ID of its envelope, endpoint or authorisation. */
  readonly id: string;
  readonly about: string;
}

export interface EmulatorApi {
  readonly clock: ClockHandle;
  readonly inbox: InboxHandle;
  readonly events: EventsHandle;
  readonly deliveries: DeliveriesHandle;
  readonly faults: FaultHandle;
  /**
   * Signs as a recipient (default: the one whose turn it is). Throws ControlRefused, for instance for invalid values. Like
   * every act here, it resolves when the deliveries that it causes got a response, or after six seconds; so a webhook
   * handler must not wait for it before it responds.
   */
  sign(envelope: Ref, recipient?: RecipientRef, options?: SignOptions): Promise<Envelope>;
  /** Declines as a recipient; the envelope ends. Throws ControlRefused. */
  decline(envelope: Ref, recipient: RecipientRef | undefined, options: { readonly reason: string }): Promise<Envelope>;
  /** Delegates to another person, who takes the position with a new ID. Throws ControlRefused. */
  delegate(
    envelope: Ref,
    recipient: RecipientRef | undefined,
    to: { readonly name: string; readonly email: string },
  ): Promise<Envelope>;
  /** Signs a standing authorisation as its grantor. Throws ControlRefused. */
  grant(authorisation: Ref): Promise<Authorisation>;
  /** Creates a scenario in addition to the existing data, in live or test mode (default: live). */
  scenario(name: ScenarioName, options?: { readonly mode?: 'live' | 'test' }): Promise<Scenario>;
  /** Creates a template from a list of fields, without a document. Throws ControlRefused. */
  template(template: TemplateInput): Promise<Template>;
  /** Seals an envelope again whose sealing failed. Throws ControlRefused. */
  requeue(envelope: Ref): Promise<void>;
  /** Causes an event of an envelope (default: a new one) with everything that leads to it. Throws ControlRefused. */
  trigger(event: EventName, options?: { readonly envelope?: Ref; readonly mode?: 'live' | 'test' }): Promise<Triggered>;
  /** Sends a delivery again, an event to all its endpoints, or all that failed. Throws ControlRefused. */
  redeliver(of: Ref | 'failed'): Promise<readonly EmulatorDelivery[]>;
  /** Resolves when no delivery or sealing is under way, or after six seconds; what waits for a retry is not. */
  settled(): Promise<void>;
  /** Any of the emulator's own routes (`GET /_emulator/openapi.json` lists them); throws ControlRefused. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Deletes all data except the first organisation, its keys and its brands. The clock stays without `clock: true`. */
  reset(options?: ResetOptions): Promise<void>;
}
