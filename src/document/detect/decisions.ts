import { type Decision, needsSubject, takesRole, takesSubject } from '../../contract/decision.js';
import { isFilledAtSigning, isSigning, type ProposedDecision } from '../read-document.js';
import type { FoundBox } from './found-box.js';
import { understood } from './dictionary/in-english.js';

/** What a party does on the form: the grounds for a proposal. */
export interface Part {
  readonly kind: 'principal' | 'witness' | 'official';
  readonly signatures: number;
  readonly answers: number;
  /** Whether the author of the form said that a role fills the answers in. */
  readonly isFiller: boolean;
  readonly conditional: boolean;
}

/** Counts a party's boxes; `words` is what the form says over them. */
export function partOf(
  kind: Part['kind'],
  boxes: readonly FoundBox[],
  words: { readonly group: string; readonly text: string },
): Part {
  return {
    kind,
    signatures: boxes.filter((box) => isSigning(box.type)).length,
    answers: boxes.filter((box) => !isFilledAtSigning(box.type) && !isAboutSigning(box)).length,
    isFiller: boxes.some(({ tag }) => tag !== null && tag.role !== null),
    conditional: isConditional(boxes, words),
  };
}

/** Where and when somebody signs says nothing of who that is. */
function isAboutSigning({ type, context, label }: FoundBox): boolean {
  const words = understood(context.label ?? label ?? '');
  return (
    type === 'text' && /^(signed at|place|plek|place (of signing|signed)|thus done and signed at|at)$/u.test(words)
  );
}

const SELDOM = new Set(['spouse', 'occupant', 'agent', 'guardian', 'attorney', 'judge', 'court clerk', 'registrar']);

function isConditional(boxes: readonly FoundBox[], words: { readonly group: string; readonly text: string }): boolean {
  if (/\b(if any|if applicable|where applicable|optional|only if|when required)\b|\(if\b/iu.test(words.text))
    return true;
  return SELDOM.has(words.group) && boxes.every((box) => !isSaidToBeRequired(box));
}

/** A page without fields cannot say that a blank must be filled. */
function isSaidToBeRequired({ required, context, tag }: FoundBox): boolean {
  return required && (context.widget_name !== null || tag !== null);
}

/** The decision that fits what the party does (decideTemplatePerson: meanings). */
export function decisionFor(part: Part): Decision {
  // A party without a place to sign is not proposed as a signer, unless its fields were given to its role.
  if (part.signatures === 0 && part.answers > 0) return part.isFiller ? 'both' : 'subject';
  if (part.kind === 'witness') return 'witness';
  // The holder of the office is not a detail of a party to collect.
  if (part.kind === 'official') return 'signer';
  if (part.signatures > 0) return part.answers > 0 ? 'both' : 'signer';
  return part.answers > 0 ? 'subject' : 'signer';
}

/** Every decision that makes sense for the party, the proposed one first. */
export function offeredFor(part: Part): readonly Decision[] {
  switch (decisionFor(part)) {
    case 'witness':
      return ['witness', 'signer', 'both'];
    case 'both':
      return ['both', 'signer', 'subject', 'mandate_signed'];
    case 'signer':
      return ['signer', 'both', 'mandate_signed'];
    case 'subject':
      return ['subject', 'both', 'signer'];
    case 'mandate_signed':
      return ['mandate_signed', 'signer', 'both'];
  }
}

/** The whole proposal; what the decision does not take is null. */
export function proposalFor(
  part: Part,
  names: { readonly subject_key: string; readonly label: string },
): ProposedDecision {
  const decision = decisionFor(part);
  const isNamed = part.answers > 0 ? takesSubject(decision) : needsSubject(decision);
  return {
    decision,
    subject_key: isNamed ? names.subject_key : null,
    subject_label: isNamed ? names.label : null,
    presence: part.conditional ? 'conditional' : 'required',
    role_name: takesRole(decision) ? names.label : null,
    presign_hint: false,
  };
}

/** "2 signature fields and 5 fields to fill in", for a reason. */
export function countsInWords({ signatures, answers }: Part): string {
  const parts = [
    signatures > 0 ? `${signatures} signature field${signatures === 1 ? '' : 's'}` : null,
    answers > 0 ? `${answers} field${answers === 1 ? '' : 's'} to fill in` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'fields filled in at signing' : parts.join(' and ');
}
