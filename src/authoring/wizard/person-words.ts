import type { Decision } from '../../contract/decision.js';
import type { Person, Template } from '../../contract/resources/template.js';
import type { Answers } from './questions.js';

/** What the wizard says about a person: what they may do on the form, and what an answer does to their fields. */

/** What a person does on the form, for the choice (decideTemplatePerson, body). */
export const meanings: Readonly<Record<Decision, string>> = {
  subject: 'Gives details but does not sign',
  signer: 'Signs only',
  both: 'Fills in their details and signs',
  mandate_signed: 'Does not sign here: we sign for them under a standing authorisation',
  witness: 'Signs as a witness (permanent)',
};

/** `the landlord`: what the person is called within a sentence. A name of the user's own is kept as it is. */
export function calledInText({ proposed, current, heading }: Person, answers?: Answers): string {
  const typed = answers?.role_name ?? answers?.subject_label;
  const name = typed ?? current.role_name ?? proposed.role_name ?? proposed.subject_label ?? plainHeading(heading);
  const words = name === name.toUpperCase() ? name.toLowerCase() : name;
  if (/^the /i.test(words)) return `the ${words.slice(4)}`;
  return /^\p{L}\p{Ll}*(?: \p{Ll}+)*$/u.test(words) ? `the ${words.toLowerCase()}` : `“${name}”`;
}

/** The same at the start of a sentence: `The landlord`. */
export function calledAtStart(person: Person, answers?: Answers): string {
  const whom = calledInText(person, answers);
  return `${whom[0]?.toUpperCase() ?? ''}${whom.slice(1)}`;
}

/** `2. THE TENANT` → `THE TENANT`; `Person` for a heading without words. */
export function plainHeading(heading: string): string {
  const plain = heading.replace(/^[\d.()\s]+/, '').trim();
  return plain === '' ? 'Person' : plain;
}

/** What an answer does to the fields of a person: `The landlord signs and fills in 6 fields.` */
export function consequence(answers: Answers, person: Person, template: Pick<Template, 'fields'>): string {
  const details = detailsOf(person);
  const who = calledAtStart(person, answers);
  const role = answers.role_name ?? null;
  const others = fillersOf(person, template).filter((filler) => filler !== role);
  const isOwn = answers.decision === 'witness' || answers.filled_by === 'own' || others.length === 0;
  const elsewhere =
    details === 0 ? '' : ` ${named(others)} ${others.length > 1 ? 'fill' : 'fills'} in ${about(details)}.`;
  const fills = details === 0 ? '' : ` and fills in ${fieldsOf(details)}`;
  const presence = answers.presence === 'conditional' ? ` ${who} is only on some forms.` : '';
  const signs = person.fields.some(({ kind }) => kind === 'signing') ? 'signs' : 'signs nothing';
  switch (answers.decision) {
    case 'subject':
      return `${who} does not sign.${fillersOf(person, template).length === 0 ? '' : elsewhere}${presence}`;
    case 'mandate_signed':
      return `${who} does not sign here: you sign for them under a standing authorisation.${isOwn ? '' : elsewhere}${presence}`;
    case 'witness':
      return `${who} signs as a witness${fills}. This is permanent.${presence}`;
    case 'signer':
    case 'both':
      return isOwn ? `${who} ${signs}${fills}.${presence}` : `${who} ${signs}.${elsewhere}${presence}`;
  }
}

/** How many fields of a person ask for details, other than signatures, initials and dates of signing. */
export const detailsOf = ({ fields }: Person): number => fields.filter(({ kind }) => kind === 'data').length;

/** The roles that fill in the details of a person now. */
export function fillersOf(person: Person, { fields }: Pick<Template, 'fields'>): readonly string[] {
  const ids = new Set(person.fields.filter(({ kind }) => kind === 'data').map(({ id }) => id));
  return [...new Set(fields.filter(({ id }) => ids.has(id)).map(({ role }) => role))];
}

export const fieldsOf = (count: number): string => (count === 1 ? '1 field' : `${count} fields`);

const about = (count: number): string => (count === 1 ? 'their 1 field' : `their ${count} fields`);
const named = (roles: readonly string[]): string => roles.map((role) => `“${role}”`).join(' and ');
