import { decisionWords, type PersonNames, type ReadTemplate } from '../names-file/names.js';
import type { PersonValues, SeenChange } from './compare.js';
import { decisionOf } from '../../contract/decision.js';

/** A change in one line: `“Rent” on page 2, data_key: was “a”, now “b”, yours “c”`. */
export function seenChangeWords(change: SeenChange, current: ReadTemplate): string {
  const values =
    change.kind === 'person'
      ? { was: personWords(change.was), now: personWords(change.now), yours: change.yours && personWords(change.yours) }
      : { was: shown(change.was), now: shown(change.now), yours: 'yours' in change ? shown(change.yours) : undefined };
  const yours = values.yours === undefined ? '' : `, yours ${values.yours}`;
  return `${what(change, current)}: was ${values.was}, now ${values.now}${yours}`;
}

function what({ kind, id, property }: SeenChange, { body, people }: ReadTemplate): string {
  switch (kind) {
    case 'person': {
      const person = people?.find((each) => each.id === id);
      return person === undefined ? `Person ${id}` : `“${cut(person.heading)}” on page ${person.page}`;
    }
    case 'field': {
      const field = body.fields.find((each) => each.id === id);
      if (field === undefined) return `Field ${id}, ${property}`;
      const name = field.context.label ?? field.label ?? field.data_key ?? field.type;
      return `“${cut(name)}” on page ${field.page}, ${property}`;
    }
    case 'subject':
      return `Subject ${id}, ${property}`;
    case 'template':
      return 'Template name';
  }
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function shown(value: string | null | undefined): string {
  if (value === undefined) return 'removed';
  return value === null ? 'empty' : `“${value.length > 80 ? `${value.slice(0, 79)}…` : value}”`;
}

function personWords(values: PersonValues): string {
  const { subject_key = null, role_name = null, proposed_subject_key, proposed_role_name } = values;
  const [decision, presence] = [values.decision ?? null, values.presence ?? null] as [
    PersonNames['decision'],
    PersonNames['presence'],
  ];
  const label = values.subject_label ?? null;
  if (subject_key === null && role_name === null) {
    if (decision === null) return 'undecided';
    const proposed = { decision, presence, subject_label: label };
    const names = { subject_key: proposed_subject_key ?? null, role_name: proposed_role_name ?? null };
    return `undecided (proposed: ${decisionWords({ ...proposed, ...names })})`;
  }
  // What is proposed tells the decision only where both name the same.
  const agrees = proposed_subject_key === subject_key && proposed_role_name === role_name;
  const seen = decisionOf({ role_name, subject_key });
  return decisionWords({
    decision: agrees && decision !== null ? decision : seen,
    subject_key,
    role_name,
    subject_label: agrees && subject_key !== null ? label : null,
    presence: agrees ? presence : null,
  });
}
