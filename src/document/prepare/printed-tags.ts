import { dataKeyProblem } from '../../contract/data-key.js';
import { askedInBrackets } from '../../contract/other-tags.js';
import { type Area, holds } from '../engine/page-glyphs.js';
import { openBrackets, type PrintedPage, type PrintedTag, type PrintedWord } from '../engine/printed-words.js';
import type { PreparedField, PreparedForm } from './prepared-field.js';
import type { FormProblem } from './problems.js';
import type { TakenOff } from './write-prepared.js';

interface PlacedTag extends PrintedTag {
  /** 1-based. */
  readonly page: number;
}

/** Of the page: what a field keeps from the words after it, and how wide it is at most where the line is free. */
const GAP = 0.004;
const WIDEST = 0.45;
/** Of the page, so that the tag lies well within its field. */
const EDGE = 0.001;
/** Of the page: how far above the words of a prompt may stand. */
const ABOVE = 0.025;
const MOST_WORDS = 8;
const LONGEST = 80;

const tagsOf = (printed: readonly PrintedPage[]): readonly PlacedTag[] =>
  printed.flatMap(({ tags }, index) => tags.map((tag) => ({ ...tag, page: index + 1 })));

/** Every text tag of another service, to be taken off its pages. */
export const allTags = (printed: readonly PrintedPage[]): readonly TakenOff[] =>
  tagsOf(printed)
    .filter(({ isTag }) => isTag)
    .flatMap(linesOf);

/** The tags, and words in brackets, that fields take the place of: those whose middle is in one. */
export const coveredTags = ({ fields }: PreparedForm, printed: readonly PrintedPage[]): readonly TakenOff[] =>
  tagsOf(printed)
    .filter((tag) => fields.some((field) => isOn(field, tag)))
    .flatMap(linesOf);

const tagsLeft = ({ fields }: PreparedForm, printed: readonly PrintedPage[]): readonly PlacedTag[] =>
  tagsOf(printed).filter((tag) => tag.isTag && !fields.some((field) => isOn(field, tag)));

const namesLeft = ({ fields }: PreparedForm, printed: readonly PrintedPage[]): readonly PlacedTag[] =>
  printed.flatMap(({ tags }, index) => {
    const own = fields.filter(({ page }) => page === index + 1);
    const taken = own.map(({ rect, type }) => ({ area: areaOf(rect), isTick: type === 'tickbox' }));
    return openBrackets(tags, taken).map((tag) => ({ ...tag, page: index + 1 }));
  });

/** The tags that stay printed, and names in brackets, with the fields that would take their place. */
export function tagDoubts(form: PreparedForm, printed: readonly PrintedPage[]): readonly FormProblem[] {
  const doubt = (left: readonly PlacedTag[], one: string, several: string): readonly FormProblem[] => {
    const [first] = left;
    if (first === undefined) return [];
    const where = `“${first.text}” on page ${first.page}`;
    const words =
      left.length === 1
        ? `${where} ${one} printed. A field on it takes its place.`
        : `${left.length} ${several} printed, the first, ${where}. A field on each takes its place.`;
    return [{ field: null, page: first.page, words, offers: fieldsFor(left, form, printed) }];
  };
  return [
    ...doubt(
      tagsLeft(form, printed),
      'is a text tag of another service, and stays',
      'text tags of another service stay',
    ),
    ...doubt(
      namesLeft(form, printed),
      'may stand for an answer, and stays',
      'words in brackets may stand for answers, and stay',
    ),
  ];
}

/** The words of the pages without those of the tags that fields take the place of. */
export const wordsBesideTags = (
  form: PreparedForm,
  printed: readonly PrintedPage[],
): readonly PrintedPage['words'][] => {
  const off = coveredTags(form, printed);
  return printed.map(({ words }, index) =>
    words.filter((word) => !off.some(({ page, area }) => page === index + 1 && holds(area, word))),
  );
};

/** The form with a field for each tag, and each name in brackets, that has none yet, in its place. */
export function withTagFields(
  form: PreparedForm,
  printed: readonly PrintedPage[],
  { tags = true, names = false } = {},
): PreparedForm {
  const left = [...(tags ? tagsLeft(form, printed) : []), ...(names ? namesLeft(form, printed) : [])];
  if (left.length === 0) return form;
  return { ...form, fields: [...form.fields, ...fieldsFor(left, form, printed)].toSorted(byPlace) };
}

function fieldsFor(
  tags: readonly PlacedTag[],
  { fields }: PreparedForm,
  printed: readonly PrintedPage[],
): readonly PreparedField[] {
  const roles = [...new Set(fields.flatMap(({ role }) => role ?? []))];
  return tags.map((tag) => fieldFor(tag, printed[tag.page - 1]?.words ?? [], roles));
}

function fieldFor(tag: PlacedTag, words: readonly PrintedWord[], roles: readonly string[]): PreparedField {
  const asked = askedInBrackets(tag.text);
  const isPrompt = asked === '';
  const around = isPrompt ? wordsAround(tag, words) : '';
  const name = isPrompt ? around : (asked ?? tag.text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  const plain = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.|]+/gu, ' ')
    .toLowerCase();
  const sentence = isPrompt ? around : (asked ?? plain);
  const label = /^[^:]{2,}:$/u.test(tag.before)
    ? tag.before.slice(0, -1)
    : `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
  const own = roles.filter((role) => plain.startsWith(role.toLowerCase()));
  return {
    page: tag.page,
    type: /^(?:date|today|datum)\b|date$/u.test(plain) || (isPrompt && isDate.test(tag.text)) ? 'date' : 'text',
    label: label.slice(0, LONGEST).trim(),
    role: own.length === 1 ? (own[0] ?? null) : null,
    required: true,
    rect: rectOf(tag, words),
    options: null,
    max_length: null,
    comb: false,
    multiline: false,
    group: null,
    option: null,
    // A tag that is printed twice asks for one value, and a prompt for another each time.
    key: isPrompt ? null : keyFor(plain),
  };
}

const isDate = /\b(?:date|datum)\b/iu;

/** What is printed before a prompt on its line, or else on the line above; of a sentence, its end. */
function wordsAround({ before, lines: [line] }: PlacedTag, words: readonly PrintedWord[]): string {
  const isOver = ({ left, right, bottom }: PrintedWord): boolean =>
    line !== undefined &&
    bottom <= line.top + EDGE &&
    line.top - bottom < ABOVE &&
    left < line.left + WIDEST &&
    right > line.left - EDGE;
  const over = words.filter(isOver);
  const [last] = over.toSorted((a, b) => b.bottom - a.bottom);
  const row = over.filter(({ top, bottom }) => last !== undefined && top < last.bottom && bottom > last.top);
  const said = /\p{L}/u.test(before) ? before : row.map(({ text }) => text).join(' ');
  const end = (said.split(/[.;?!](?=\s)/u).at(-1) ?? '').replace(/(?<![\s:,–-])[\s:,–-]+$/u, '').trim();
  return end.split(' ').slice(-MOST_WORDS).join(' ');
}

function keyFor(words: string): string | null {
  const key = `form.${words.trim().replace(/[^a-z0-9]+/gu, '_')}`;
  return dataKeyProblem(key) === null ? key : null;
}

/** From the tag to where its line goes on, or to where the lines of the page end. */
function rectOf({ lines: [first], next }: PlacedTag, words: readonly Area[]): PreparedField['rect'] {
  const { left, top, right, bottom } = first ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const margin = Math.min(Math.max(right, ...words.map((word) => word.right)), left + WIDEST);
  const end = next === null ? margin : Math.max(next - GAP, right);
  return { x: left, y: top - EDGE, w: Math.max(end, right) - left, h: bottom - top + 2 * EDGE };
}

const linesOf = ({ page, lines }: PlacedTag): readonly TakenOff[] => lines.map((area) => ({ page, area }));

function isOn({ page, rect }: PreparedField, { page: own, lines: [first] }: PlacedTag): boolean {
  return page === own && first !== undefined && holds(areaOf(rect), first);
}

const areaOf = ({ x, y, w, h }: PreparedField['rect']): Area => ({ left: x, top: y, right: x + w, bottom: y + h });

const byPlace = (a: PreparedField, b: PreparedField): number =>
  a.page - b.page || (Math.abs(a.rect.y - b.rect.y) < 0.005 ? a.rect.x - b.rect.x : a.rect.y - b.rect.y);
