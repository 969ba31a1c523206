import type { Mark } from '../../document/render-job.js';
import type { EnvelopeForm, EnvelopeField } from './envelope-form.js';
import type { Envelope } from './envelope.js';
import { holderOf } from './routing.js';

/** The date in South Africa, two hours ahead of UTC all year. */
export const dayInSouthAfrica = (instant: string): string =>
  new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().slice(0, 10);

/** All answers so far that are drawn on one document (`position` is 1-based), in field order. */
export function marksOf(envelope: Envelope, form: EnvelopeForm, position: number): readonly Mark[] {
  return form.fields.filter(({ document }) => document === position).flatMap((field) => markOf(envelope, field) ?? []);
}

function markOf(envelope: Envelope, field: EnvelopeField): Mark | null {
  const place = { page: field.page, rect: field.rect };
  const value = envelope.answers[field.id]?.value;
  const holder = holderOf(envelope, field.role);
  const signedAt = holder?.status === 'signed' ? holder.acted_at : null;
  const text = (words: string | boolean | null | undefined): Mark | null =>
    typeof words === 'string' && words.trim() !== ''
      ? { kind: 'text', ...place, text: words, multiline: field.multiline, label: field.label, ...combOf(field) }
      : null;
  switch (field.type) {
    case 'tickbox':
      return value === true ? { kind: 'tick', ...place } : null;
    case 'signature':
    case 'initials':
      if (signedAt === null || typeof value !== 'string' || value === '') return null;
      return signatureMark(place, value, holder?.drawn?.[field.type] ?? null);
    case 'date_signed':
      return signedAt === null ? null : text(dayInSouthAfrica(signedAt));
    case 'signer_name':
      return signedAt === null ? null : text(holder?.name);
    case 'signer_email':
      return signedAt === null ? null : text(holder?.email);
    case 'text':
    case 'date':
    case 'dropdown':
    case 'signer_title':
    case 'signer_company':
      return text(value);
  }
}

function signatureMark(place: Pick<Mark, 'page' | 'rect'>, text: string, drawn: string | null): Mark {
  if (drawn === null) return { kind: 'typed_signature', ...place, text };
  return { kind: 'drawn_signature', ...place, image: Buffer.from(drawn, 'base64') };
}

/** Only existing properties: most boxes have neither. */
function combOf({ cells, continuations }: EnvelopeField): Partial<Pick<EnvelopeField, 'cells' | 'continuations'>> {
  return {
    ...(cells === null ? {} : { cells }),
    ...(continuations === null ? {} : { continuations }),
  };
}
