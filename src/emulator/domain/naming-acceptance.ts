import type { NameProposal, StoredNamingRun } from './naming-run.js';
import { subjectsToBe } from './naming-proposals.js';
import { decidePerson } from './people-decision.js';
import { decisionFrom } from './people-proposal.js';
import { personOf } from './people.js';
import { Refusal } from './refusal.js';
import { labelFromKey } from './people-names.js';
import type { ProposedDecision } from '../../document/read-document.js';
import type { TemplateField, TemplateState } from './template.js';

/** Which proposals of a run to accept. */
export type Acceptance = 'all' | 'high' | readonly string[];

/**
 * Accepts a naming run's proposals: `all` of them and every person, those of `high` confidence that are neither from a
 * model nor a person, or the ones with these IDs (POST …/accept-current). The caller has checked that the template is
 * unchanged since the run. Throws invalid_request for an ID that is not a proposal of the run.
 */
export function acceptRun(template: TemplateState, run: StoredNamingRun, accept: Acceptance): TemplateState {
  const chosen = choose(run.proposals.fields, accept);
  const labels = subjectsToBe(template);
  const decided = accept === 'all' ? decideEverybody(template, run) : template;
  return chosen.reduce((state, proposal) => applyName(state, proposal, labels), decided);
}

function choose(proposals: readonly NameProposal[], accept: Acceptance): readonly NameProposal[] {
  if (accept === 'all') return proposals;
  if (accept === 'high')
    return proposals.filter(({ confidence, source }) => confidence === 'high' && source !== 'model');
  const unknown = accept.findIndex((id) => !proposals.some((proposal) => proposal.id === id));
  if (unknown !== -1) throw new Refusal('invalid_request', `accept[${unknown}] is not a proposal of this run.`);
  return proposals.filter(({ id }) => accept.includes(id));
}

/** Every person as proposed by the run; a saved witness stays one. */
function decideEverybody(template: TemplateState, run: StoredNamingRun): TemplateState {
  return run.proposals.people.reduce((state, { id, proposed }) => {
    const person = personOf(state, id);
    if (person.decided?.decision === 'witness') return state;
    // The run contains results of `proposalFor`, whose decision is never null.
    return decidePerson(state, person, decisionFrom(proposed as ProposedDecision, person.decided));
  }, template);
}

/** Names a field, or all boxes of its question. An undeclared subject is declared with it. */
function applyName(
  template: TemplateState,
  { field_id, proposed }: NameProposal,
  labels: ReadonlyMap<string, string>,
): TemplateState {
  const named = template.fields.find(({ id }) => id === field_id);
  if (named === undefined) return template;
  const isMeant = (field: TemplateField): boolean =>
    named.question_id === null ? field.id === named.id : field.question_id === named.question_id;
  const { subject, data_key } = proposed;
  const fields = template.fields.map((field) => {
    if (!isMeant(field)) return field;
    // The label of a question's box is that of its option, which stays.
    return { ...field, subject, data_key, label: named.question_id === null ? proposed.label : field.label };
  });
  if (subject === null || template.subjects.some(({ key }) => key === subject)) return { ...template, fields };
  const made = { key: subject, label: labels.get(subject) ?? labelFromKey(subject), created_by: null };
  return { ...template, fields, subjects: [...template.subjects, made] };
}
