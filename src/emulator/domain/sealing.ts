import type { DraftJob, Part, SealJob, SignatureLook } from '../../document/render-job.js';
import { marksOf } from './answers-marks.js';
import { partOf, signatureBoxes } from './answers.js';
import { deviceWords, howWords, identifiedWords, originOf } from './act-origin.js';
import type { EnvelopeForm } from './envelope-form.js';
import type { Envelope, EnvelopeDocument, Recipient } from './envelope.js';
import { Refusal } from './refusal.js';
import { holdsPosition, outstanding, whoseTurn } from './routing.js';

/** Input of the renderer: the draft of an open document, and the sealed one. */

/** Rejects a draft of an envelope that was never sent, or of a sealed document (`draft_not_available`). */
export function checkDraftable(envelope: Envelope): void {
  const next = `read GET /api/v1/envelopes/${envelope.id}/documents`;
  if (envelope.status === 'draft') {
    throw new Refusal('draft_not_available', `The envelope is still in draft and was never sent; ${next}.`);
  }
  if (envelope.sealed_at !== null) {
    throw new Refusal('draft_not_available', `The document has already been sealed; ${next}.`);
  }
}

/** The document so far, with the outstanding recipients. */
export function draftJob(
  envelope: Envelope,
  form: EnvelopeForm,
  document: EnvelopeDocument,
  pdf: Uint8Array,
  now: string,
): DraftJob {
  const turn = isOver(envelope) ? null : whoseTurn(envelope);
  const state = stateWords(envelope);
  return {
    pdf,
    title: envelope.title,
    marks: marksOf(envelope, form, document.position),
    state,
    outstanding: outstanding(envelope).map((recipient) => ({
      name: recipient.name,
      role: recipient.role,
      text: waitingWords(envelope, recipient),
      turn: recipient.id === turn?.id,
    })),
    acted: envelope.recipients.flatMap((recipient) => {
      const text = actedWords(recipient, partOf(form, recipient.role));
      return text === null ? [] : [{ name: recipient.name, role: recipient.role, text, at: recipient.acted_at }];
    }),
    as_of: now,
  };
}

/** The finished document and its certificate of completion. `sha256` is that of the unsigned PDF, in hex. */
export function sealJob(
  envelope: Envelope,
  form: EnvelopeForm,
  document: EnvelopeDocument,
  pdf: Uint8Array,
  sha256: string,
  seal: { readonly authority: Uint8Array; readonly at: string },
): SealJob {
  return {
    pdf,
    authority: seal.authority,
    title: envelope.title,
    marks: marksOf(envelope, form, document.position),
    certificate: {
      envelope_id: envelope.id,
      title: envelope.title,
      document_position: document.position,
      document_count: envelope.documents.length,
      sandbox: envelope.mode === 'test',
      sent_at: envelope.sent_at,
      completed_at: envelope.completed_at,
      sha256,
      events: envelope.history.map(({ at, text, from }) => ({
        at,
        text,
        from: from === undefined ? null : deviceWords(from),
      })),
      recipients: envelope.recipients.filter(holdsPosition).map((recipient) => ({
        name: recipient.name,
        email: recipient.email,
        role: recipient.role,
        position: [recipient.job_title, recipient.company].flatMap((text) => text ?? []),
        part: partOf(form, recipient.role),
        opened_at: recipient.opened_at ?? null,
        signed_at: recipient.acted_at,
        ...actOf(recipient),
        signature: signatureOf(envelope, form, recipient),
      })),
      sealed_at: seal.at,
    },
  };
}

/** By which way a recipient acted, how that identified them, and from where. */
function actOf(
  recipient: Recipient,
): Pick<SealJob['certificate']['recipients'][number], 'how' | 'identified' | 'from'> {
  if (recipient.acted_at === null) return { how: null, identified: null, from: null };
  const origin = originOf(recipient);
  return { how: howWords(origin), identified: identifiedWords(origin), from: deviceWords(origin) };
}

/** The signature of a signer, or else their initials, if the form has a field for them. */
function signatureOf(envelope: Envelope, form: EnvelopeForm, { role, status, drawn }: Recipient): SignatureLook | null {
  if (status !== 'signed') return null;
  const boxes = signatureBoxes(form, role);
  for (const kind of ['signature', 'initials'] as const) {
    const image = drawn?.[kind] ?? null;
    if (image !== null) return { kind: 'drawn_signature', image: Buffer.from(image, 'base64') };
    const box = boxes.find(({ type }) => type === kind);
    const text = box === undefined ? undefined : envelope.answers[box.id]?.value;
    if (typeof text === 'string' && text !== '') return { kind: 'typed_signature', text };
  }
  return null;
}

const isOver = ({ status }: Envelope): boolean => status === 'voided' || status === 'declined' || status === 'expired';

function stateWords({ status, end_reason: reason }: Envelope): string | null {
  const why = reason === null ? '.' : `: ${reason}`;
  switch (status) {
    case 'draft':
    case 'sent':
    case 'partially_signed':
      return null;
    case 'completed':
      return 'All recipients have acted. The sealed document is being created.';
    case 'voided':
      return `The sender withdrew this envelope, and nobody can sign it any more${why}`;
    case 'declined':
      return `A party has declined, and nobody can sign this envelope any more${why}`;
    case 'expired':
      return 'The deadline has passed, and nobody can sign this envelope any more.';
  }
}

function waitingWords(envelope: Envelope, { status, embedded }: Recipient): string {
  if (isOver(envelope)) return 'Did not act';
  if (status === 'pending') return 'Waits for the recipients above';
  return embedded ? 'Can sign now on the embedded page' : 'Invited to sign by e-mail';
}

function actedWords(recipient: Recipient, part: Part): string | null {
  switch (recipient.status) {
    case 'signed':
      return { signs: 'Signed', fills_in: 'Filled in their part', agrees: 'Agreed to the document' }[part];
    case 'declined':
      return 'Declined';
    case 'delegated':
      return 'Delegated';
    case 'pending':
    case 'sent':
      return null;
  }
}
