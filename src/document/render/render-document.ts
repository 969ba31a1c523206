import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PDFPage, PdfStream } from '@libpdf/core';
import type { Pdfium } from '../engine/pdfium.js';
import { withStableNames } from '../engine/stable-bytes.js';
import type { Drawing, Mark } from '../render-job.js';
import { Annex } from './annex.js';
import { type Annotation, annotationsOf } from './annotations.js';
import { Canvas } from './canvas.js';
import { removeConformanceClaims } from './conformance-claims.js';
import { answeredFields, flattenWidgets, removeFormAndScripts, unpaintedValues, widgetsOf } from './flatten.js';
import { embedFonts, type FontFiles } from './fonts.js';
import { piecesOf } from './marks.js';
import { framesOf } from './page-frames.js';
import type { Ground } from './piece.js';
import type { PageGeometry } from '../engine/page-geometry.js';
import { contentStreams, inheritedDict } from './page-resources.js';

/** A document on its way out: loaded, its fonts at hand, its page geometry known. */
export interface Rendering extends Ground {
  readonly marks: readonly Mark[];
  /** Of each page. */
  readonly annotations: readonly (readonly Annotation[])[];
}

/** Loads a base document for drawing these marks on it. */
export async function startRendering(pdfium: Pdfium, files: FontFiles, drawing: Drawing): Promise<Rendering> {
  const pdf = await PDF.load(drawing.pdf);
  // Objects are written in the order in which they were asked for: it may not hang on what is known of the document.
  const annotations = pdf.getPages().map((page) => annotationsOf(pdf, page));
  const frames = framesOf(pdfium, annotations, drawing);
  return { pdf, marks: drawing.marks, fonts: embedFonts(pdf, files), frames, annotations, annex: new Annex() };
}

/** Flattens the form, draws the marks, and whatever else `stamp` puts on each page. */
export function drawPages(rendering: Rendering, stamp?: (canvas: Canvas) => void): void {
  const { pdf, marks, fonts, frames, annotations } = rendering;
  const pages = pdf.getPages();
  const pieces = marks.flatMap((mark) => piecesOf(rendering, mark));
  const drawn = frames.flatMap((frame, index) => {
    const page = pages[index];
    if (page === undefined) return [];
    const own = pieces.filter((piece) => piece.page === index + 1);
    return [{ page, frame, own, widgets: widgetsOf(annotations[index] ?? [], frame.read) }];
  });
  // A field may have widgets on several pages: what is answered on one is answered on all.
  const answered = new Set(
    drawn.flatMap(({ widgets, own }) => [
      ...answeredFields(
        widgets,
        own.map(({ place }) => place),
      ),
    ]),
  );
  for (const { page, frame, own, widgets } of drawn) {
    const { displayed, read } = frame;
    encloseUnsound(pdf, page, displayed);
    const canvas = new Canvas(pdf, page, displayed);
    const values = unpaintedValues(pdf, widgets, answered, displayed, fonts.body);
    flattenWidgets(pdf, page, canvas, widgets, answered);
    canvas.seenAs(read, () => {
      for (const piece of [...values.flatMap((value) => piecesOf(rendering, value)), ...own]) piece.draw(canvas);
    });
    stamp?.(canvas);
    canvas.finish();
  }
  removeFormAndScripts(pdf);
  removeConformanceClaims(pdf);
}

/** The finished bytes; `title` and `at` (ISO 8601) go into the document's information. */
export async function finishRendering({ pdf }: Rendering, title: string, at: string): Promise<Uint8Array> {
  // A document that does not say when it was made would get the time of this machine.
  const created = pdf.getCreationDate() ?? new Date(at);
  pdf.setTitle(title);
  pdf.setCreationDate(created);
  pdf.setModificationDate(new Date(at));
  return withStableNames(await pdf.save({ subsetFonts: true }));
}

/**
 * Puts a page's content into a form of its own when something in it is out of order, so that what is drawn after it
 * stands where it should. Content in order stays as it is: its parts may be named by the document's structure.
 */
function encloseUnsound(pdf: PDF, page: PDFPage, geometry: PageGeometry): void {
  const content = contentOf(pdf, page);
  if (content === null || isSoundContent(content.toString('latin1'))) return;
  const resources = inheritedDict(pdf, page.dict, 'Resources') ?? new PdfDict();
  const form = new PdfStream(
    Object.entries({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: new PdfArray(visibleBox(geometry).map((value) => PdfNumber.of(value))),
      Resources: resources,
    }),
    content,
  );
  const name = 'EsPage';
  page.dict.set('Resources', PdfDict.of({ XObject: PdfDict.of({ [name]: pdf.register(form) }) }));
  page.dict.set('Contents', pdf.register(new PdfStream([], Buffer.from(`q /${name} Do Q`, 'latin1'))));
}

/** All of a page's content in one; null when there is none or it cannot be unpacked. */
function contentOf(pdf: PDF, page: PDFPage): Buffer | null {
  try {
    const parts = contentStreams(pdf, page).flatMap((stream) => [stream.getDecodedData(), Buffer.from('\n')]);
    return parts.length === 0 ? null : Buffer.concat(parts);
  } catch {
    // The filters throw errors of several kinds for damaged data.
    return null;
  }
}

/** Around what is displayed, in user space. */
function visibleBox({ toUser: [a, b, c, d, e, f] }: PageGeometry): readonly number[] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Every operator of a page's content (ISO 32000-2, Annex A). */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re ' +
    'RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);
const WORDS = new Set(['true', 'false', 'null']);
/** With one way alone to read its digits: a number of a hundred thousand took minutes. */
const NUMBER = /^[+-]*(?:\d+(?:\.\d*)?|\.\d*)?(?:-\d*)?$/u;
const TOKEN = /%[^\r\n]*|<<|>>|<[^<>]*>|\(|[[\]{}]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/gu;
const END_OF_IMAGE = /\sEI(?=\s|$)/gu;

/**
 * Whether what is drawn after this content comes out as meant: all its operators are known, and its brackets, graphics
 * states and texts are closed. Readers give up at different places on content that is not. Latin-1, decoded.
 */
export function isSoundContent(content: string): boolean {
  const state = { brackets: 0, saved: 0, inText: false };
  const token = new RegExp(TOKEN);
  for (let match = token.exec(content); match !== null; match = token.exec(content)) {
    const [text] = match;
    if (text === '(') {
      const end = endOfString(content, token.lastIndex);
      if (end === null) return false;
      token.lastIndex = end;
    } else if (text === 'ID') {
      const end = new RegExp(END_OF_IMAGE);
      end.lastIndex = token.lastIndex;
      if (end.exec(content) === null) return false;
      token.lastIndex = end.lastIndex;
    } else if (!isSoundToken(text, state)) return false;
  }
  return state.brackets === 0 && state.saved === 0 && !state.inText;
}

function isSoundToken(text: string, state: { brackets: number; saved: number; inText: boolean }): boolean {
  if (text === '[' || text === '<<') state.brackets++;
  else if (text === ']' || text === '>>') return --state.brackets >= 0;
  else if (OPERATORS.has(text)) return state.brackets === 0 && isSoundOperator(text, state);
  else if (!/^[/%<]/u.test(text) && !WORDS.has(text)) return NUMBER.test(text);
  return true;
}

function isSoundOperator(operator: string, state: { saved: number; inText: boolean }): boolean {
  switch (operator) {
    case 'q':
      state.saved++;
      return true;
    case 'Q':
      return --state.saved >= 0;
    case 'BT':
    case 'ET': {
      const fits = state.inText === (operator === 'ET');
      state.inText = operator === 'BT';
      return fits;
    }
    default:
      return true;
  }
}

/** Where a string in round brackets ends whose content begins here; null when it does not. */
function endOfString(content: string, start: number): number | null {
  let depth = 1;
  for (let at = start; at < content.length; at++) {
    const character = content[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return null;
}
