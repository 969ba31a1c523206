/** What the emulator's own routes answer with, as the emulator's commands read it. */

export interface EmulatorStatus {
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  readonly strict: boolean;
  readonly data: string | null;
  readonly organisation: { readonly id: string; readonly plan: string };
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  /** When the next thing falls due; null when nothing is planned. */
  readonly next: string | null;
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
  /** A signing link is a credential: shown only when asked for. */
  readonly link: string | null;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  readonly accepted_at: string;
  readonly delivered_at: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
}

export interface Brands {
  readonly data: readonly { readonly id: string; readonly name: string }[];
}
