import { openEnvelopeStates, type EnvelopeState, type RecipientState } from '../../contract/states.js';
import type { Envelope as EnvelopeBody } from '../../contract/resources/envelope.js';
import type { Answers } from '../../domain/rules/values.js';
import type { RoutingType } from '../../domain/rules/template-form.js';
import type { ActOrigin } from './act-origin.js';
import type { Mode } from './organisation.js';

/** One sending of documents to named people (Resources, Envelope; States). All times are ISO 8601 UTC. */
export interface Envelope {
  readonly id: string;
  readonly organisation_id: string;
  /** A sandbox envelope is one that a test key created. */
  readonly mode: Mode;
  /** Null for a one-off envelope. */
  readonly template_id: string | null;
  readonly title: string;
  readonly status: EnvelopeState;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly expires_at: string | null;
  readonly brand_id: string;
  /** The name at the time of sending; null before. */
  readonly brand_name: string | null;
  readonly completion_delivery: 'service' | 'integrator';
  readonly completed_at: string | null;
  readonly sealed_at: string | null;
  /** Set when sealing failed and is not retried. */
  readonly sealing_failed_at: string | null;
  /** The reason for voiding or declining. */
  readonly end_reason: string | null;
  /** In routing order; a replacement follows the recipient who delegated. */
  readonly recipients: readonly Recipient[];
  readonly documents: readonly EnvelopeDocument[];
  readonly answers: Answers;
  readonly history: readonly HistoryEntry[];
}

export interface Recipient {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly email: string;
  readonly job_title: string | null;
  readonly company: string | null;
  readonly routing_type: RoutingType;
  readonly status: RecipientState;
  readonly embedded: boolean;
  readonly external_ref: string | null;
  /** The mandate that signs for this position on sending. */
  readonly standing_authorisation_id: string | null;
  /** When they signed, declined or delegated. */
  readonly acted_at: string | null;
  /** When they first opened the documents; missing before. */
  readonly opened_at?: string | undefined;
  /** Where they acted from; missing before, and in envelopes of esign 0.1. */
  readonly acted_from?: ActOrigin | undefined;
  /** The drawn signature, if they did not type it. */
  readonly drawn?: DrawnSignatures;
}

/** PNG images as base64, cropped to the drawing. */
export interface DrawnSignatures {
  readonly signature: string | null;
  readonly initials: string | null;
}

/** Its source PDF has the same ID. */
export interface EnvelopeDocument {
  readonly id: string;
  /** 1-based. */
  readonly position: number;
  readonly name: string;
  readonly page_count: number;
  /** Hex digest of the source PDF. */
  readonly sha256: string;
}

/** A line of the certificate of completion. */
export interface HistoryEntry {
  readonly at: string;
  /** What happened. `text` is for people; nothing is decided by it. */
  readonly act: HistoryAct;
  /** Who acted, or whose turn began; null for an act of the sender and of the service. */
  readonly recipient_id: string | null;
  readonly text: string;
  /** Where an act of a person came from. */
  readonly from?: ActOrigin;
}

export type HistoryAct =
  | 'created'
  | 'sent'
  | 'invited'
  | 'opened'
  | PartAct
  | 'declined'
  | 'delegated'
  | 'voided'
  | 'expired'
  | 'completed'
  | 'sealed';

/** How a recipient does their part. */
export type PartAct = 'signed' | 'filled_in' | 'agreed';

/** Sent, and before its deadline: it can be signed, declined, delegated and voided. */
export function isOpen(envelope: Pick<Envelope, 'status' | 'expires_at'>, now: number): boolean {
  if (!openEnvelopeStates.includes(envelope.status)) return false;
  return envelope.expires_at === null || now < Date.parse(envelope.expires_at);
}

/** The recipient of an envelope by id, or undefined. */
export const recipientOf = (envelope: Envelope, recipientId: string): Recipient | undefined =>
  envelope.recipients.find((recipient) => recipient.id === recipientId);

/**
 * The envelope in the API. `delivered` says for each recipient whether the invitation counts as delivered, or null
 * without an e-mail (Recipient, `invitation_delivered`).
 */
export function envelopeBody(envelope: Envelope, delivered: (recipient: Recipient) => boolean | null): EnvelopeBody {
  return {
    id: envelope.id,
    status: envelope.status,
    template_id: envelope.template_id,
    title: envelope.title,
    created_at: envelope.created_at,
    sent_at: envelope.sent_at,
    expires_at: envelope.expires_at,
    recipients: envelope.recipients.map((recipient) => ({
      id: recipient.id,
      role: recipient.role,
      name: recipient.name,
      email: recipient.email,
      routing_type: recipient.routing_type,
      status: recipient.status,
      invitation_delivered: delivered(recipient),
      embedded: recipient.embedded,
      external_ref: recipient.external_ref,
    })),
  };
}
