import { PDF } from '@libpdf/core';
import { RenderFailed } from '../document-failure.js';
import { openPdf } from '../engine/open-pdf.js';
import { pageGeometries } from '../engine/page-geometry.js';
import type { PageGeometry } from '../engine/page-geometry.js';
import type { Pdfium } from '../engine/pdfium.js';
import { withStableNames } from '../engine/stable-bytes.js';
import type { Mark } from '../render-job.js';
import { Canvas } from './canvas.js';
import { answeredFields, flattenWidgets, removeFormAndScripts, unpaintedValues, widgetsOf } from './flatten.js';
import type { FontFiles, Fonts } from './fonts.js';
import { embedFonts } from './fonts.js';
import { drawMark } from './marks.js';

/** A document on its way out: loaded, its fonts at hand, its page geometry known. */
export interface Rendering {
  readonly pdf: PDF;
  readonly fonts: Fonts;
  readonly geometries: readonly PageGeometry[];
}

/** Loads a base document for drawing. */
export async function startRendering(pdfium: Pdfium, files: FontFiles, bytes: Uint8Array): Promise<Rendering> {
  const open = openPdf(pdfium, bytes);
  let geometries: readonly PageGeometry[];
  try {
    geometries = pageGeometries(pdfium, open);
  } finally {
    open.close();
  }
  const pdf = await PDF.load(bytes);
  return { pdf, fonts: embedFonts(pdf, files), geometries };
}

/** Flattens the form, draws the marks, and whatever else `stamp` puts on each page. */
export function drawPages(
  { pdf, fonts, geometries }: Rendering,
  marks: readonly Mark[],
  stamp?: (canvas: Canvas) => void,
): void {
  const pages = pdf.getPages();
  if (pages.length !== geometries.length)
    throw new RenderFailed('failed', 'the pages of the document cannot be counted');
  const drawn = pages.map((page, index) => {
    const geometry = geometries[index];
    if (geometry === undefined) throw new RenderFailed('unknown_page', `there is no page ${index + 1}`);
    const canvas = new Canvas(pdf, page, geometry);
    const own = marks.filter((mark) => mark.page === index + 1);
    return { page, canvas, own, widgets: widgetsOf(pdf, page, geometry) };
  });
  // A field may have widgets on several pages: what is answered on one is answered on all.
  const answered = new Set(drawn.flatMap(({ widgets, own, canvas }) => [...answeredFields(widgets, own, canvas)]));
  for (const { page, canvas, own, widgets } of drawn) {
    const values = unpaintedValues(pdf, widgets, answered, canvas, fonts.body);
    flattenWidgets(pdf, page, canvas, widgets, answered);
    for (const mark of [...values, ...own]) drawMark(pdf, canvas, mark, fonts);
    stamp?.(canvas);
    canvas.finish();
  }
  removeFormAndScripts(pdf);
}

/** The finished bytes; `title` and `at` (ISO 8601) go into the document's information. */
export async function finishRendering({ pdf }: Rendering, title: string, at: string): Promise<Uint8Array> {
  pdf.setTitle(title);
  pdf.setModificationDate(new Date(at));
  return withStableNames(await pdf.save({ subsetFonts: true }));
}
