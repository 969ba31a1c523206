import type { DraftJob, SealJob } from '../../document/render-job.js';
import { marksOf } from './answers-marks.js';
import type { EnvelopeForm } from './envelope-form.js';
import type { Envelope, EnvelopeDocument } from './envelope.js';
import { Refusal } from './refusal.js';
import { holdsPosition, outstanding, whoseTurn } from './routing.js';

/** What the renderer is asked for: the draft of a document that is still out, and the sealed one. */

/** Refuses a draft of an envelope that was never sent, or of a sealed document (`draft_not_available`). */
export function checkDraftable(envelope: Envelope): void {
  const next = `read GET /api/v1/envelopes/${envelope.id}/documents`;
  if (envelope.status === 'draft') {
    throw new Refusal('draft_not_available', `The envelope is still in draft and was never sent; ${next}.`);
  }
  if (envelope.sealed_at !== null) {
    throw new Refusal('draft_not_available', `The document has already been sealed; ${next}.`);
  }
}

/** The document as it stands, with who is still outstanding. */
export function draftJob(
  envelope: Envelope,
  form: EnvelopeForm,
  document: EnvelopeDocument,
  pdf: Uint8Array,
  now: string,
): DraftJob {
  const turn = whoseTurn(envelope);
  return {
    pdf,
    title: envelope.title,
    marks: marksOf(envelope, form, document.position),
    outstanding: outstanding(envelope).map(({ id, name, role, status }) => ({
      name,
      role,
      status,
      turn: id === turn?.id,
    })),
    as_of: now,
  };
}

/** The finished document and what its certificate of completion says. `sha256` is that of the unsigned PDF, in hex. */
export function sealJob(
  envelope: Envelope,
  form: EnvelopeForm,
  document: EnvelopeDocument,
  pdf: Uint8Array,
  sha256: string,
  now: string,
): SealJob {
  return {
    pdf,
    title: envelope.title,
    marks: marksOf(envelope, form, document.position),
    certificate: {
      envelope_id: envelope.id,
      title: envelope.title,
      document_position: document.position,
      sha256,
      events: envelope.history,
      recipients: envelope.recipients
        .filter(holdsPosition)
        .map(({ name, email, role, acted_at: signedAt }) => ({ name, email, role, signed_at: signedAt })),
      sealed_at: now,
    },
  };
}
