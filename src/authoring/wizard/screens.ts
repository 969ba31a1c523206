import type { Field, Person, Template } from '../../contract/resources/template.js';
import { labelOf, optionsOf } from '../template/field-words.js';
import { isDecided } from '../../contract/decision.js';
import type { Human } from '../../core/terminal/output.js';
import type { Line } from '../../core/terminal/screen.js';
import { cut } from '../../core/terminal/text.js';
import { fold } from '../../core/terminal/wrap.js';

/** What the wizard shows before it asks; the printer wraps its lines to the terminal. */

type Form = Pick<Template, 'fields' | 'questions'>;

/** A person of the form: who, why, and the fields of that part. */
export function personLines(
  person: Person,
  form: Form,
  place: { readonly number: number; readonly of: number },
  columns: number,
): readonly Line[] {
  const { role_name, subject_key } = person.current;
  const decided = [
    role_name === null ? null : `role ${role_name}`,
    subject_key === null ? null : `subject ${subject_key}`,
  ].filter((part) => part !== null);
  const state = decided.length === 0 ? 'not assigned' : `assigned: ${decided.join(', ')}`;
  return [
    { text: '' },
    { text: `Person ${place.number} of ${place.of}, page ${person.page}, ${state}`, style: 'quiet' },
    { text: person.heading, style: 'heading' },
    ...aboutPerson(person, form, columns),
    { text: '' },
  ];
}

/** Why somebody is taken for a person of the form, and what they fill in and sign. */
export function aboutPerson(person: Person, form: Form, columns: number): readonly Line[] {
  const known = new Map(form.fields.map((field) => [field.id, field]));
  const own = person.fields.flatMap(({ id }) => known.get(id) ?? []);
  const details = own.filter((field) => person.fields.find(({ id }) => id === field.id)?.kind === 'data');
  const signing = counted(own.filter((field) => !details.includes(field)).map(({ type }) => type.replaceAll('_', ' ')));
  return [
    { text: `${person.reason.replace(/[.]?$/, '')}.` },
    ...listed('Details', namesOf(details, form), columns),
    ...listed('Signs', signing, columns),
  ];
}

/** Where a person was found, and why; and as what a witness signs who is not saved yet. */
export function reasonOf(person: Person): string {
  const { page, reason, current } = person;
  const isParty = current.role_name !== null && !isDecided(person);
  return `Page ${page}. ${reason.replace(/[.]?$/, '')}.${isParty ? ` So far, “${current.role_name}” signs as a party.` : ''}`;
}

/** One proposed name, with what the form says around its box. */
export function nameLines(
  field: Field,
  form: Form,
  proposal: Basis | null,
  place: { readonly number: number; readonly of: number },
  columns: number,
): readonly Line[] {
  const { type, around, basis } = aboutField(field, form, proposal, columns);
  const heading: Line = { text: labelOf(field, form), style: 'heading' };
  return [{ text: '' }, placeLine(field, place), heading, type, ...around, basis, { text: '' }];
}

/** Where a field is in the list of names and on the form. */
export const placeLine = (field: Field, { number, of }: { readonly number: number; readonly of: number }): Line => ({
  text: `Name ${number} of ${of}, page ${field.page}, filled in by ${field.role}`,
  style: 'quiet',
});

/** What the form says about a field, and what the name proposed for it rests on. */
export function aboutField(field: Field, form: Form, proposal: Basis | null, columns: number) {
  const { section, row, column, nearby } = field.context;
  const words = [section, row, column, ...nearby].filter((text) => text !== null && text.trim() !== '');
  const type: Line = { text: `Type ${field.type.replaceAll('_', ' ')}.` };
  const around: readonly Line[] = [
    ...listed('Answers', optionsOf(field, form), columns),
    ...listed('On the form', [...new Set(words.filter((text) => text !== null))].slice(0, 4), columns),
  ];
  const text = proposal === null ? 'The service proposes no name for this field.' : basisOf(field, proposal);
  return { type, around, basis: { text } };
}

interface Basis {
  readonly confidence: string;
  readonly source: string;
  readonly reason: string;
}

/** What a name rests on, in words. */
function basisOf({ context }: Field, { confidence, source, reason }: Basis): string {
  const check = confidence === 'high' && source !== 'model' ? 'Looks right.' : 'Please check.';
  return source === 'widget' && context.widget_name !== null
    ? `Guessed from the PDF's own name "${context.widget_name}". ${check}`
    : `${reason.replace(/[.]?$/, '')}. ${check}`;
}

/** How much has a name: before the wizard and now. */
export function coverageLines(
  before: Template['coverage'],
  now: Template['coverage'],
  columns: number,
): readonly Line[] {
  const rows: readonly (readonly [string, number, number])[] = [
    ['Fields that can be prefilled', before.prefillable, now.prefillable],
    ['  named', before.prefillable - before.unnamed, now.prefillable - now.unnamed],
    ['  unnamed', before.unnamed, now.unnamed],
    ['Questions', before.questions, now.questions],
    ['  unnamed', before.unnamed_groups, now.unnamed_groups],
    ['Names shared by different field types', before.collisions, now.collisions],
  ];
  const table = 56;
  if (columns < table) return rows.map(([words, was, is]) => ({ text: `${words}: ${was} before, ${is} now` }));
  const row = (first: string, second: string, third: string): string =>
    `${first.padEnd(42)}${second.padStart(7)}${third.padStart(7)}`;
  return [
    { text: row('', 'before', 'now'), style: 'quiet' },
    ...rows.map(([words, was, is]) => ({ text: row(words, String(was), String(is)) })),
  ];
}

/** What still has no name, one a line. */
export function unnamedLines(unnamed: readonly Field[], form: Form, columns: number): readonly Line[] {
  if (unnamed.length === 0) return [{ text: 'Every field that a value can be sent for has a name.' }];
  const shown = unnamed.slice(0, 6);
  const more = unnamed.length - shown.length;
  return [
    { text: 'Unnamed fields:' },
    ...shown.map((field) => ({ text: cut(`  page ${field.page}: ${withOptions(field, form)}`, columns - 1) })),
    ...(more === 0 ? [] : [{ text: `  and ${more} more.` }]),
  ];
}

/** Whom every envelope must name though the form does not. */
export function strangerLines(strangers: ReadonlyMap<string, number>): readonly Line[] {
  if (strangers.size === 0) return [];
  const lines = [...strangers].map(([role, count]): Line => {
    const goes = count === 1 ? '1 field goes' : `${count} fields go`;
    return { text: `${goes} to an extra person, “${role}”, whom every envelope must name.`, style: 'warning' };
  });
  return [{ text: '' }, ...lines];
}

/** Lines as something to be said, headings in bold where there is colour. */
export const saidOf =
  (lines: readonly Line[]): Human =>
  (colour, clean) =>
    lines
      .map(({ text, style }) => {
        const shown = clean(text).replaceAll('\n', ' ');
        if (style === 'heading') return colour.bold(shown);
        if (style === 'warning') return colour.warn(shown);
        if (style === 'wrong') return colour.bad(shown);
        return style === 'quiet' ? colour.dim(shown) : shown;
      })
      .join('\n');

/** `How the rent is paid (EFT / Cash)` */
function withOptions(field: Field, form: Form): string {
  const [label, options] = [labelOf(field, form), optionsOf(field, form).join(' / ')];
  return options === '' || options === label ? label : `${label} (${options})`;
}

const namesOf = (fields: readonly Field[], form: Form): readonly string[] => [
  ...new Set(fields.map((field) => withOptions(field, form))),
];

/** `signature ×2`, in the order in which they come. */
function counted(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (count === 1 ? word : `${word} ×${count}`));
}

/** A list on at most three lines; the rest is counted. */
function listed(title: string, items: readonly string[], columns: number): readonly Line[] {
  for (let kept = items.length; kept > 0; kept--) {
    const more = items.length - kept;
    const text = `${title}: ${items.slice(0, kept).join(', ')}${more === 0 ? '' : `, and ${more} more`}.`;
    if (fold(text, columns).split('\n').length <= 3 || kept === 1) return [{ text }];
  }
  return [];
}
