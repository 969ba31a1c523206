import { pluralize } from '../../cli/context/counted.js';
import type { PreparedField, PreparedForm } from '../../document/prepare/prepared-field.js';
import type { FormProblem } from '../../document/prepare/problems.js';
import type { BoxType, ReadDocument } from '../../document/read-document.js';
import { isOtherTag } from '../../contract/other-tags.js';
import { meanTheSame, sharedAddresses } from '../../domain/rules/shared-addresses.js';
import {
  isBlank,
  isNextRow,
  isSignature,
  isSignatureCaption,
  nobodySigns,
  signedTwice,
} from '../template/form-findings.js';

/** Whose part of the form a place is in, as it was read. */
type Read = Pick<ReadDocument, 'boxes' | 'people' | 'warnings'>;

/** What was said about the pages, whatever is drawn on them. */
const lasting = new Set(['too_many_boxes', 'tracked_changes']);

/** What somebody should look at before the document is uploaded, the worst first. */
export const doubtsOf = (form: PreparedForm, read: Read): readonly FormProblem[] => [
  ...nobodySigns(form).map(({ message }) => ofAll(message)),
  ...answersLeftOut(read),
  ...read.warnings.flatMap(({ code, message, page }) => {
    if (code === 'page_without_text') return [{ ...ofAll(drawIt(message)), page }];
    return lasting.has(code) ? [{ ...ofAll(message), page }] : [];
  }),
  ...twoHeadings(form, read),
  ...withoutWords(form),
  ...tagAsLabel(form),
  ...signatureLines(form),
  ...withoutSignature(form),
  ...ofNobody(form),
  ...namedTwice(form),
  ...keysOfSeveral(form),
];

/** Of a scan, the first sentence; the next one says how to come here. */
const drawIt = (message: string): string => `${(message.split('. ', 1)[0] ?? '').replace(/\.$/u, '')}. Draw them.`;

const ofAll = (words: string): FormProblem => ({ field: null, page: null, words });

const at = ({ fields }: PreparedForm, field: PreparedField, words: string): FormProblem => ({
  field: fields.indexOf(field),
  page: field.page,
  words,
});

/** Answers that are named. */
const mostNamed = 3;

/** What somebody typed into the fields that the document had. */
function answersLeftOut({ boxes }: Read): readonly FormProblem[] {
  const left = boxes.filter(({ start }) => start !== null);
  if (left.length === 0) return [];
  const named = left.flatMap(({ label }) => (isBlank(label) ? [] : [`“${label}”`])).slice(0, mostNamed);
  const more = left.length > named.length && named.length > 0 ? ` and ${left.length - named.length} more` : '';
  const which = named.length === 0 ? '' : ` (${named.join(', ')}${more})`;
  const [are, them] = left.length === 1 ? ['1 answer is', 'it'] : [`${left.length} answers are`, 'them'];
  return [
    ofAll(
      `${are} filled in already${which}: the prepared PDF starts empty. Put ${them} into the values of the envelope.`,
    ),
  ];
}

/** One person who signs in the parts of two people. */
function twoHeadings(form: PreparedForm, { boxes, people }: Read): readonly FormProblem[] {
  const headings = new Map(
    boxes.flatMap(({ page, rect: { x, y }, person }) => {
      const heading = person === null ? undefined : people[person]?.heading;
      return heading === undefined ? [] : [[placeOf(page, x, y), heading] as const];
    }),
  );
  const signing = form.fields.flatMap((field) => {
    const heading = headings.get(placeOf(field.page, field.rect.x, field.rect.y));
    return heading === undefined ? [] : [{ heading, field }];
  });
  return signedTwice(signing).flatMap(({ message, fields }) => {
    const last = fields.at(-1);
    return last === undefined ? [] : [at(form, last, message)];
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

const withoutWords = (form: PreparedForm): readonly FormProblem[] => [
  ...form.fields.flatMap((field) => {
    const noun = nouns[field.type];
    if (noun === undefined || ![field.label, field.option].every(isBlank)) return [];
    return [at(form, field, `A ${noun} on page ${field.page} has no words: the signer cannot tell what it is.`)];
  }),
  ...form.groups.flatMap(({ name, label }) => {
    const first = form.fields.find(({ group }) => group === name);
    if (first === undefined || (label ?? '').trim() !== '') return [];
    return [at(form, first, `A question on page ${first.page} has no words of its own.`)];
  }),
];

/** Text tags of other services that were taken for words. */
const tagAsLabel = (form: PreparedForm): readonly FormProblem[] =>
  form.fields.flatMap((field) =>
    isOtherTag(field.label)
      ? [
          at(
            form,
            field,
            `“${field.label}” on page ${field.page} is a text tag of another service. Write what the signer reads.`,
          ),
        ]
      : [],
  );

const signatureLines = (form: PreparedForm): readonly FormProblem[] =>
  form.fields.flatMap((field) =>
    field.type === 'text' && isSignatureCaption(field.label)
      ? [at(form, field, `“${field.label}” on page ${field.page} is a text field. Does somebody sign there?`)]
      : [],
  );

/** A person who fills in fields and signs nothing, where others sign. */
function withoutSignature(form: PreparedForm): readonly FormProblem[] {
  if (!form.fields.some(isSignature)) return [];
  const roles = [...new Set(form.fields.flatMap(({ role }) => role ?? []))];
  return roles.flatMap((role) => {
    const own = form.fields.filter((field) => field.role === role);
    const [first] = own;
    if (first === undefined || own.some(isSignature)) return [];
    return [at(form, first, `“${role}” fills in ${pluralize(own.length, 'field')} and signs nothing.`)];
  });
}

function ofNobody(form: PreparedForm): readonly FormProblem[] {
  const own = form.fields.filter(({ role }) => role === null);
  const [first] = own;
  if (first === undefined) return [];
  const what = own.length === 1 ? '1 field belongs' : `${own.length} fields belong`;
  return [at(form, first, `${what} to nobody in particular, the first on page ${first.page}.`)];
}

/** Fields of one person on one page that the signer cannot tell apart. */
function namedTwice(form: PreparedForm): readonly FormProblem[] {
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

/** A column name that fills what is asked under two labels, in the rows of a list, or of two people. */
const keysOfSeveral = (form: PreparedForm): readonly FormProblem[] =>
  sharedAddresses(
    form.fields.map((field, index) => ({
      id: `${index}`,
      type: field.type,
      // A prepared field says whose it is, and not whom its value is about.
      subject: null,
      data_key: field.key,
      question_id: field.group,
      label: field.label,
      field,
    })),
  ).flatMap(({ key, fields }) => {
    const [first] = fields;
    if (first === undefined) return [];
    const stranger = fields.find(({ field }) => field.role !== first.field.role);
    const isUnlike = meanTheSame(fields)
      ? ({ field }: typeof first) => isNextRow(first.field, field)
      : ({ label }: typeof first) => label !== first.label;
    const other = stranger ?? fields.find(isUnlike);
    if (other === undefined) return [];
    const called = ({ label, field: { role } }: typeof other): string =>
      stranger === undefined ? `“${label}”` : `“${label}” of ${role ?? 'nobody in particular'}`;
    return [
      at(form, other.field, `One value fills ${called(first)} and ${called(other)}: both have the column name ${key}.`),
    ];
  });
