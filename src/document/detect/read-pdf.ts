import { UnreadableDocument } from '../document-failure.js';
import { emptyWidgets } from '../engine/empty-widgets.js';
import { isSigned } from '../engine/is-signed.js';
import { type OpenPdf, openPdf, savePlain } from '../engine/open-pdf.js';
import { PREPARED_MARK, type PreparedMark, type Widget } from '../engine/page-widgets.js';
import type { Pdfium } from '../engine/pdfium.js';
import { asDisplayed } from '../engine/reading-frame.js';
import { removeText } from '../engine/redact.js';
import { withStableNames } from '../engine/stable-bytes.js';
import type { Box, FoundPerson, ReadDocument, Rect } from '../read-document.js';
import { startingAnswer } from '../starting-answer.js';
import type { WordControl } from '../word/word-control.js';
import { byReadingOrder, type FoundBox } from './found-box.js';
import { flatBoxes } from './flat/flat-boxes.js';
import { bodyHeight, readHeadings } from './headings.js';
import { type PageFacts, readPages } from './page-facts.js';
import { findPeople } from './people.js';
import { forgetTexts } from './per-text.js';
import { suggestKeys } from './suggest-key.js';
import { readTags } from './text-tags.js';
import { takePrepared } from './prepared-boxes.js';
import { warningsFor } from './warnings.js';
import { widgetBoxes } from './widget-boxes.js';

const MOST_PAGES = 500;
const DYNAMIC_XFA = 2;
const STATIC_XFA = 3;

export interface Reading {
  /** What text tags refer to by number, where it was a Word file. */
  readonly controls: readonly WordControl[];
  /** Whether a text can be drawn on a page: what cannot be drawn is not an answer. */
  readonly isDrawable: (text: string) => boolean;
  /** The full names of signature fields that are signed, as far as PDFium does not tell. */
  readonly signedFields: ReadonlySet<string>;
  /** Whether it was a Word file with tracked changes. */
  readonly isTracked: boolean;
}

/**
 * Reads a PDF: everything a template needs to know of it. What its form fields hold is taken off the pages and becomes
 * what their boxes start with. Throws UnreadableDocument.
 */
export function readPdf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  { controls = [], isDrawable = () => true, ...more }: Partial<Reading> = {},
): ReadDocument {
  const pdf = openPdf(pdfium, bytes);
  try {
    const formType = pdfium.api.FPDF_GetFormType(pdf.handle);
    refuse(pdf, formType);
    return readOpen(pdfium, pdf, {
      isSigned: isSigned(pdfium, pdf),
      staticXfa: formType === STATIC_XFA,
      controls,
      isDrawable,
      signedFields: more.signedFields ?? new Set(),
      isTracked: more.isTracked ?? false,
    });
  } finally {
    forgetTexts();
    pdf.close();
  }
}

function refuse(pdf: OpenPdf, formType: number): void {
  if (formType === DYNAMIC_XFA) {
    throw new UnreadableDocument('dynamic_xfa', 'a dynamic XFA form, which only Adobe Reader can show');
  }
  if (pdf.pageCount < 1) throw new UnreadableDocument('damaged', 'a PDF without pages');
  if (pdf.pageCount > MOST_PAGES) {
    const message = `too long: ${pdf.pageCount} pages, the limit is ${MOST_PAGES}`;
    throw new UnreadableDocument('too_many_pages', message);
  }
}

function readOpen(
  pdfium: Pdfium,
  pdf: OpenPdf,
  upload: Reading & { readonly isSigned: boolean; readonly staticXfa: boolean },
): ReadDocument {
  const isOpen = ({ kind, name }: Widget): boolean => kind !== 'signature' || !upload.signedFields.has(name);
  const all = readPages(pdfium, pdf, upload).map((page) => ({
    ...page,
    widgets: page.widgets.filter(isOpen),
  }));
  const { prepared, pages } = takePrepared(all);
  const body = bodyHeight(pages);
  const headings = readHeadings(pages, body);
  const mark = markOf(pdfium, pdf);
  const isPrepared = prepared.boxes.length > 0 || mark !== '';
  const tags = readTags(isPrepared && mark !== 'tags' ? [] : pages, headings);
  const widgets = widgetBoxes(pages, headings, body);
  // In a prepared document only what was drawn is a field.
  const flat = flatBoxes(isPrepared ? [] : pages, headings, body, [...tags.ink, ...tags.boxes]);
  const found = [...prepared.boxes, ...widgets.boxes, ...tags.boxes, ...flat.boxes].sort(byReadingOrder);
  const people = findPeople(found).map((person, index) => withDrawableRole(person, index + 1, upload.isDrawable));
  const personOf = found.map((_, index) => {
    const person = people.findIndex((candidate) => candidate.boxes.includes(index));
    return person < 0 ? null : person;
  });
  const keys = suggestKeys(found, people, personOf);
  removeText(pdfium, pdf, inkAsDisplayed(tags.ink, pages));
  const starts = takeAnswers(pdfium, pdf, found, upload.isDrawable);
  return {
    pdf: withStableNames(savePlain(pdfium, pdf.handle)),
    page_count: pages.length,
    pages: pages.map(({ displayed: { page, width, height, rotation } }) => ({ page, width, height, rotation })),
    boxes: found.map((box, index) => {
      const suggested = keys[index];
      if (suggested === undefined) throw new Error(`box ${index} has no suggestion`);
      return finishedBox(box, pages, {
        start: starts.get(box) ?? box.start ?? null,
        options: drawableOptions(box.options, upload.isDrawable),
        suggested,
        person: personOf[index] ?? null,
      });
    }),
    questions: [...prepared.questions, ...widgets.questions, ...flat.questions],
    people,
    warnings: warningsFor({ ...upload, unreadFrom: flat.unreadFrom }, found, personOf, pages),
  };
}

/** What `template prepare` says of a document that it wrote, be it without a field; empty for any other. */
const markOf = ({ api, text }: Pdfium, { handle }: OpenPdf): PreparedMark | '' =>
  text((buffer, size) => api.FPDF_GetMetaText(handle, PREPARED_MARK, buffer, size)) as PreparedMark | '';

function finishedBox(
  box: FoundBox,
  pages: readonly PageFacts[],
  more: Pick<Box, 'start' | 'options' | 'suggested' | 'person'>,
): Box {
  const { area, cells, continuations, widget, start: _, ...rest } = box;
  const rect = (page: number, found: FoundBox['area']): Rect => {
    const facts = pages[page - 1];
    if (facts === undefined) throw new Error(`a field is on page ${page}, which does not exist`);
    return displayedRect(found, facts);
  };
  return {
    ...rest,
    rect: rect(box.page, area),
    cells: cells?.map((cell) => rect(box.page, cell)) ?? null,
    continuations: continuations?.map((more) => ({ page: more.page, rect: rect(more.page, more.area) })) ?? null,
    max_length: widget?.maxLength ?? null,
    seen_as: widget !== undefined ? 'form_field' : box.tag !== null ? 'text_tag' : 'ink',
    ...more,
  };
}

/** An option is drawn when it is chosen: signs that cannot be, such as a tick before its words, are left out of it. */
function drawableOptions(options: Box['options'], isDrawable: Reading['isDrawable']): Box['options'] {
  if (options === null) return null;
  const drawn = options.map((option) => {
    if (isDrawable(option)) return option;
    const letters = [...option].filter(isDrawable).join('');
    return letters.replace(/\s+/gu, ' ').trim();
  });
  return [...new Set(drawn.filter((option) => option !== ''))];
}

/** A role is written on the certificate: where the form's words for it cannot be, the person is a signer by number. */
function withDrawableRole(person: FoundPerson, number: number, isDrawable: Reading['isDrawable']): FoundPerson {
  const { role_name: role } = person.proposed;
  if (role === null || isDrawable(role)) return person;
  return { ...person, proposed: { ...person.proposed, role_name: `Signer ${number}` } };
}

/** Takes the answers that form fields hold off their pages: from now on the boxes start with them. */
function takeAnswers(
  pdfium: Pdfium,
  pdf: OpenPdf,
  found: readonly FoundBox[],
  isDrawable: Reading['isDrawable'],
): ReadonlyMap<FoundBox, string | true> {
  const held = found.flatMap((box) => {
    const start = box.widget === undefined ? null : startingAnswer(box.widget.held, box, isDrawable);
    return box.widget === undefined || start === null ? [] : [{ box, widget: box.widget, start }];
  });
  const emptied = emptyWidgets(
    pdfium,
    pdf,
    held.map(({ widget }) => widget),
  );
  return new Map(held.flatMap(({ box, widget, start }) => (emptied.has(widget) ? [[box, start]] : [])));
}

/** In fractions of the page as displayed. */
function displayedRect({ left, top, right, bottom }: FoundBox['area'], { geometry, turn }: PageFacts): Rect {
  const { width, height } = geometry;
  const found = { x: left / width, y: top / height, w: (right - left) / width, h: (bottom - top) / height };
  const round = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
  const { x, y, w, h } = asDisplayed(found, turn);
  return { x: round(x), y: round(y), w: round(w), h: round(h) };
}

type Ink = Parameters<typeof removeText>[2];

function inkAsDisplayed(ink: Ink, pages: readonly PageFacts[]): Ink {
  return ink.map(({ page, area }) => {
    const facts = pages[page - 1];
    if (facts === undefined || facts.turn === 0) return { page, area };
    const { x, y, w, h } = displayedRect(area, facts);
    const { width, height } = facts.displayed;
    return { page, area: { left: x * width, top: y * height, right: (x + w) * width, bottom: (y + h) * height } };
  });
}
