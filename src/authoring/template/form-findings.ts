import { pluralize } from '../../cli/context/counted.js';
import { otherTags } from '../../contract/other-tags.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';
import { sharedAddresses } from '../../domain/rules/shared-addresses.js';
import type { ExplainedCode } from '../../cli/failure/failure.js';
import type { CodeOf } from '../../cli/failure/own-codes.js';
import type { FormProblemCode } from './allow-problem.js';
import { labelOf } from './field-words.js';
import { isOfSigner } from '../names-file/names.js';
import { addressOf } from './view.js';

/** One thing that is wrong with a template, or may be, and the command that corrects it. */
export interface TemplateFinding {
  /** A warning can be intended. */
  readonly level: 'problem' | 'warning';
  readonly code: CodeOf<5> | ExplainedCode;
  readonly message: string;
  /** The command that corrects it. */
  readonly fix: string;
  readonly fields: readonly Field[];
  /** ID of the person whom another decision would correct it for. */
  readonly personId?: string;
}

/** A finding that `--allow-problem` names. */
export interface FormFinding extends TemplateFinding {
  readonly level: 'problem';
  readonly code: FormProblemCode;
}

/** A person's part of a form. */
interface Part extends Pick<Person, 'heading'> {
  readonly fields: readonly Pick<Field, 'id'>[];
}

/** Draws fields into a file before it is uploaded. */
const prepare = 'esign template prepare FILE';

/**
 * What makes a template no form that people can sign as it is meant: the one rule for `template rehearse`, the wizard,
 * dry runs and the first sending. `people` are those found on the form; none where the key may not read them.
 */
export const formFindings = (template: Template, people: readonly Part[]): readonly FormFinding[] =>
  template.fields.length === 0
    ? []
    : [
        ...nobodySigns(template),
        ...twoHeadings(template, people),
        ...unreadSignatures(template),
        ...unlabelledTickboxes(template),
        ...template.questions.flatMap((question) => questionOfTwo(template, question)),
        ...keysOfSeveral(template),
        ...unreadTags(template),
        ...rolesWithoutField(template),
      ];

/** Nothing that a signer has to fill in: it is said, and can be meant. */
export function nothingRequired({ fields, questions }: Template): readonly TemplateFinding[] {
  const asked = fields.filter(({ type }) => !isOfSigner(type));
  if (fields.length === 0 || asked.some(({ required }) => required)) return [];
  if (questions.some(({ min_selected: least }) => least > 0)) return [];
  const isSigned = fields.some(({ required }) => required);
  if (isSigned && asked.length === 0) return [];
  const message = isSigned
    ? `Only signatures are required: everybody can finish with ${pluralize(asked.length, 'field')} left empty.`
    : 'No field is required, so that everybody can finish without filling in anything.';
  return [{ level: 'warning', code: 'nothing_required', message, fix: prepare, fields: [] }];
}

/** The codes of the problems that somebody allows by name are left out. */
export const withoutAllowed = <T extends { readonly code: string }>(
  findings: readonly T[],
  allowed: readonly string[],
): readonly T[] => findings.filter(({ code }) => !allowed.includes(code));

/** Whether a field holds the mark of a signer. */
export const isSignature = ({ type }: { readonly type: string }): boolean =>
  type === 'signature' || type === 'initials';

/** Also for files that are sent without a template. */
export function nobodySigns({
  fields,
}: {
  readonly fields: readonly { readonly type: string }[];
}): readonly FormFinding[] {
  if (fields.some(isSignature)) return [];
  const message = 'Nobody signs this form: it has no signature field.';
  return [{ level: 'problem', code: 'nobody_signs', message, fix: prepare, fields: [] }];
}

/** A field under a heading of the form. */
interface Headed<T> {
  readonly heading: string;
  readonly field: T;
}

/** One person who signs in the parts of several: what to say, and the first signature under each heading. */
export function signedTwice<T extends { readonly type: string; readonly role: string | null }>(
  signing: readonly Headed<T>[],
): readonly { readonly message: string; readonly fields: readonly T[] }[] {
  const byRole = new Map<string, Map<string, Headed<T>>>();
  for (const { heading, field } of signing) {
    if (field.type !== 'signature' || field.role === null) continue;
    const known = byRole.get(field.role) ?? new Map<string, Headed<T>>();
    const words = plainWords(heading);
    byRole.set(field.role, known.set(words, known.get(words) ?? { heading, field }));
  }
  return [...byRole].flatMap(([role, headings]) => {
    if (headings.size < 2) return [];
    const parts = [...headings.values()];
    const under = quotedList(parts.map(({ heading }) => heading));
    const message = `One person, “${role}”, signs under ${headings.size} headings: ${under}. Give each of them a role.`;
    return [{ message, fields: parts.map(({ field }) => field) }];
  });
}

function twoHeadings({ id, fields }: Template, people: readonly Part[]): readonly FormFinding[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const signing = people.flatMap(({ heading, fields: own }) =>
    own.flatMap(({ id: fieldId }) => {
      const field = byId.get(fieldId);
      return field === undefined ? [] : [{ heading, field }];
    }),
  );
  const fix = `esign template wizard ${id}`;
  return signedTwice(signing).map((each) => ({ level: 'problem', code: 'signs_under_two_headings', fix, ...each }));
}

/** The caption of a line to sign on, in English and Afrikaans; not a sentence, and not the date or place of signing. */
const signatureCaption =
  /^(?:(?:authori[sz]ed|applicant.?s|witness|full|your|sign(?:ed)? here|teken hier)\s+)?(?:signatures?|handtekeninge?|geteken|sign here|teken hier)\b(?!.*\b(?:dates?|places?|names?|datum|plek|naam)\b).{0,50}$/iu;

/** Whether words are those below or before a line to sign on. */
export const isSignatureCaption = (words: string): boolean => signatureCaption.test(words.trim());

function unreadSignatures({ fields }: Template): readonly FormFinding[] {
  const signed = new Set(fields.filter(isSignature).map(({ document_id: document, page }) => `${document} ${page}`));
  const found = new Map<string, Field>();
  for (const field of fields) {
    const { label, context, document_id: document, page, type } = field;
    const isRead = signed.has(`${document} ${page}`);
    const around = isRead ? [] : [context.section, context.row, context.column, ...context.nearby];
    const own = type === 'text' || type === 'tickbox' ? [label, context.label] : [];
    const caption = [...own, ...around].find((words) => words !== null && isSignatureCaption(words));
    const key = `${document} ${page} ${plainWords(caption ?? '')}`;
    if (caption != null && !found.has(key)) found.set(key, field);
    if (caption != null && own.includes(caption)) found.set(`${key} ${field.id}`, field);
  }
  const [first] = found.values();
  if (first === undefined) return [];
  const pages = [...new Set([...found.values()].map(({ page }) => page))].toSorted((a, b) => a - b);
  const where = pages.length === 1 ? `Page ${pages[0]} has` : `Pages ${pages.join(', ')} have`;
  const message = `${where} a line to sign on without a signature field.`;
  return [
    {
      level: 'problem',
      code: 'signature_line_without_field',
      message,
      fix: prepare,
      fields: [...new Set(found.values())],
    },
  ];
}

/** Whether words tell the signer nothing: a number alone does not. */
export const isBlank = (words: string | null | undefined): boolean => words == null || /^[\d\s.)]*$/u.test(words);

function unlabelledTickboxes(template: Template): readonly FormFinding[] {
  const { questions } = template;
  const values = new Map(
    questions.flatMap(({ options = [] }: { options?: Template['questions'][number]['options'] }) =>
      options.map(({ value, field_id: id }) => [id, value] as const),
    ),
  );
  const fields = template.fields.filter(
    ({ id, type, label, data_key: key, context, question_id: question, option_value: value }) => {
      if (type !== 'tickbox') return false;
      const words = [label, context.label, context.option];
      return [...words, ...(question === null ? [key] : [value, values.get(id)])].every(isBlank);
    },
  );
  const [first] = fields;
  if (first === undefined) return [];
  const what = fields.length === 1 ? 'A tickbox has' : `${fields.length} tickboxes have`;
  const message = `${what} no words, so that the signer cannot tell what ${fields.length === 1 ? 'it means' : 'they mean'} (${fields.length === 1 ? '' : 'the first on '}page ${first.page}).`;
  return [{ level: 'problem', code: 'tickbox_without_label', message, fix: prepare, fields }];
}

/** Two columns of tickboxes that were read as one question with one answer. */
function questionOfTwo(template: Template, question: Template['questions'][number]): readonly FormFinding[] {
  const fields = template.fields.filter(({ question_id: id }) => id === question.id);
  if (question.max_selected >= fields.length || fields.length < 2) return [];
  const name = question.label === null ? 'A question' : `The question “${question.label}”`;
  const answers = `takes ${question.max_selected === 1 ? 'one answer' : `${question.max_selected} answers`}`;
  const finding = (why: string): readonly FormFinding[] => [
    { level: 'problem', code: 'question_of_two', message: `${name} ${answers}, ${why}.`, fix: prepare, fields },
  ];
  const words = fields.map(({ label, context }) => plainWords(context.option ?? label ?? ''));
  const twice = fields.find((_, index) => words[index] !== '' && words.indexOf(words[index] ?? '') !== index);
  if (twice !== undefined)
    return finding(`but “${twice.context.option ?? twice.label ?? ''}” is among its options twice`);
  const sections = [...new Set(fields.map(({ context }) => context.section).filter((words) => words !== null))];
  const besides = sections.filter((one) => sections.some((other) => one !== other && isBeside(fields, one, other)));
  if (besides.length > 1) return finding(`but stands under several headings: ${quotedList(besides)}`);
  const cells = fields.map(({ context, label }) => cellOf(context.option ?? label ?? '', context));
  const rows = new Set(cells.flatMap(({ row }) => row ?? []));
  const columns = cells.flatMap(({ column }) => column ?? []);
  const isGrid = new Set(columns).size > 1 && new Set(columns).size < columns.length;
  return rows.size > 1 && isGrid ? finding(`but has ${rows.size} rows of tickboxes`) : [];
}

/** The row and the column of a tickbox in a table; its words may be those of both, such as “Stove: good”. */
function cellOf(words: string, { row, column }: Field['context']) {
  if (row !== null || column !== null) return { row, column };
  const end = words.indexOf(': ');
  return end < 0 ? { row: null, column: null } : { row: words.slice(0, end), column: words.slice(end + 2) };
}

/** Whether the fields of two sections stand beside each other on a page. */
function isBeside(fields: readonly Field[], one: string, other: string): boolean {
  const of = (section: string): readonly Field[] => fields.filter(({ context }) => context.section === section);
  const [first, second] = [of(one), of(other)];
  return first.some((a) =>
    second.some(
      (b) => a.document_id === b.document_id && a.page === b.page && overlap(a.rect.y, a.rect.h, b.rect.y, b.rect.h),
    ),
  );
}

const overlap = (at: number, size: number, otherAt: number, otherSize: number): boolean =>
  at < otherAt + otherSize && otherAt < at + size;

/** One value that fills the rows of a list, such as the names of all children, or what two signers give of themselves. */
const keysOfSeveral = (template: Template): readonly FormFinding[] =>
  sharedAddresses(template.fields).flatMap(({ subject, key, fields }): readonly FormFinding[] => {
    const address = addressOf(subject, key) ?? '';
    const rows = fields.filter((field) => fields.some((other) => other !== field && isNextRow(field, other)));
    const [first] = rows;
    const last = (rows.length > 0 ? rows : fields).at(-1);
    if (last === undefined) return [];
    const roles = [...new Set(fields.map(({ role }) => role))];
    const what =
      first !== undefined
        ? placesOf(rows, first, template)
        : subject === null && roles.length > 1
          ? `what ${quotedList(roles)} give of themselves`
          : null;
    if (what === null) return [];
    return [
      {
        level: 'problem',
        code: 'key_of_several_people',
        message: `One value of ${address} fills ${what}. Give each person a name of their own.`,
        fix: `esign template rename ${template.id} ${last.id} --data-key NEW`,
        fields: first === undefined ? fields : rows,
      },
    ];
  });

/** Rows of a list follow each other; with other fields between them, they are of two parts of the form. */
function placesOf(rows: readonly Field[], first: Field, template: Template): string {
  const [top, bottom] = [Math.min(...rows.map(({ rect }) => rect.y)), Math.max(...rows.map(({ rect }) => rect.y))];
  const isApart = template.fields.some(
    ({ document_id: document, page, rect: { x, y }, data_key: key }) =>
      document === first.document_id &&
      page === first.page &&
      key !== first.data_key &&
      Math.abs(x - first.rect.x) < 0.01 &&
      y > top &&
      y < bottom,
  );
  const label = `“${labelOf(first, template)}”`;
  if (!isApart) return `${pluralize(rows.length, 'row')} of a list on page ${first.page}, ${label}`;
  return `${label} in ${rows.length} parts of page ${first.page}`;
}

/** What a field must have to be compared with the next row of a list. */
type Listed = Partial<Pick<Field, 'document_id' | 'context'>> &
  Pick<Field, 'page' | 'label'> & { type: string; rect: Pick<Field['rect'], 'x' | 'y' | 'w' | 'h'> };

/** Fields of one column of a list: alike in label, width and place from the left, one below the other. */
export function isNextRow(one: Listed, other: Listed): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.01;
  const words = ({ context, label }: Listed): string => plainWords(context?.column ?? context?.label ?? label ?? '');
  return (
    one.document_id === other.document_id &&
    one.page === other.page &&
    one.type === other.type &&
    near(one.rect.x, other.rect.x) &&
    near(one.rect.w, other.rect.w) &&
    !overlap(one.rect.y, one.rect.h, other.rect.y, other.rect.h) &&
    words(one) === words(other)
  );
}

/** Tags that were not read: what is signed shows them where an answer belongs. */
function unreadTags({ warnings, fields }: Template): readonly FormFinding[] {
  const told = warnings.filter(({ code }) => code === 'unread_tag').map(({ message }) => message);
  const tags = fields.flatMap(({ label, context: { nearby, section, row, column } }) =>
    [label, section, row, column, ...nearby].flatMap((words) => otherTags(words ?? '').map(([tag]) => tag)),
  );
  const [first] = tags;
  const seen = first === undefined ? [] : [`“${first}” is a text tag of another service, and stays printed.`];
  return (told.length > 0 ? told : seen).map((message) => ({
    level: 'problem',
    code: 'unread_tag',
    message,
    fix: prepare,
    fields: [],
  }));
}

const rolesWithoutField = ({ id, roles, fields }: Template): readonly FormFinding[] =>
  roles
    .filter(({ name, routing_type: routing }) => routing !== 'cc' && fields.every(({ role }) => role !== name))
    .map(({ name }) => ({
      level: 'problem',
      code: 'role_without_field',
      message: `“${name}” has to act, but has no field.`,
      fix: `esign template wizard ${id}`,
      fields: [],
    }));

const plainWords = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const quotedList = (words: readonly string[]): string => words.map((each) => `“${each}”`).join(' and ');
