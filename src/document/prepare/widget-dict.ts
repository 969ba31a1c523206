import type { PDF } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import type { Affine } from '../engine/page-geometry.js';
import { PREPARED_ENTRY } from '../engine/page-widgets.js';
import type { Rect } from '../read-document.js';
import { writePreparedEntry } from './prepared-entry.js';
import { fieldKind, type PreparedField, type PreparedGroup } from './prepared-field.js';

/** A page that fields are drawn on. */
export interface DrawnPage {
  readonly toUser: Affine;
  /** By how many degrees, counter-clockwise, an answer is turned in user space so that it is read upright. */
  readonly upright: number;
}

const PRINT = 4;
const REQUIRED = 2;
const MULTILINE = 1 << 12;
const COMBO = 1 << 17;
const COMB = 1 << 24;
/** In points; a size of 0 has the reader choose one that fits. */
const LINE_SIZE = 10;

/** The widget of a field, without its name; `state` is what a button stands for. */
export function widgetDict(
  pdf: PDF,
  field: PreparedField,
  {
    page,
    group,
    state,
    isPlain,
    isLine,
  }: {
    readonly page: DrawnPage;
    readonly group: PreparedGroup | null;
    readonly state: string;
    /** It says nothing about itself but what every form field does. */
    readonly isPlain: boolean;
    /** It is a further line of the field before it. */
    readonly isLine: boolean;
  },
): PdfDict {
  const isRadio = group?.max_selected === 1;
  const kind = fieldKind(field.type);
  const box = userBox(field.rect, page.toUser);
  const entry = {
    type: field.type,
    label: isRadio ? field.label : null,
    role: field.role,
    key: field.key,
    ...(field.subject === undefined ? {} : { subject: field.subject }),
    option: field.option,
    group,
    ...(isLine ? { line: true as const } : {}),
  };
  const dict = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: numbers(box),
    F: PdfNumber.of(PRINT),
    MK: PdfDict.of(page.upright === 0 ? {} : { R: PdfNumber.of(page.upright) }),
  });
  if (!isPlain) dict.set(PREPARED_ENTRY, PdfString.fromString(writePreparedEntry(entry)));
  if (!isRadio) {
    dict.set('FT', PdfName.of(kind));
    dict.set('Ff', PdfNumber.of(flagsOf(field, kind, isPlain)));
  }
  if (field.label !== '') dict.set('TU', PdfString.fromString(field.label));
  const look = lookOf(box, page.upright);
  if (kind === 'Btn') {
    dict.set('AS', PdfName.of('Off'));
    if (!isRadio) dict.set('V', PdfName.of('Off'));
    const on = pdf.register(look(tick));
    const off = pdf.register(look(() => ''));
    dict.set(
      'AP',
      PdfDict.of({ N: PdfDict.of({ [group === null && field.option === null ? 'Yes' : state]: on, Off: off }) }),
    );
    return dict;
  }
  dict.set('AP', PdfDict.of({ N: pdf.register(look(kind === 'Sig' ? () => '' : () => '/Tx BMC\nEMC\n')) }));
  if (kind === 'Sig') return dict;
  dict.set('DA', PdfString.fromString(`/Helv ${field.multiline ? LINE_SIZE : 0} Tf 0 g`));
  if (field.max_length !== null) dict.set('MaxLen', PdfNumber.of(field.max_length));
  if (kind === 'Ch') dict.set('Opt', new PdfArray((field.options ?? []).map((text) => PdfString.fromString(text))));
  return dict;
}

function flagsOf(
  { required, multiline, comb, group }: PreparedField,
  kind: ReturnType<typeof fieldKind>,
  isPlain: boolean,
): number {
  // Readers want every required tickbox ticked: how many of a question's, its entry says.
  const needed = required && (group === null || isPlain) ? REQUIRED : 0;
  if (kind === 'Ch') return needed | COMBO;
  return kind === 'Tx' ? needed | (multiline ? MULTILINE : 0) | (comb ? COMB : 0) : needed;
}

type Corners = readonly [left: number, bottom: number, right: number, top: number];

/** A place of a page in its user space. */
export function userBox({ x, y, w, h }: Rect, [a, b, c, d, e, f]: Affine): Corners {
  const corner = (px: number, py: number): readonly [number, number] => [a * px + c * py + e, b * px + d * py + f];
  const [[x1, y1], [x2, y2]] = [corner(x, y), corner(x + w, y + h)];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** Makes appearances for a widget: nothing but what is drawn, so that the page looks as it was printed. */
function lookOf(
  [left, bottom, right, top]: Corners,
  upright: number,
): (draw: (width: number, height: number) => string) => PdfStream {
  const [w, h] = [right - left, top - bottom];
  const isOnSide = upright === 90 || upright === 270;
  const [width, height] = isOnSide ? [h, w] : [w, h];
  return (draw) =>
    PdfStream.fromDict(
      {
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: numbers([0, 0, width, height]),
        Matrix: numbers(matrixFor(upright, w, h)),
        Resources: new PdfDict(),
      },
      Buffer.from(draw(width, height), 'latin1'),
    );
}

function matrixFor(upright: number, w: number, h: number): readonly number[] {
  switch (upright) {
    case 90:
      return [0, 1, -1, 0, w, 0];
    case 180:
      return [-1, 0, 0, -1, w, h];
    case 270:
      return [0, -1, 1, 0, 0, h];
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}

/** A tick, in the middle of the box. */
function tick(width: number, height: number): string {
  const side = Math.min(width, height);
  const point = (x: number, y: number): string =>
    `${(width / 2 + (x - 0.5) * side).toFixed(2)} ${(height / 2 + (y - 0.5) * side).toFixed(2)}`;
  return `q 0 G ${(side * 0.12).toFixed(2)} w ${point(0.2, 0.5)} m ${point(0.42, 0.26)} l ${point(0.8, 0.76)} l S Q\n`;
}

const numbers = (values: readonly number[]): PdfArray => new PdfArray(values.map((value) => PdfNumber.of(value)));
