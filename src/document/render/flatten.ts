import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { PageGeometry } from '../engine/page-geometry.js';
import type { Area } from '../engine/page-glyphs.js';
import { displayedArea } from '../engine/page-glyphs.js';
import type { Mark } from '../render-job.js';
import type { Canvas } from './canvas.js';
import type { Repertoire } from './drawable.js';
import { drawableForm } from './drawable.js';
import type { Place } from './piece.js';
import { resolver } from './page-resources.js';
import { boxOf, placement } from './appearance-box.js';

/** A widget on its page and the field that it shows. */
export interface PlacedWidget {
  readonly dict: PdfDict;
  /** In points of the page as `widgetsOf` was told to see it. */
  readonly area: Area;
  /** In user space. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  /** The same for all widgets of one field. */
  readonly field: PdfDict;
}

const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const MULTILINE = 1 << 12;
const PUSH_BUTTON = 1 << 16;
const DEEPEST = 32;

/** The form widgets of a page, also those that no form owns up to. */
export function widgetsOf(pdf: PDF, page: PDFPage, geometry: PageGeometry): readonly PlacedWidget[] {
  const resolve = resolver(pdf);
  const annotations = page.dict.getArray('Annots', resolve);
  return Array.from(annotations ?? []).flatMap((entry) => {
    const dict = entry instanceof PdfRef ? pdf.getObject(entry) : entry;
    if (!(dict instanceof PdfDict) || dict.getName('Subtype', resolve)?.value !== 'Widget') return [];
    const box = boxOf(dict.getArray('Rect', resolve), resolve);
    if (box === null) return [];
    const parent = dict.getDict('Parent', resolve);
    const field = dict.has('T') || parent === undefined ? dict : parent;
    return [{ dict, area: displayedArea(geometry, box), box, field }];
  });
}

/** The fields that something is drawn over: what they held before has to make way. */
export function answeredFields(widgets: readonly PlacedWidget[], places: readonly Place[]): Set<PdfDict> {
  const areas = places.map(({ x, y, w, h }) => ({ left: x, top: y, right: x + w, bottom: y + h }));
  return new Set(widgets.filter(({ area }) => areas.some((mark) => isMostlyOn(mark, area))).map(({ field }) => field));
}

function isMostlyOn(mark: Area, widget: Area): boolean {
  const w = Math.min(mark.right, widget.right) - Math.max(mark.left, widget.left);
  const h = Math.min(mark.bottom, widget.bottom) - Math.max(mark.top, widget.top);
  const smaller = Math.min(sizeOf(mark), sizeOf(widget));
  return w > 0 && h > 0 && w * h >= smaller * 0.5;
}

function sizeOf(area: Area): number {
  return Math.max((area.right - area.left) * (area.bottom - area.top), 0.01);
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
    const appearance = appearanceOf(pdf, widget, answered.has(widget.field));
    if (appearance === null) continue;
    const matrix = placement(appearance.stream, widget.box, resolver(pdf));
    if (matrix !== null) canvas.formBelow(appearance.ref, matrix);
  }
  removeWidgets(pdf, page);
}

function appearanceOf(
  pdf: PDF,
  { dict, field }: PlacedWidget,
  isAnswered: boolean,
): { readonly ref: PdfRef; readonly stream: PdfStream } | null {
  const resolve = resolver(pdf);
  const flags = dict.getNumber('F', resolve)?.value ?? 0;
  if ((flags & (HIDDEN | NO_VIEW)) !== 0) return null;
  const type = inheritedValue(pdf, dict, 'FT');
  const button = type instanceof PdfName && type.value === 'Btn';
  const fieldFlags = inheritedValue(pdf, dict, 'Ff');
  const isPush = button && fieldFlags instanceof PdfNumber && (fieldFlags.value & PUSH_BUTTON) !== 0;
  if (isPush && (flags & PRINT) === 0) return null;
  if (isAnswered && !button && holdsText(pdf, dict, field)) return null;
  const normal = dict.getDict('AP', resolve)?.get('N');
  const state = isAnswered && button && !isPush ? 'Off' : (dict.getName('AS', resolve)?.value ?? 'Off');
  return asForm(pdf, normal, state);
}

function asForm(
  pdf: PDF,
  normal: PdfObject | undefined,
  state: string,
): { readonly ref: PdfRef; readonly stream: PdfStream } | null {
  const found = normal instanceof PdfRef ? pdf.getObject(normal) : normal;
  if (found instanceof PdfDict && !(found instanceof PdfStream)) return asForm(pdf, found.get(state), state);
  if (!(found instanceof PdfStream)) return null;
  found.set('Type', PdfName.of('XObject'));
  found.set('Subtype', PdfName.of('Form'));
  return { ref: normal instanceof PdfRef ? normal : pdf.register(found), stream: found };
}

function holdsText(pdf: PDF, dict: PdfDict, field: PdfDict): boolean {
  const value = inheritedValue(pdf, dict, 'V') ?? field.get('V', resolver(pdf));
  if (value instanceof PdfString) return value.asString().trim() !== '';
  return value instanceof PdfArray ? value.length > 0 : value instanceof PdfStream;
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
    const value = inheritedValue(pdf, dict, 'V');
    const type = inheritedValue(pdf, dict, 'FT');
    const painted = dict.getDict('AP', resolver(pdf))?.has('N') ?? false;
    const isText = type instanceof PdfName && (type.value === 'Tx' || type.value === 'Ch');
    if (painted || !isText || answered.has(field) || !(value instanceof PdfString)) return [];
    const flags = inheritedValue(pdf, dict, 'Ff');
    const { left, top, right, bottom } = displayedArea(geometry, box);
    const { page, width, height } = geometry;
    const rect = { x: left / width, y: top / height, w: (right - left) / width, h: (bottom - top) / height };
    const multiline = flags instanceof PdfNumber && (flags.value & MULTILINE) !== 0;
    return [{ kind: 'text', page, rect, text: drawableForm(value.asString(), font), multiline }];
  });
}

function inheritedValue(pdf: PDF, dict: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | undefined = dict;
  for (let depth = 0; node !== undefined && depth < DEEPEST; depth++) {
    const value: PdfObject | undefined = node.get(key, resolver(pdf));
    if (value !== undefined) return value;
    node = node.getDict('Parent', resolver(pdf));
  }
  return undefined;
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
