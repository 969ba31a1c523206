/** Responses of the emulator's own routes. */

export interface EmulatorStatus {
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  readonly strict: boolean;
  readonly data: string | null;
  readonly organisation: { readonly id: string; readonly plan: string };
}

/** The test authority: the certificate that verifies seals, and the time of the emulator. */
export interface EmulatorAuthority {
  readonly name: string;
  readonly pem: string;
  /** Hex SHA-256 of the certificate. */
  readonly sha256: string;
  readonly serial: string;
  readonly valid_from: string;
  readonly valid_until: string;
  readonly now: string;
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  /** The time of the next due action; null when there is none. */
  readonly next: string | null;
  /** Only while the clock is being advanced: how many actions are done, of how many that are due until its end. */
  readonly advance?: { readonly done: number; readonly due: number };
}

export interface ClockMove extends ClockState {
  readonly ran: readonly { readonly kind: string; readonly subject: string; readonly at: string }[];
}

export interface CapturedMail {
  readonly id: string;
  readonly kind: string;
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  /** Only in the response for a single mail. */
  readonly html?: string;
  /** A signing link is a credential, so it is present only on request. */
  readonly link: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly accepted_at: string;
  readonly delivered_at: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
}

export interface Brands {
  readonly data: readonly {
    readonly id: string;
    readonly organisation_id: string;
    readonly name: string;
    readonly is_default: boolean;
    readonly archived: boolean;
    /** Origins that may embed the signing page. */
    readonly origins: readonly string[];
  }[];
}

export interface EmulatorEvent {
  readonly sequence: number;
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

export interface EmulatorDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: readonly object[];
}

/** One attempt of a delivery. */
export interface LoggedAttempt {
  readonly sequence: number;
  readonly at: string;
  readonly event: string;
  readonly event_id: string;
  readonly envelope_id: string;
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly attempt: number;
  /** 0, except for duplicates that a fault sent. */
  readonly copy: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly faults: readonly string[];
}

/** Probabilities from 0 to 1. */
export interface PointFault {
  readonly point: string;
  readonly code: string | null;
  readonly bare_status: number | null;
  readonly hold: boolean;
  /** The number of requests that it still applies to. */
  readonly times: number;
}

export interface DeliveryFaults {
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
  readonly struck: number;
}

/** A fault in requests of an operation, with a probability from 0 to 1. */
export interface OperationFault {
  /** Null: every operation. */
  readonly operation: string | null;
  readonly fault: 'delay' | 'answer' | 'reset' | 'drop_after_commit' | 'stuck';
  readonly code: string | null;
  readonly status: number | null;
  readonly delay_seconds: number;
  /** Null: until it is released. */
  readonly stuck_seconds: number | null;
  readonly probability: number;
  readonly seed: number;
  readonly count: number | null;
  readonly met: number;
  readonly struck: number;
}
