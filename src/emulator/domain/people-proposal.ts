import { takesRole, takesSubject } from '../../contract/decision.js';
import { nameConflict } from './people-names.js';
import { numbered } from './template-from-documents.js';
import type { ProposedDecision } from '../../document/read-document.js';
import type { PersonDecision, TemplatePerson, TemplateState } from './template.js';

/**
 * The current proposal for a person. A saved decision is the proposal, so that accepting all changes no decision.
 * Otherwise it comes from the form, with other names if these are taken: without its presign_hint, a proposal is a
 * valid decision.
 */
export function proposalFor(template: TemplateState, person: TemplatePerson): ProposedDecision {
  if (person.decided !== null) {
    const { filled_by: _filledBy, ...decided } = person.decided;
    return { ...decided, presign_hint: decided.decision === 'mandate_signed' };
  }
  for (let number = 1; ; number++) {
    const proposal = onlyWhatItTakes(numbered(person.proposed, number));
    if (nameConflict(template, person, decisionFrom(proposal)) === null) return proposal;
  }
}

/** The decision from an accepted proposal; an earlier decision keeps who fills the details. */
export function decisionFrom(proposal: ProposedDecision, decided: PersonDecision | null = null): PersonDecision {
  const { presign_hint: _hint, ...decision } = proposal;
  return { ...decision, filled_by: decided?.filled_by ?? 'current' };
}

function onlyWhatItTakes(proposal: ProposedDecision): ProposedDecision {
  const subject = takesSubject(proposal.decision) ? proposal.subject_key : null;
  return {
    ...proposal,
    subject_key: subject,
    subject_label: subject === null ? null : proposal.subject_label,
    role_name: takesRole(proposal.decision) ? proposal.role_name : null,
  };
}
