import { otherTags } from '../../contract/other-tags.js';
import { openBrackets, printedBeneath, printedTags, printedWords } from '../engine/printed-words.js';
import { type DocumentWarning, isSigning } from '../read-document.js';
import { overlapShare } from './flat/place.js';
import type { FoundBox } from './found-box.js';
import type { PageFacts } from './page-facts.js';
import { saysSomething } from './questions.js';

const MOST_WARNINGS = 10;

type PageWords = Pick<PageFacts, 'geometry' | 'lines' | 'isPicture' | 'glyphs'>;

/** What the upload itself says about a document. */
interface UploadFacts {
  readonly isSigned: boolean;
  readonly staticXfa: boolean;
  /** Whether it was a Word file with tracked changes. */
  readonly isTracked: boolean;
  /** The first page that was not searched for fields; null when all pages were. */
  readonly unreadFrom: number | null;
}

/** The problems of an upload and how to correct them, the most serious first (Template, warnings: at most 10). */
export function warningsFor(
  upload: UploadFacts,
  boxes: readonly FoundBox[],
  personOf: readonly (number | null)[],
  pages: readonly PageWords[],
): readonly DocumentWarning[] {
  const unclaimed = boxes.filter((_, index) => personOf[index] === null);
  return [
    ...aboutUpload(upload),
    ...pagesWithoutText(pages),
    ...nothingToDo(boxes),
    ...unreadTags(pages),
    ...oneWarning('unread_bracket', unreadBrackets(boxes, pages), (count) =>
      count === 1
        ? 'Words in brackets may stand for an answer. A field takes their place with esign template prepare FILE'
        : `${count} words in brackets may stand for answers. Fields take their place with esign template prepare FILE`,
    ),
    ...oneWarning(
      'dropdown_without_options',
      boxes.filter(({ type, options }) => type === 'dropdown' && (options ?? []).length === 0),
      (count) => (count === 1 ? 'A dropdown has no options' : `${count} dropdowns have no options`),
    ),
    ...oneWarning(
      'tickbox_without_label',
      boxes.filter((box) => box.type === 'tickbox' && !isClear(box)),
      (count) =>
        count === 1 ? 'It is not clear what a tickbox means' : `It is not clear what ${count} tickboxes mean`,
    ),
    ...oneWarning('boxes_overlap', overlapping(boxes), (count) =>
      count === 1 ? 'A field overlaps another' : `${count} fields overlap others`,
    ),
    ...overPrintedWords(boxes, pages),
    ...oneWarning('boxes_too_small', boxes.filter(isTooSmall), (count) =>
      count === 1 ? 'A field is too small to fill in' : `${count} fields are too small to fill in`,
    ),
    ...oneWarning(
      'unclaimed_signatures',
      unclaimed.filter((box) => isSigning(box.type)),
      unassigned('signature field'),
    ),
    ...oneWarning(
      'unclaimed_fields',
      unclaimed.filter((box) => !isSigning(box.type)),
      unassigned('field'),
    ),
  ].slice(0, MOST_WARNINGS);
}

function aboutUpload({ isSigned, staticXfa, isTracked, unreadFrom }: UploadFacts): readonly DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  if (isSigned) {
    const message = 'The document is already signed. Filling it in and sealing it invalidates that signature.';
    warnings.push({ code: 'already_signed', message, page: null });
  }
  if (staticXfa) {
    const message = 'The XFA form is ignored. The ordinary form fields are used.';
    warnings.push({ code: 'xfa_ignored', message, page: null });
  }
  if (isTracked) {
    const message =
      'The Word file has tracked changes. All of them were accepted. Check the text, or upload a file without them.';
    warnings.push({ code: 'tracked_changes', message, page: null });
  }
  if (unreadFrom !== null) {
    const message = `Page ${unreadFrom} and the pages after it were not searched for fields: the pages before it have too many. Split the document, or add form fields or text tags.`;
    warnings.push({ code: 'too_many_boxes', message, page: unreadFrom });
  }
  return warnings;
}

/** Whether words say what a tickbox means: printed by it, or in the form's own list of answers. */
function isClear({ context, label, question, option_value: value, widget }: FoundBox): boolean {
  if ((context.option ?? label) !== null) return true;
  if (question === null || value === null || value !== widget?.exportValue) return false;
  return saysSomething(value) && (widget.kind === 'radio' || value !== 'Yes');
}

/** Scans: a picture and no text. */
function pagesWithoutText(pages: readonly PageWords[]): readonly DocumentWarning[] {
  const empty = pages.filter(({ isPicture }) => isPicture).map(({ geometry }) => geometry.page);
  const [first, ...more] = empty;
  if (first === undefined) return [];
  const which =
    more.length === 0 ? `Page ${first} is a picture` : `${empty.length} pages from page ${first} on are pictures`;
  const message = `${which} without text, such as a scan, so no fields are found by their labels. Upload the original file, or draw the fields with: esign template prepare FILE.`;
  return [{ code: 'page_without_text', message, page: first }];
}

function nothingToDo(boxes: readonly FoundBox[]): readonly DocumentWarning[] {
  if (boxes.length === 0) {
    const message = 'The document has no fields.';
    return [{ code: 'no_fields', message, page: null }];
  }
  if (boxes.some((box) => isSigning(box.type))) return [];
  const message = 'The document has no signature field. Add one, or a text tag such as {{Signature;type=signature}}.';
  return [{ code: 'no_signature', message, page: null }];
}

/** Named each, at most. */
const MOST_TAGS = 12;

/** Text tags of other services are not read. */
function unreadTags(pages: readonly PageWords[]): readonly DocumentWarning[] {
  const found = pages.flatMap(({ geometry: { page }, lines }) =>
    lines.flatMap(({ phrases }) =>
      otherTags(phrases.map(({ text }) => text).join(' ')).map(([tag]) => ({ tag, page })),
    ),
  );
  const [first] = found;
  if (first === undefined) return [];
  const on = [...new Set(found.map(({ page }) => page))];
  const tags = [...new Set(found.map(({ tag }) => tag))];
  const more = tags.length > MOST_TAGS ? `, and ${tags.length - MOST_TAGS} more` : '';
  const named = tags.slice(0, MOST_TAGS).map((tag) => `"${tag}"`);
  const where = on.length === 1 ? `page ${first.page}` : `${on.length} pages from page ${first.page} on`;
  const instead = 'as {{Label;type=text}}, or put a field in its place with esign template prepare FILE';
  // What to do comes before the list, which may be cut.
  const message =
    found.length === 1
      ? `${named[0] ?? ''} on ${where} looks like a text tag of another service. It is not read, and stays printed in what is signed. Write it ${instead}.`
      : `${found.length} text tags of another service on ${where} are not read, and stay printed in what is signed. Write each ${instead}: ${named.join(', ')}${more}.`;
  return [{ code: 'unread_tag', message, page: first.page }];
}

/** Words in brackets that ask for an answer, and that no field lies on: whether they do, a person decides. */
const unreadBrackets = (boxes: readonly FoundBox[], pages: readonly PageWords[]) =>
  pages.flatMap(({ geometry: { page }, glyphs }) => {
    const own = boxes
      .filter((box) => box.page === page)
      .map(({ area, type }) => ({ area, isTick: type === 'tickbox' }));
    return openBrackets(printedTags(glyphs), own).map(({ text }) => ({ label: text, page }));
  });

/** Answers that would be written over words of the form. */
function overPrintedWords(boxes: readonly FoundBox[], pages: readonly PageWords[]): readonly DocumentWarning[] {
  const written = boxes.filter(({ type }) => type !== 'tickbox' && !isSigning(type));
  const over = pages.flatMap(({ geometry, glyphs }) => {
    const own = written.filter(({ page }) => page === geometry.page);
    const printed = own.length === 0 ? [] : printedWords(glyphs);
    return own.filter(({ area }) => printedBeneath(area, printed) !== '');
  });
  return oneWarning('boxes_on_words', over, (count) =>
    count === 1
      ? 'A field lies on printed words: its answer is written over them'
      : `${count} fields lie on printed words: their answers are written over them`,
  );
}

function overlapping(boxes: readonly FoundBox[]): readonly FoundBox[] {
  return boxes.filter((box, index) =>
    boxes
      .slice(Math.max(index - 40, 0), index)
      .some((other) => other.page === box.page && overlapShare(box.area, other.area) > 0.6),
  );
}

const LEAST_HEIGHT = 6;
const LEAST_WIDTH = 12;

function isTooSmall({ type, area }: FoundBox): boolean {
  if (type === 'tickbox') return false;
  return area.bottom - area.top < LEAST_HEIGHT || area.right - area.left < LEAST_WIDTH;
}

const unassigned =
  (what: string) =>
  (count: number): string =>
    count === 1
      ? `1 ${what} is not assigned to anyone named on the form`
      : `${count} ${what}s are not assigned to anyone named on the form`;

/** One warning about all fields with the same problem; it names the first of them. */
function oneWarning(
  code: string,
  boxes: readonly Pick<FoundBox, 'label' | 'page'>[],
  says: (count: number) => string,
): readonly DocumentWarning[] {
  const first = boxes[0];
  if (first === undefined) return [];
  const label = first.label === null ? 'without a label' : `"${first.label}"`;
  const which = boxes.length === 1 ? '' : 'first ';
  return [{ code, message: `${says(boxes.length)} (${which}${label}, page ${first.page}).`, page: first.page }];
}
