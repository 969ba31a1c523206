import type { Field, NamingRun, Template } from '../../contract/resources/template.js';
import { meanTheSame, newlyShared, type SharedAddress } from '../../domain/rules/shared-addresses.js';
import type { Line } from '../../core/terminal/screen.js';
import { cut } from '../../core/terminal/text.js';
import { labelOf } from '../template/field-words.js';
import type { Rename } from '../../contract/operations/templates.js';

export type Proposal = NamingRun['proposals']['fields'][number];

/** A field without a name, and what the service proposes for it. */
export interface Unnamed {
  readonly field: Field;
  readonly proposal: Proposal | null;
}

type Form = Pick<Template, 'fields' | 'questions'>;

/** What accepting `high` takes: never a model's name (accept-current). */
export const isSure = ({ confidence, source }: Proposal): boolean => confidence === 'high' && source !== 'model';

export const address = (subject: string | null, key: string | null): string => `${subject ?? ''}.${key ?? ''}`;

/** Whether a field has this name; what is undefined may be anything. */
export function isNamedSo(field: Field | undefined, { data_key: key, subject, label }: Rename): boolean {
  const is = (own: string | null, wanted: string | null | undefined): boolean => wanted === undefined || own === wanted;
  return field !== undefined && is(field.data_key, key) && is(field.subject, subject) && is(field.label, label);
}

/** `46 names look right, 2 need a look.` */
export function namesOverview(unnamed: readonly Unnamed[]): string {
  const proposals = unnamed.flatMap(({ proposal }) => proposal ?? []);
  const right = proposals.filter(isSure).length;
  const doubtful = proposals.length - right;
  const none = unnamed.length - proposals.length;
  const parts = [
    ...(right === 0 ? [] : [`${names(right)} ${right === 1 ? 'looks' : 'look'} right`]),
    ...(doubtful === 0
      ? []
      : [`${right === 0 ? names(doubtful) : doubtful} ${doubtful === 1 ? 'needs' : 'need'} a look`]),
  ];
  return [
    ...(parts.length === 0 ? [] : [`${parts.join(', ')}.`]),
    ...(none === 0 ? [] : [`${none === 1 ? '1 field has' : `${none} fields have`} no suggestion.`]),
  ].join(' ');
}

export const names = (count: number): string => (count === 1 ? '1 name' : `${count} names`);

/** Every name: those that stood already and are not in `own`, then what is proposed, each cut to a line. */
export function nameListLines(
  unnamed: readonly Unnamed[],
  form: Form,
  columns: number,
  own: ReadonlySet<string> = new Set(),
): readonly Line[] {
  const proposed = unnamed.flatMap(({ field, proposal }) => (proposal === null ? [] : [{ field, proposal }]));
  const all = sharedAfter(
    proposed.map(({ proposal }) => proposal),
    form,
  );
  const shared = all.filter(({ fields }) => !meanTheSame(fields));
  const same = all.filter(({ fields }) => meanTheSame(fields));
  const open = new Set(unnamed.map(({ field }) => field.id));
  const seen = new Set<string>();
  const standing = form.fields.filter(({ id, data_key, question_id }) => {
    const isFirst = question_id === null || !seen.has(question_id);
    if (question_id !== null) seen.add(question_id);
    return data_key !== null && isFirst && !open.has(id) && !own.has(id);
  });
  const inALine = (text: string): string => cut(text, columns - 1);
  return [
    ...(standing.length === 0 ? [] : [{ text: 'Named already:' }]),
    ...standing.map((field) => ({
      text: inALine(`  ${address(field.subject, field.data_key)}  ${labelOf(field, form)}`),
    })),
    ...(proposed.length === 0 ? [] : [{ text: 'Suggested:' }]),
    ...proposed.map(({ field, proposal }): Line => {
      const { subject, data_key: key } = proposal.proposed;
      const isShared = shared.some((each) => each.subject === subject && each.key === key);
      const mark = isShared ? '! ' : isSure(proposal) ? '  ' : '? ';
      const text = inALine(`${mark}${address(subject, key)}  ${labelOf(field, form)}`);
      return isShared ? { text, style: 'warning' } : { text };
    }),
    ...(proposed.every(({ proposal }) => isSure(proposal))
      ? []
      : [{ text: '? needs a look', style: 'quiet' } as const]),
    ...sharedWarnings(shared, form),
    ...same.map(({ subject, key, fields }): Line => {
      const pages = fields.map(({ page }) => page).join(', ');
      return {
        text: inALine(`${address(subject, key)} fills ${fields.length} fields alike, pages ${pages}`),
        style: 'quiet',
      };
    }),
  ];
}

/** The addresses that several fields would share after these proposals. */
export function sharedAfter(
  accepted: readonly Proposal[],
  { fields }: Pick<Form, 'fields'>,
): readonly SharedAddress<Field>[] {
  return newlyShared(fields, fieldsAfter(accepted, { fields }));
}

/** The fields with the names that these proposals give them. */
export function fieldsAfter(accepted: readonly Proposal[], { fields }: Pick<Form, 'fields'>): readonly Field[] {
  const byField = new Map(accepted.map(({ field_id: id, proposed }) => [id, proposed]));
  // The proposal for a question names all of its boxes.
  const byQuestion = new Map(
    fields.flatMap(({ id, question_id }) => {
      const proposed = byField.get(id);
      return proposed === undefined || question_id === null ? [] : [[question_id, proposed] as const];
    }),
  );
  return fields.map((field) => {
    const proposed =
      byField.get(field.id) ?? (field.question_id === null ? undefined : byQuestion.get(field.question_id));
    return proposed === undefined ? field : { ...field, subject: proposed.subject, data_key: proposed.data_key };
  });
}

/** What fields would share, unless they say themselves that they mean the same. */
export const askedShares = (all: readonly SharedAddress<Field>[], form: Form): readonly Line[] =>
  sharedWarnings(
    all.filter(({ fields }) => !meanTheSame(fields)),
    form,
  );
export const sharedQuestion = 'One value fills them all. Do they mean the same?';

/** Which fields share an address, one a line, so that nothing is saved twice unseen. */
const sharedWarnings = (shared: readonly SharedAddress<Field>[], form: Form): readonly Line[] =>
  shared.map(({ subject, key, fields }) => ({
    text: `${address(subject, key)} would fill ${fields.map((field) => `“${labelOf(field, form)}”`).join(' and ')}.`,
    style: 'warning',
  }));
