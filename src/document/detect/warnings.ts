import type { DocumentWarning } from '../read-document.js';
import type { FoundBox } from './found-box.js';
import { isSigning } from '../box-kinds.js';
import type { PageFacts } from './page-facts.js';

const MOST_WARNINGS = 10;

type PageWords = Pick<PageFacts, 'geometry' | 'lines' | 'isPicture'>;

/** What the upload itself says about a document. */
interface UploadFacts {
  readonly isSigned: boolean;
  readonly staticXfa: boolean;
  /** The first page that was not looked at for lines and boxes to fill in; null when all were. */
  readonly unreadFrom: number | null;
}

/**
 * What the sender should know about an upload, the gravest first (Template, warnings: at most 10). Each says what is
 * the matter and, where there is something to do, what.
 */
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
    ...oneWarning(
      'dropdown_without_options',
      boxes.filter(({ type, options }) => type === 'dropdown' && (options ?? []).length === 0),
      (count) =>
        `${count === 1 ? 'A dropdown offers' : `${count} dropdowns offer`} no options, so that nobody can answer`,
    ),
    ...oneWarning('boxes_overlap', overlapping(boxes), (count) =>
      count === 1 ? 'A box lies on another one' : `${count} boxes lie on others`,
    ),
    ...oneWarning('boxes_too_small', boxes.filter(isTooSmall), (count) =>
      count === 1 ? 'A box is too small to write in' : `${count} boxes are too small to write in`,
    ),
    ...oneWarning(
      'unclaimed_signatures',
      unclaimed.filter((box) => isSigning(box.type)),
      belongs('to sign'),
    ),
    ...oneWarning(
      'unclaimed_fields',
      unclaimed.filter((box) => !isSigning(box.type)),
      belongs('to fill in'),
    ),
  ].slice(0, MOST_WARNINGS);
}

function aboutUpload({ isSigned, staticXfa, unreadFrom }: UploadFacts): readonly DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  if (isSigned) {
    const message =
      'The document was already signed; filling it in and sealing it makes the earlier signature invalid.';
    warnings.push({ code: 'already_signed', message, page: null });
  }
  if (staticXfa) {
    const message = 'The XFA part of the form is left out; its ordinary form fields are used.';
    warnings.push({ code: 'xfa_ignored', message, page: null });
  }
  if (unreadFrom !== null) {
    const message = `The pages before page ${unreadFrom} have so many places to fill in that none was looked for from there on; split the document, or mark with form fields or text tags where to write.`;
    warnings.push({ code: 'too_many_boxes', message, page: unreadFrom });
  }
  return warnings;
}

/** A scan shows words that only eyes can read. */
function pagesWithoutText(pages: readonly PageWords[]): readonly DocumentWarning[] {
  const empty = pages.filter(({ isPicture }) => isPicture).map(({ geometry }) => geometry.page);
  const [first, ...more] = empty;
  if (first === undefined) return [];
  const which = more.length === 0 ? `Page ${first} has` : `${empty.length} pages from page ${first} on have`;
  const message = `${which} no text that can be read, only a picture, like a scan, so that nothing is found by its words; upload the form as it was before it was printed.`;
  return [{ code: 'page_without_text', message, page: first }];
}

function nothingToDo(boxes: readonly FoundBox[]): readonly DocumentWarning[] {
  if (boxes.length === 0) {
    const message = 'The document has no fields to fill in or to sign.';
    return [{ code: 'no_fields', message, page: null }];
  }
  if (boxes.some((box) => isSigning(box.type))) return [];
  const message =
    'The document has no place to sign: add a signature field, or a text tag such as {{Signature;type=signature}}.';
  return [{ code: 'no_signature', message, page: null }];
}

const OTHER_TAG =
  /\[\[[^[\]]{1,60}\]\]|<<[^<>]{1,60}>>|\$\{[^{}]{1,60}\}|\[(?:sig|initial|text|date|check)\|[^[\]]{1,60}\]/iu;

/** Tags of other services stay on the page as they are. */
function unreadTags(pages: readonly PageWords[]): readonly DocumentWarning[] {
  for (const { geometry, lines } of pages) {
    for (const { phrases } of lines) {
      const tag = OTHER_TAG.exec(phrases.map(({ text }) => text).join(' '))?.[0];
      if (tag === undefined) continue;
      const message = `"${tag}" on page ${geometry.page} looks like a tag and stays as text: a text tag is written {{Label;type=text}}.`;
      return [{ code: 'unread_tag', message, page: geometry.page }];
    }
  }
  return [];
}

function overlapping(boxes: readonly FoundBox[]): readonly FoundBox[] {
  return boxes.filter((box, index) =>
    boxes.slice(Math.max(index - 40, 0), index).some((other) => other.page === box.page && shareOf(box, other) > 0.6),
  );
}

/** How much of the smaller of two boxes lies under the other. */
function shareOf({ area: a }: FoundBox, { area: b }: FoundBox): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const size = (area: FoundBox['area']): number => (area.right - area.left) * (area.bottom - area.top);
  return (width * height) / Math.max(Math.min(size(a), size(b)), 1);
}

const LEAST_HEIGHT = 6;
const LEAST_WIDTH = 12;

function isTooSmall({ type, area }: FoundBox): boolean {
  if (type === 'tickbox') return false;
  return area.bottom - area.top < LEAST_HEIGHT || area.right - area.left < LEAST_WIDTH;
}

const belongs =
  (what: string) =>
  (count: number): string =>
    count === 1
      ? `One box ${what} belongs to nobody whom the form names`
      : `${count} boxes ${what} belong to nobody whom the form names`;

/** One warning about all the boxes with one trouble; it names the first, which is where to look. */
function oneWarning(
  code: string,
  boxes: readonly FoundBox[],
  says: (count: number) => string,
): readonly DocumentWarning[] {
  const first = boxes[0];
  if (first === undefined) return [];
  const label = first.label === null ? 'one without a label' : `"${first.label}"`;
  const which = boxes.length === 1 ? 'it' : 'the first';
  return [{ code, message: `${says(boxes.length)}; ${which} is ${label} on page ${first.page}.`, page: first.page }];
}
