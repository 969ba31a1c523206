import { cannotBeDrawn, codeOf, undrawableWords, type Drawn } from '../../domain/rules/drawn-texts.js';
import { nameOf } from '../../domain/rules/template-form.js';
import type { Submission } from '../domain/answers.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import { Refusal, refuseFirst } from '../domain/refusal.js';
import type { Service } from '../service.js';

/** Rejects texts that the sealer cannot draw, before anything is created or signed (Errors, cannot_be_drawn). */
export async function checkDrawable(service: Service, drawn: readonly Drawn[]): Promise<void> {
  const found = await service.documents.undrawable(drawn.map(({ text }) => text));
  if (found !== null) refuseFirst([cannotBeDrawn(drawn, found)]);
}

/** An answer, or a signature, with characters that the sealer cannot draw (Errors, cannot_be_drawn). */
export class UndrawableAnswer extends Refusal {
  /** The field of the answer; null for a signature, which has many. */
  readonly field_id: string | null;
  /** The text after the field name in the message. */
  readonly says: string;

  constructor(answer: NamedAnswer, codePoints: readonly number[]) {
    const says = undrawableWords(codePoints, characterOf);
    super('cannot_be_drawn', `${answer.name} ${says}.`);
    this.field_id = answer.field_id;
    this.says = says;
  }
}

interface NamedAnswer {
  readonly field_id: string | null;
  readonly name: string;
  readonly text: string;
}

/** Rejects a signer's input that cannot be drawn, with the field. Throws UndrawableAnswer. */
export async function checkAnswersDrawable(
  service: Service,
  { fields }: EnvelopeForm,
  { values, signature, initials }: Submission,
): Promise<void> {
  const answers: readonly NamedAnswer[] = [
    ...[...values].flatMap(([id, value]) => {
      const field = fields.find((each) => each.id === id);
      return typeof value === 'string' && field !== undefined
        ? [{ field_id: id, name: nameOf(field), text: value }]
        : [];
    }),
    { field_id: null, name: 'The signature', text: signature ?? '' },
    { field_id: null, name: 'The initials', text: initials ?? '' },
  ];
  const found = await service.documents.undrawable(answers.map(({ text }) => text));
  const answer = answers.find(({ text }) => text === found?.text);
  if (found !== null && answer !== undefined) throw new UndrawableAnswer(answer, found.codePoints);
}

/** The character if it is visible, and its code point. */
function characterOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  const code = codeOf(codePoint);
  return /^[\p{C}\p{Z}\p{M}]$/u.test(character) ? code : `${character} (${code})`;
}
