import { dataKeyProblem } from '../../contract/data-key.js';
import { limits } from '../../contract/limits.js';
import { LONGEST_ANSWER } from '../engine/page-widgets.js';
import type { Area } from '../engine/page-glyphs.js';
import { printedBeneath, type PrintedWord } from '../engine/printed-words.js';
import { isFilledAtSigning, type PageSize } from '../read-document.js';
import {
  fieldKind,
  linesOf,
  mostTicks,
  type PreparedField,
  type PreparedForm,
  type PreparedGroup,
} from './prepared-field.js';
import { tidyForm } from './tidy-form.js';

/** Why a form cannot be written, or what somebody should look at, and what to change. */
export interface FormProblem {
  /** The index of the field in the form; null when none is meant. */
  readonly field: number | null;
  /** 1-based; null when the whole document is meant. */
  readonly page: number | null;
  /** A sentence. */
  readonly words: string;
  /** Fields that would put it right. */
  readonly offers?: readonly PreparedField[];
}

type Pages = readonly Pick<PageSize, 'width' | 'height'>[];

const MOST_CELLS = 200;
const MOST_OPTIONS = 500;
/** Of a page: what rounding takes off an edge. */
const SLACK = 0.000_002;
/** In points: what is smaller is not found again. */
const LEAST_SIDE = 1;
/** In points: what is smaller is hard to fill in. */
const SMALLEST_TICK = 4;
const SMALLEST = { w: 12, h: 6 };
/** Of a field: what lies at its edge is its frame. Of a page: pieces that lie closer are of one line. */
const EDGE_SHARE = 0.12;
const ONE_LINE = 0.003;
/** In characters. */
const LONGEST_QUOTE = 40;
/** Of the smaller of two fields. */
const MOST_SHARED = 0.6;

/**
 * Everything that keeps a form from being written, in the order of its fields. `isWhole` is false for a form some of
 * whose fields could not be read, so that its groups are not judged.
 */
export function problemsOf(drawn: PreparedForm, pages: Pages, isWhole = true): readonly FormProblem[] {
  const form = tidyForm(drawn);
  if (form.fields.length > mostTicks) {
    return [{ field: null, page: null, words: `A document can have at most ${mostTicks} fields.` }];
  }
  const own = form.fields.flatMap((field, index) =>
    [
      ...new Set(linesOf(field).flatMap((line) => placeProblems(line, pages))),
      ...wordProblems(field),
      ...answerProblems(field),
    ].map((words) => problem(index, field, words)),
  );
  return inOrder([...own, ...(isWhole ? groupProblems(form) : [])]);
}

/**
 * Places that somebody should look at: an existing form may have them, so they do not keep it from being written.
 * `printed` are the words of each page, and `ruled` its lines to write on, in fractions of it.
 */
export function placeDoubts(
  drawn: PreparedForm,
  pages: Pages,
  printed: readonly (readonly PrintedWord[])[],
  ruled: readonly (readonly Area[])[] = [],
): readonly FormProblem[] {
  const form = tidyForm(drawn);
  const onText = form.fields.flatMap((field, index) =>
    wordsBeneath(field, printed[field.page - 1] ?? []).map((words) => problem(index, field, words)),
  );
  const small = form.fields.flatMap((field, index) =>
    smallness(field, pages).map((words) => problem(index, field, words)),
  );
  const onRules = form.fields.flatMap((field, index) =>
    rulesBeneath(field, ruled[field.page - 1] ?? []).map((words) => problem(index, field, words)),
  );
  return inOrder([...small, ...onText, ...onRules, ...overlaps(form)]);
}

const inOrder = (problems: readonly FormProblem[]): readonly FormProblem[] =>
  problems.toSorted((a, b) => (a.field ?? Infinity) - (b.field ?? Infinity));

const problem = (index: number, { page }: PreparedField, words: string): FormProblem => ({ field: index, page, words });

function placeProblems({ page, rect: { x, y, w, h } }: PreparedField, pages: Pages): readonly string[] {
  const size = pages[page - 1];
  if (size === undefined) {
    const count = pages.length === 1 ? '1 page' : `${pages.length} pages`;
    return [`Page ${page} does not exist. The document has ${count}.`];
  }
  if (![x, y, w, h].every(Number.isFinite)) return ['The position is not a number.'];
  if (x < -SLACK || y < -SLACK || x + w > 1 + SLACK || y + h > 1 + SLACK) {
    return [`The field reaches beyond page ${page}. Move it, or make it smaller.`];
  }
  const isSeen = w * size.width >= LEAST_SIDE && h * size.height >= LEAST_SIDE;
  return isSeen ? [] : ['The field is too small to be seen. Make it larger.'];
}

function smallness({ page, rect: { w, h }, type }: PreparedField, pages: Pages): readonly string[] {
  const size = pages[page - 1];
  if (size === undefined) return [];
  const [width, height] = [w * size.width, h * size.height];
  const least = type === 'tickbox' ? { w: SMALLEST_TICK, h: SMALLEST_TICK } : SMALLEST;
  if (width >= least.w - 0.01 && height >= least.h - 0.01) return [];
  return [`The field is small. Make it at least ${inMillimetres(least.w)} by ${inMillimetres(least.h)} mm.`];
}

/** What is ticked or signed may lie on words; an answer may not. */
function wordsBeneath(
  { type, rect: { x, y, w, h } }: PreparedField,
  printed: readonly PrintedWord[],
): readonly string[] {
  if (fieldKind(type) === 'Btn' || fieldKind(type) === 'Sig') return [];
  const words = printedBeneath({ left: x, top: y, right: x + w, bottom: y + h }, printed);
  const quoted = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words;
  return words === ''
    ? []
    : [
        `The field lies on the printed words “${quoted}”: the answer is written over them. Move it, or take them out of the file.`,
      ];
}

/** The lines of an answer of several lines do not lie on those of the page. */
function rulesBeneath({ multiline, rect: { x, y, w, h } }: PreparedField, ruled: readonly Area[]): readonly string[] {
  if (!multiline) return [];
  const lengths = new Map<number, number>();
  for (const { left, right, bottom } of ruled) {
    const length = Math.min(right, x + w) - Math.max(left, x);
    const isInside = bottom > y + EDGE_SHARE * h && bottom < y + (1 - EDGE_SHARE) * h;
    const at = Math.round(bottom / ONE_LINE);
    if (isInside && length > 0) lengths.set(at, (lengths.get(at) ?? 0) + length);
  }
  const count = [...lengths.values()].filter((length) => length > w / 2).length;
  if (count === 0) return [];
  const lines = count === 1 ? 'a printed line' : `${count} printed lines`;
  return [`An answer of several lines runs through ${lines} here. Draw a field on each line instead.`];
}

const inMillimetres = (points: number): string => String(Math.ceil((points * 254) / 72) / 10);

function wordProblems({ label, role, option, options, key, type }: PreparedField): readonly string[] {
  const found: string[] = [];
  if (label.length > limits.labelLength) found.push(`The label has more than ${limits.labelLength} characters.`);
  if ((role ?? '').length > limits.nameLength) found.push(`The role has more than ${limits.nameLength} characters.`);
  if ((option ?? '').length > limits.labelLength)
    found.push(`The option has more than ${limits.labelLength} characters.`);
  if (key !== null && isFilledAtSigning(type))
    found.push(`A field of type ${type} takes no key: it is filled in at signing.`);
  const wrong = key === null ? null : dataKeyProblem(key);
  if (wrong !== null) found.push(`The key "${key}" ${wrong}.`);
  if (type === 'dropdown' ? options === null || options.length === 0 : options !== null) {
    found.push(type === 'dropdown' ? 'A dropdown needs options.' : `A field of type ${type} takes no options.`);
  }
  if (options === null) return found;
  if (options.length > MOST_OPTIONS) found.push(`A dropdown can have at most ${MOST_OPTIONS} options.`);
  if (options.some((each) => each === '' || each.length > limits.labelLength)) {
    found.push(`Each option must have 1 to ${limits.labelLength} characters.`);
  }
  const twice = options.find((each, index) => options.indexOf(each) < index);
  if (twice !== undefined) found.push(`The option "${twice}" is listed twice.`);
  return found;
}

function answerProblems({
  type,
  comb,
  multiline,
  max_length: max,
  group,
  option,
  more,
}: PreparedField): readonly string[] {
  const found: string[] = [];
  const isText = fieldKind(type) === 'Tx';
  if (max !== null && !isText) found.push(`A field of type ${type} takes no maximum length (max_length).`);
  if (max !== null && isText && !(Number.isInteger(max) && max >= 1 && max <= LONGEST_ANSWER)) {
    found.push(`The maximum length (max_length) must be a whole number from 1 to ${LONGEST_ANSWER}.`);
  }
  if (comb && !isText) found.push(`A field of type ${type} cannot be a comb.`);
  if (comb && isText && (max === null || max < 2 || max > MOST_CELLS)) {
    found.push(
      `A comb needs a maximum length (max_length) from 2 to ${MOST_CELLS}: one compartment for each character.`,
    );
  }
  if (multiline && type !== 'text') found.push(`A field of type ${type} cannot have several lines.`);
  if (more !== undefined && (type !== 'text' || comb))
    found.push('Only a text without compartments has further lines.');
  if (comb && multiline) found.push('A comb cannot have several lines.');
  if (group !== null && type !== 'tickbox') found.push(`A field of type ${type} cannot be in a group of tickboxes.`);
  if (group === null && option !== null) found.push('An option belongs to a group: name the group.');
  if (group !== null && option === null)
    found.push('A tickbox of a question needs an option: what ticking it answers.');
  return found;
}

/** Two fields in one place: what is filled in would be written over itself. */
function overlaps({ fields }: PreparedForm): readonly FormProblem[] {
  const sorted = [...fields.entries()].toSorted(([, a], [, b]) => a.page - b.page || a.rect.y - b.rect.y);
  return sorted.flatMap(([index, field], place) => {
    const found: FormProblem[] = [];
    for (const [other, beneath] of sorted.slice(place + 1)) {
      if (beneath.page !== field.page || beneath.rect.y > field.rect.y + field.rect.h) break;
      if (sharedBy(field, beneath) <= MOST_SHARED) continue;
      const [later, earlier] = index > other ? [field, beneath] : [beneath, field];
      const name = earlier.label === '' ? `field ${Math.min(index, other) + 1}` : `"${earlier.label}"`;
      found.push(problem(Math.max(index, other), later, `The field lies on ${name}. Move one of them.`));
    }
    return found;
  });
}

function sharedBy({ rect: a }: PreparedField, { rect: b }: PreparedField): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(Math.min(a.w * a.h, b.w * b.h), Number.MIN_VALUE);
}

function groupProblems({ fields, groups }: PreparedForm): readonly FormProblem[] {
  const names = new Set(groups.map(({ name }) => name));
  const unnamed = fields.flatMap((field, index) =>
    field.group !== null && !names.has(field.group)
      ? [problem(index, field, `The group "${field.group}" does not exist.`)]
      : [],
  );
  const twice = groups.find(({ name }, index) => groups.findIndex((other) => other.name === name) < index);
  const double =
    twice === undefined ? [] : [{ field: null, page: null, words: `Two groups are called "${twice.name}".` }];
  return [...unnamed, ...double, ...groups.flatMap((group) => problemsOfGroup(group, fields))];
}

function problemsOfGroup(group: PreparedGroup, fields: readonly PreparedField[]): readonly FormProblem[] {
  const { name, label, min_selected: min, max_selected: max } = group;
  const own = [...fields.entries()].filter(([, field]) => field.group === name);
  const found: FormProblem[] = [];
  const [first] = own;
  const add = (words: string, [index, field] = first ?? []): void => {
    found.push({ field: index ?? null, page: field?.page ?? null, words: `The question "${label ?? name}" ${words}` });
  };
  if (name === '' || name.length > limits.labelLength) add(`needs a name of 1 to ${limits.labelLength} characters.`);
  if ((label ?? '').length > limits.labelLength) add(`has a label of more than ${limits.labelLength} characters.`);
  if (own.length === 0) add('has no tickboxes.');
  if (own.length === 1) add('has only one answer. Give it another one, or let the tickbox stand alone.');
  const areCounts = [min, max].every((count) => Number.isInteger(count) && count >= 0);
  if (!areCounts || max < 1 || min > max || (own.length >= 2 && max > own.length)) {
    add(
      `takes between min_selected and max_selected answers: whole numbers, max_selected from 1 to ${Math.max(own.length, 2)}.`,
    );
  }
  if (new Set(own.map(([, { role }]) => role)).size > 1)
    add('belongs to two people. All its tickboxes must have one role.');
  const options = own.map(([, { option }]) => option);
  const twice = own.find(([, { option }], index) => option !== null && options.indexOf(option) < index);
  if (twice !== undefined) add(`has the answer "${twice[1].option}" twice.`, twice);
  return found;
}
