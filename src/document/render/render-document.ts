import { PDF } from '@libpdf/core';
import type { Pdfium } from '../engine/pdfium.js';
import { withStableNames } from '../engine/stable-bytes.js';
import type { Drawing, Mark } from '../render-job.js';
import { Annex } from './annex.js';
import { annotationsOf, type Annotation } from './annotations.js';
import { Canvas } from './canvas.js';
import { encloseUnsound } from './enclose-content.js';
import { answeredFields, flattenWidgets, removeFormAndScripts, unpaintedValues, widgetsOf } from './flatten.js';
import type { FontFiles } from './fonts.js';
import { embedFonts } from './fonts.js';
import { piecesOf } from './marks.js';
import { framesOf } from './page-frames.js';
import type { Ground } from './piece.js';

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
