import { Refusal } from './refusal.js';
import type { PersonDecision, TemplatePerson, TemplateRole, TemplateState } from './template.js';

/** The role of a decision: a party or a witness, normally pre-signed or not. */
export type RoleNature = Pick<TemplateRole, 'kind' | 'presign_hint'>;

/** The role nature of a decision. */
export const natureOf = ({ decision }: Pick<PersonDecision, 'decision'>): RoleNature => ({
  kind: decision === 'witness' ? 'witness' : 'party',
  presign_hint: decision === 'mandate_signed',
});

/**
 * Why a decision may not use its names: a subject or role of another decision may be shared only if it is identical.
 * Null when they may be used.
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

/** Rejects a decision whose names belong to another person with another meaning. */
export function refuseConflict(template: TemplateState, person: TemplatePerson, decision: PersonDecision): void {
  const conflict = nameConflict(template, person, decision);
  if (conflict !== null) throw new Refusal('invalid_request', `${conflict.property} ${conflict.message}.`);
}

/** "first_tenant" as text: "First tenant". For a subject that was declared by its key only. */
export function labelFromKey(key: string): string {
  const words = (key.split('.').at(-1) ?? key).replaceAll('_', ' ').trim();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
