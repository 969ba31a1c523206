import { Refusal } from './refusal.js';
import type { PersonDecision, TemplatePerson, TemplateRole, TemplateState } from './template.js';

/** What a decision makes of its role: a party or a witness, normally pre-signed or not. */
export type RoleNature = Pick<TemplateRole, 'kind' | 'presign_hint'>;

/** The nature that a decision gives to its role. */
export const natureOf = ({ decision }: Pick<PersonDecision, 'decision'>): RoleNature => ({
  kind: decision === 'witness' ? 'witness' : 'party',
  presign_hint: decision === 'mandate_signed',
});

/**
 * Why a decision may not use the names it gives: a subject or a role that another person's decision uses may be shared
 * when it is the same in every respect. Null when they may be used.
 */
export function nameConflict(
  template: TemplateState,
  person: TemplatePerson,
  decision: PersonDecision,
): { readonly property: 'subject_key' | 'role_name'; readonly message: string } | null {
  for (const { id, heading, decided } of template.people) {
    if (id === person.id || decided === null) continue;
    const whose = `is used for "${heading}"`;
    if (decision.subject_key !== null && decided.subject_key === decision.subject_key) {
      const label = template.subjects.find(({ key }) => key === decided.subject_key)?.label ?? null;
      if (label !== decision.subject_label) {
        return { property: 'subject_key', message: `${whose} with the name "${label}"` };
      }
    }
    if (decision.role_name === null || decided.role_name !== decision.role_name) continue;
    const [wanted, given] = [natureOf(decision), natureOf(decided)];
    if (wanted.kind !== given.kind) return { property: 'role_name', message: `${whose}, who is a ${given.kind}` };
    if (wanted.presign_hint !== given.presign_hint) {
      const other = given.presign_hint ? 'normally pre-signs' : 'does not normally pre-sign';
      return { property: 'role_name', message: `${whose}, a role that the organisation ${other}` };
    }
  }
  return null;
}

/** Refuses a decision whose names belong to another person in another sense. */
export function refuseConflict(template: TemplateState, person: TemplatePerson, decision: PersonDecision): void {
  const conflict = nameConflict(template, person, decision);
  if (conflict !== null) throw new Refusal('invalid_request', `${conflict.property} ${conflict.message}.`);
}
