import { pluralize } from '../../../cli/context/counted.js';
import type { PreparedField, PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { BoxType, ReadDocument } from '../../../document/read-document.js';
import type { Doubt } from './shapes.js';

/** Whose part of the form a place is in, as it was read. */
type Read = Pick<ReadDocument, 'boxes' | 'people' | 'warnings'>;

/** What was said about the pages, whatever is drawn on them. */
const lasting = new Set(['page_without_text', 'too_many_boxes', 'unread_tag', 'tracked_changes']);

/** What somebody should look at before the document is uploaded, the worst first. */
export const doubtsOf = (form: PreparedForm, read: Read): readonly Doubt[] => [
  ...nobodySigns(form),
  ...read.warnings.flatMap(({ code, message, page }) =>
    lasting.has(code) ? [{ field: null, page, words: message }] : [],
  ),
  ...twoHeadings(form, read),
  ...withoutWords(form),
  ...signatureLines(form),
  ...withoutSignature(form),
  ...ofNobody(form),
  ...namedTwice(form),
  ...keysOfSeveral(form),
];

const isSigned = (type: BoxType): boolean => type === 'signature' || type === 'initials';

const at = ({ fields }: PreparedForm, field: PreparedField, words: string): Doubt => ({
  field: fields.indexOf(field),
  page: field.page,
  words,
});

const nobodySigns = ({ fields }: PreparedForm): readonly Doubt[] =>
  fields.some(({ type }) => type === 'signature')
    ? []
    : [{ field: null, page: null, words: 'Nobody signs: no field is a signature.' }];

/** One person who signs in the parts of two people. */
function twoHeadings(form: PreparedForm, { boxes, people }: Read): readonly Doubt[] {
  const headings = new Map(
    boxes.flatMap(({ page, rect: { x, y }, person }) => {
      const heading = person === null ? undefined : people[person]?.heading;
      return heading === undefined ? [] : [[placeOf(page, x, y), heading] as const];
    }),
  );
  const signed = new Map<string, Map<string, PreparedField>>();
  for (const field of form.fields) {
    const heading = headings.get(placeOf(field.page, field.rect.x, field.rect.y));
    if (field.type !== 'signature' || field.role === null || heading === undefined) continue;
    const known = signed.get(field.role) ?? new Map<string, PreparedField>();
    signed.set(field.role, known.set(heading, known.get(heading) ?? field));
  }
  return [...signed].flatMap(([role, fields]) => {
    const last = [...fields.values()].at(-1);
    if (fields.size < 2 || last === undefined) return [];
    const under = [...fields.keys()].map((heading) => `“${heading}”`).join(' and ');
    return [at(form, last, `“${role}” signs under ${under}. Two people need two names.`)];
  });
}

const placeOf = (page: number, x: number, y: number): string => `${page} ${x.toFixed(3)} ${y.toFixed(3)}`;

/** What a field without words is called. */
const nouns: Readonly<Partial<Record<BoxType, string>>> = {
  text: 'text field',
  date: 'date',
  dropdown: 'dropdown',
  tickbox: 'tickbox',
};

const withoutWords = (form: PreparedForm): readonly Doubt[] => [
  ...form.fields.flatMap((field) => {
    const noun = nouns[field.type];
    const isBlank = [field.label, field.option ?? ''].every((words) => words.trim() === '');
    if (noun === undefined || !isBlank) return [];
    return [at(form, field, `A ${noun} on page ${field.page} has no words: the signer cannot tell what it is.`)];
  }),
  ...form.groups.flatMap(({ name, label }) => {
    const first = form.fields.find(({ group }) => group === name);
    if (first === undefined || (label ?? '').trim() !== '') return [];
    return [at(form, first, `A question on page ${first.page} has no words of its own.`)];
  }),
];

/** The caption of a line to sign on. */
const signatureLine = /^(?:\p{L}+ ){0,2}(?:signature|handtekening|geteken|signed|sign here)s?\b[^.]{0,40}$/iu;

const signatureLines = (form: PreparedForm): readonly Doubt[] =>
  form.fields.flatMap((field) =>
    field.type === 'text' && signatureLine.test(field.label.trim())
      ? [at(form, field, `“${field.label}” on page ${field.page} is a text field. Does somebody sign there?`)]
      : [],
  );

/** A person who fills in fields and signs nothing, where others sign. */
function withoutSignature(form: PreparedForm): readonly Doubt[] {
  if (!form.fields.some(({ type }) => isSigned(type))) return [];
  const roles = [...new Set(form.fields.flatMap(({ role }) => role ?? []))];
  return roles.flatMap((role) => {
    const own = form.fields.filter((field) => field.role === role);
    const [first] = own;
    if (first === undefined || own.some(({ type }) => isSigned(type))) return [];
    return [at(form, first, `“${role}” fills in ${pluralize(own.length, 'field')} and signs nothing.`)];
  });
}

function ofNobody(form: PreparedForm): readonly Doubt[] {
  const own = form.fields.filter(({ role }) => role === null);
  const [first] = own;
  if (first === undefined) return [];
  const what = own.length === 1 ? '1 field belongs' : `${own.length} fields belong`;
  return [at(form, first, `${what} to nobody in particular, the first on page ${first.page}.`)];
}

/** Fields of one person on one page that the signer cannot tell apart. */
function namedTwice(form: PreparedForm): readonly Doubt[] {
  const byName = new Map<string, PreparedField[]>();
  for (const field of form.fields) {
    if (field.group !== null || nouns[field.type] === undefined || field.label.trim() === '') continue;
    const name = JSON.stringify([field.role, field.page, field.type, field.label.trim().toLowerCase()]);
    byName.set(name, [...(byName.get(name) ?? []), field]);
  }
  return [...byName.values()].flatMap((same) => {
    const last = same.at(-1);
    if (same.length < 2 || last === undefined) return [];
    return [at(form, last, `${same.length} fields on page ${last.page} are called “${last.label}”.`)];
  });
}

/** A column name that fills what two people are asked for. */
function keysOfSeveral(form: PreparedForm): readonly Doubt[] {
  const byKey = new Map<string, PreparedField[]>();
  for (const field of form.fields) {
    if (field.key !== null && field.group === null) byKey.set(field.key, [...(byKey.get(field.key) ?? []), field]);
  }
  return [...byKey].flatMap(([key, fields]) => {
    const [first] = fields;
    const other = fields.find(({ role, label }) => role === first?.role && label !== first?.label);
    if (first === undefined || other === undefined) return [];
    return [
      at(form, other, `One value fills “${first.label}” and “${other.label}”: both have the column name ${key}.`),
    ];
  });
}
