import { newDataKeyProblem } from '../../contract/data-key.js';
import type { Field, Template } from '../../contract/resources/template.js';
import { type Match, matchFields } from './match.js';
import { type FieldNames, isOfSigner } from './names.js';

/** What becomes of one name of the old template. */
type Outcome = 'copy' | 'same' | 'unsure' | 'refused' | 'missing';

export interface CopiedName {
  readonly from: Field;
  readonly to: Field | null;
  readonly confidence: number;
  /** `place`: little but where the two stand speaks for it. */
  readonly by: Match['by'];
  readonly outcome: Outcome;
  /** Why a name is not copied; null where it is. */
  readonly reason: string | null;
  /** What the field of the new template is given; empty unless copied. */
  readonly names: Partial<FieldNames>;
}

/**
 * The names of one template for the fields of another version of its form. Only fields that have a key are copied, and
 * no name is taken away or written over: what is already named otherwise, and what is less sure than `least`, is told.
 */
export function copyNames(from: Template, to: Template, min: number): readonly CopiedName[] {
  const isNamed = ({ type, data_key, question_id }: Field): boolean =>
    data_key !== null && question_id === null && !isOfSigner(type);
  const matches = matchFields(from.fields, to.fields);
  return [
    ...matches.filter((match) => isNamed(match.from)).map((match) => judge(match, to, min)),
    ...questionsOf(matches).map(judgeQuestion),
  ];
}

/** The first box of each question that has a name. */
function questionsOf(matches: readonly Match[]): readonly Match[] {
  const seen = new Set<string>();
  return matches.filter(({ from: { question_id: question, data_key: key } }) => {
    if (question === null || key === null || seen.has(question)) return false;
    seen.add(question);
    return true;
  });
}

/** A box in a question takes no key (PATCH …/fields/{fieldId}), so its name is only told. */
function judgeQuestion(match: Match): CopiedName {
  const { from, to } = match;
  const result = (outcome: Outcome, reason: string | null): CopiedName => ({ ...match, outcome, reason, names: {} });
  if (to === null) return result('missing', 'no similar field on the new form');
  if (to.data_key === from.data_key && to.subject === from.subject) return result('same', null);
  return result('refused', 'a question is named by accepting what is proposed for it');
}

function judge(match: Match, to: Template, min: number): CopiedName {
  const { from, to: field, confidence, by } = match;
  const result = (outcome: Outcome, reason: string | null, names: Partial<FieldNames> = {}): CopiedName => ({
    ...match,
    outcome,
    reason,
    names,
  });
  if (field === null) return result('missing', 'no similar field on the new form');
  if (field.data_key === from.data_key && field.subject === from.subject) return result('same', null);
  if (confidence < min) {
    const why = by === 'place' ? ', by position alone' : '';
    return result('unsure', `confidence of only ${Math.round(confidence * 100)} %${why}`);
  }
  if (field.subject !== null && field.subject !== from.subject) {
    return result('refused', `it belongs to ${field.subject}, not to ${from.subject ?? 'the signer'}`);
  }
  if (field.question_id !== null || isOfSigner(field.type))
    return result('refused', 'the field cannot have a data key');
  if (field.data_key !== null) return result('refused', `it already has the name ${field.data_key}`);
  const subjects = to.subjects.map(({ key }) => key);
  if (from.subject !== null && !subjects.includes(from.subject)) {
    return result('refused', `the new template has no subject ${from.subject}`);
  }
  const problem = newDataKeyProblem(from.data_key ?? '', subjects);
  if (problem !== null) return result('refused', `its key ${problem}`);
  const subject = field.subject === from.subject ? {} : { subject: from.subject };
  return result('copy', null, { data_key: from.data_key, ...subject });
}
