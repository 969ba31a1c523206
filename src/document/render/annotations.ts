import type { PDF, PDFPage } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { PageGeometry } from '../engine/page-geometry.js';
import { displayedArea, type Area } from '../engine/page-glyphs.js';
import { inheritedValue } from '../engine/inherited-value.js';
import { LONGEST_LOOK, meets, shadeOfLook, type Part, type Shade } from '../engine/page-shades.js';
import { boxOf } from './appearance-box.js';
import { resolver } from './page-resources.js';

/** Something that lies on a page: a form widget, or a remark. */
export interface Annotation {
  readonly dict: PdfDict;
  readonly isWidget: boolean;
  /** In user space. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  /** The same for all widgets of one field. */
  readonly field: PdfDict;
  /** Of a widget that nothing is drawn over; null for nothing. */
  readonly look: Appearance | null;
  /** Whether an answer takes the place of its look. */
  readonly makesWay: boolean;
}

export interface Appearance {
  readonly stream: PdfStream;
  /** Null where the stream is not an object by itself. */
  readonly ref: PdfRef | null;
}

const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const PUSH_BUTTON = 1 << 16;

/** The annotations of a page but for links, which show nothing; also widgets that no form owns up to. */
export function annotationsOf(pdf: PDF, page: PDFPage): readonly Annotation[] {
  const resolve = resolver(pdf);
  return Array.from(page.dict.getArray('Annots', resolve) ?? []).flatMap((entry) => {
    const dict = entry instanceof PdfRef ? pdf.getObject(entry) : entry;
    if (!(dict instanceof PdfDict)) return [];
    const subtype = dict.getName('Subtype', resolve)?.value;
    const box = boxOf(dict.getArray('Rect', resolve), resolve);
    if (subtype === 'Link' || box === null) return [];
    const isWidget = subtype === 'Widget';
    const parent = dict.getDict('Parent', resolve);
    const field = dict.has('T') || parent === undefined ? dict : parent;
    const look = isWidget ? appearanceOf(pdf, { dict, field }, false) : null;
    const makesWay = look !== null && !isButton(pdf, dict) && holdsText(pdf, dict, field);
    return [{ dict, isWidget, box, field, look, makesWay }];
  });
}

/** What a widget shows in a document that is drawn: null for nothing. */
export function appearanceOf(
  pdf: PDF,
  { dict, field }: Pick<Annotation, 'dict' | 'field'>,
  isAnswered: boolean,
): Appearance | null {
  const resolve = resolver(pdf);
  const flags = dict.getNumber('F', resolve)?.value ?? 0;
  if ((flags & (HIDDEN | NO_VIEW)) !== 0) return null;
  const button = isButton(pdf, dict);
  const fieldFlags = button ? inheritedValue(pdf, dict, 'Ff') : undefined;
  const isPush = fieldFlags instanceof PdfNumber && (fieldFlags.value & PUSH_BUTTON) !== 0;
  if (isPush && (flags & PRINT) === 0) return null;
  if (isAnswered && !button && holdsText(pdf, dict, field)) return null;
  const normal = dict.getDict('AP', resolve)?.get('N');
  const state = isAnswered && button && !isPush ? 'Off' : (dict.getName('AS', resolve)?.value ?? 'Off');
  const states = normal instanceof PdfRef ? pdf.getObject(normal) : normal;
  const shown = states instanceof PdfDict && !(states instanceof PdfStream) ? states.get(state) : normal;
  const stream = shown instanceof PdfRef ? pdf.getObject(shown) : shown;
  return stream instanceof PdfStream ? { stream, ref: shown instanceof PdfRef ? shown : null } : null;
}

function isButton(pdf: PDF, dict: PdfDict): boolean {
  const type = inheritedValue(pdf, dict, 'FT');
  return type instanceof PdfName && type.value === 'Btn';
}

function holdsText(pdf: PDF, dict: PdfDict, field: PdfDict): boolean {
  const value = inheritedValue(pdf, dict, 'V') ?? field.get('V', resolver(pdf));
  if (value instanceof PdfString) return value.asString().trim() !== '';
  return value instanceof PdfArray ? value.length > 0 : value instanceof PdfStream;
}

/**
 * How dark annotations may be in their places: where a field is empty, its look stays under the answer. `known` are the
 * looks that were judged before, as many fields of a form look the same.
 */
export const partsOf = (
  annotations: readonly Annotation[],
  geometry: PageGeometry,
  known: Map<string, Shade>,
): readonly Part[] =>
  annotations.map(({ box, isWidget, look, makesWay }) => {
    const place = displayedArea(geometry, box);
    return {
      isUnder: (area) => meets(place, area) && !(makesWay && isMostlyOn(area, place)),
      shade: () => (!isWidget ? 'any' : look === null ? 'white' : shadeOf(look.stream, known)),
    };
  });

/** Whether a mark is for this widget. */
export function isMostlyOn(mark: Area, widget: Area): boolean {
  const w = Math.min(mark.right, widget.right) - Math.max(mark.left, widget.left);
  const h = Math.min(mark.bottom, widget.bottom) - Math.max(mark.top, widget.top);
  const smaller = Math.min(sizeOf(mark), sizeOf(widget));
  return w > 0 && h > 0 && w * h >= smaller * 0.5;
}

function sizeOf(area: Area): number {
  return Math.max((area.right - area.left) * (area.bottom - area.top), 0.01);
}

function shadeOf(stream: PdfStream, known: Map<string, Shade>): Shade {
  // One filter makes at most a thousand times as much of it, two of them a million times.
  if (stream.data.length > LONGEST_LOOK || isPackedTwice(stream)) return 'any';
  const packed = latin1(stream.data);
  const shade = known.get(packed) ?? shadeOfLook(latin1(unpacked(stream)));
  known.set(packed, shade);
  return shade;
}

function isPackedTwice(stream: PdfStream): boolean {
  const filter = stream.get('Filter');
  return filter instanceof PdfRef || (filter instanceof PdfArray && filter.length > 1);
}

/** Empty for what no filter here unpacks: readers show nothing of it either. */
function unpacked(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData();
  } catch {
    // The filters throw errors of several kinds for damaged data.
    return new Uint8Array();
  }
}

const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');
