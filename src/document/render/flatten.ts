import type { PDF, PDFPage } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { inheritedValue } from '../engine/inherited-value.js';
import type { PageGeometry } from '../engine/page-geometry.js';
import type { Area } from '../engine/page-glyphs.js';
import { displayedArea } from '../engine/page-glyphs.js';
import type { Mark } from '../render-job.js';
import { appearanceOf, isMostlyOn, type Annotation } from './annotations.js';
import type { Canvas } from './canvas.js';
import type { Repertoire } from './drawable.js';
import { drawableForm } from './drawable.js';
import type { Place } from './piece.js';
import { resolver } from './page-resources.js';
import { placement } from './appearance-box.js';

/** A widget where it is seen. */
export interface PlacedWidget extends Annotation {
  /** In points of the page as `widgetsOf` was told to see it. */
  readonly area: Area;
}

const MULTILINE = 1 << 12;

/** The form widgets of a page, also those that no form owns up to. */
export function widgetsOf(annotations: readonly Annotation[], geometry: PageGeometry): readonly PlacedWidget[] {
  return annotations
    .filter(({ isWidget }) => isWidget)
    .map((widget) => ({ ...widget, area: displayedArea(geometry, widget.box) }));
}

/** The fields that something is drawn over: what they held before has to make way. */
export function answeredFields(widgets: readonly PlacedWidget[], places: readonly Place[]): Set<PdfDict> {
  const areas = places.map(({ x, y, w, h }) => ({ left: x, top: y, right: x + w, bottom: y + h }));
  return new Set(widgets.filter(({ area }) => areas.some((mark) => isMostlyOn(mark, area))).map(({ field }) => field));
}

/** Paints what the widgets look like into the page, as a reader would show them, and takes the widgets off it. */
export function flattenWidgets(
  pdf: PDF,
  page: PDFPage,
  canvas: Canvas,
  widgets: readonly PlacedWidget[],
  answered: ReadonlySet<PdfDict>,
): void {
  for (const widget of widgets) {
    const look = answered.has(widget.field) ? appearanceOf(pdf, widget, true) : widget.look;
    if (look === null) continue;
    const { stream, ref } = look;
    stream.set('Type', PdfName.of('XObject'));
    stream.set('Subtype', PdfName.of('Form'));
    const matrix = placement(stream, widget.box, resolver(pdf));
    if (matrix !== null) canvas.formBelow(ref ?? pdf.register(stream), matrix);
  }
  removeWidgets(pdf, page);
}

/**
 * Values of text fields that no appearance shows, as some programs leave them: a reader would draw them itself.
 * `geometry` is that of the page as displayed.
 */
export function unpaintedValues(
  pdf: PDF,
  widgets: readonly PlacedWidget[],
  answered: ReadonlySet<PdfDict>,
  geometry: PageGeometry,
  font: Repertoire,
): readonly Mark[] {
  return widgets.flatMap(({ dict, field, box }): readonly Mark[] => {
    const isPainted = dict.getDict('AP', resolver(pdf))?.has('N') ?? false;
    if (isPainted || answered.has(field)) return [];
    const value = inheritedValue(pdf, dict, 'V');
    const type = inheritedValue(pdf, dict, 'FT');
    const isText = type instanceof PdfName && (type.value === 'Tx' || type.value === 'Ch');
    if (!isText || !(value instanceof PdfString)) return [];
    const flags = inheritedValue(pdf, dict, 'Ff');
    const { left, top, right, bottom } = displayedArea(geometry, box);
    const { page, width, height } = geometry;
    const rect = { x: left / width, y: top / height, w: (right - left) / width, h: (bottom - top) / height };
    const multiline = flags instanceof PdfNumber && (flags.value & MULTILINE) !== 0;
    return [{ kind: 'text', page, rect, text: drawableForm(value.asString(), font), multiline }];
  });
}

function removeWidgets(pdf: PDF, page: PDFPage): void {
  const resolve = resolver(pdf);
  const annotations = page.dict.getArray('Annots', resolve);
  if (annotations === undefined) return;
  const kept = Array.from(annotations).filter((entry) => {
    const dict = entry instanceof PdfRef ? pdf.getObject(entry) : entry;
    return dict instanceof PdfDict && dict.getName('Subtype', resolve)?.value !== 'Widget';
  });
  if (kept.length === 0) page.dict.delete('Annots');
  else page.dict.set('Annots', new PdfArray(kept));
}

/** Takes the form itself and everything that could run or change the pages off the document. */
export function removeFormAndScripts(pdf: PDF): void {
  const catalog = pdf.getCatalog();
  for (const key of ['AcroForm', 'AA', 'OpenAction', 'Perms', 'NeedsRendering']) catalog.delete(key);
  catalog.getDict('Names', resolver(pdf))?.delete('JavaScript');
  for (const page of pdf.getPages()) page.dict.delete('AA');
}
