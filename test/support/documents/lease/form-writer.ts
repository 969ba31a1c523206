import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EmbeddedFont, PDFPage, PdfObject, PdfRef } from '@libpdf/core';
import { ops, PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import { withStableNames } from '../../../../src/document/engine/stable-bytes.js';

type Operator = Parameters<PDFPage['drawOperators']>[0][number];

/** A place on an A4 page: points, origin bottom left, as PDF has it. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export type Colour = readonly [number, number, number];

/** What every field of the form has. */
export interface FieldSpec {
  readonly name: string;
  readonly tooltip: string;
  readonly required?: boolean;
}

export const A4 = { width: 595.28, height: 841.89 } as const;
export const INK: Colour = [0.1, 0.12, 0.16];
export const NAVY: Colour = [0.08, 0.2, 0.38];
export const GREY: Colour = [0.38, 0.42, 0.48];
const FILL: Colour = [0.93, 0.955, 0.985];
const SIGN_FILL: Colour = [1, 0.973, 0.88];

const REQUIRED = 2;
const MULTILINE = 1 << 12;
const RADIO = (1 << 15) | (1 << 14);
const COMBO = 1 << 17;
const PRINT = 4;

/** Writes A4 pages with text and AcroForm fields, every byte the same on every run. */
export class FormWriter {
  readonly #pdf = PDF.create();
  readonly #fonts: { readonly regular: EmbeddedFont; readonly bold: EmbeddedFont };
  readonly #fields: PdfRef[] = [];
  readonly #groups = new Map<string, { readonly ref: PdfRef; readonly dict: PdfDict }>();
  readonly #annotations = new Map<PDFPage, PdfRef[]>();
  readonly #operators = new Map<PDFPage, Operator[]>();
  #page: PDFPage;

  constructor() {
    this.#fonts = { regular: this.#embed('NotoSans-Regular.ttf'), bold: this.#embed('NotoSans-Bold.ttf') };
    this.#page = this.newPage();
  }

  newPage(): PDFPage {
    this.#page = this.#pdf.addPage({ width: A4.width, height: A4.height });
    this.#annotations.set(this.#page, []);
    this.#operators.set(this.#page, []);
    return this.#page;
  }

  get page(): PDFPage {
    return this.#page;
  }

  turnTo(page: PDFPage): void {
    this.#page = page;
  }

  width(text: string, size: number, bold = false): number {
    return this.#font(bold).widthOfTextAtSize(text, size);
  }

  text(text: string, x: number, y: number, size: number, colour: Colour = INK, bold = false): void {
    const font = this.#font(bold);
    const bytes = Buffer.alloc(text.length * 2);
    for (const [index, glyph] of font.encodeTextToGids(text).entries()) bytes.writeUInt16BE(glyph, index * 2);
    this.#draw(
      ops.pushGraphicsState(),
      ops.setNonStrokingRGB(...colour),
      ops.beginText(),
      ops.setFont(`/${this.#page.registerFont(font)}`, size),
      ops.setTextMatrix(1, 0, 0, 1, x, y),
      ops.showText(PdfString.fromBytes(bytes)),
      ops.endText(),
      ops.popGraphicsState(),
    );
  }

  bar({ x, y, w, h }: Place, colour: Colour): void {
    this.#draw(
      ops.pushGraphicsState(),
      ops.setNonStrokingRGB(...colour),
      ops.rectangle(x, y, w, h),
      ops.fill(),
      ops.popGraphicsState(),
    );
  }

  textField(spec: FieldSpec, place: Place, multiline = false): void {
    this.#field(spec, place, {
      FT: PdfName.of('Tx'),
      DA: PdfString.fromString('/Helv 9 Tf 0.1 0.12 0.16 rg'),
      Ff: PdfNumber.of((spec.required ? REQUIRED : 0) | (multiline ? MULTILINE : 0)),
      AP: PdfDict.of({ N: this.#box(place, FILL) }),
    });
  }

  dropdown(spec: FieldSpec, place: Place, options: readonly string[]): void {
    this.#field(spec, place, {
      FT: PdfName.of('Ch'),
      DA: PdfString.fromString('/Helv 9 Tf 0.1 0.12 0.16 rg'),
      Ff: PdfNumber.of((spec.required ? REQUIRED : 0) | COMBO),
      Opt: new PdfArray(options.map((option) => PdfString.fromString(option))),
      AP: PdfDict.of({ N: this.#box(place, FILL) }),
    });
  }

  signatureField(spec: FieldSpec, place: Place): void {
    this.#field(spec, place, {
      FT: PdfName.of('Sig'),
      Ff: PdfNumber.of(spec.required ? REQUIRED : 0),
      AP: PdfDict.of({ N: this.#box(place, SIGN_FILL) }),
    });
  }

  /** A tick box; `group` makes it a child of that name, so that its full name is `group.name`. */
  checkbox(spec: FieldSpec, place: Place, group?: FieldSpec): void {
    const entries = {
      ...this.#ticks(place, 'Yes', `${tickShape(place)}`, `0.5 0.5 ${place.w - 1} ${place.h - 1} re`),
      FT: PdfName.of('Btn'),
      Ff: PdfNumber.of(spec.required ? REQUIRED : 0),
    };
    if (group === undefined) this.#field(spec, place, entries);
    else this.#child(this.#group(group, {}), place, { ...entries, ...names(spec) });
  }

  /** One button of the radio group named by `spec`. */
  radio(spec: FieldSpec, place: Place, value: string): void {
    const group = this.#group(spec, {
      FT: PdfName.of('Btn'),
      Ff: PdfNumber.of(RADIO | (spec.required ? REQUIRED : 0)),
      V: PdfName.of('Off'),
    });
    const size = Math.min(place.w, place.h);
    this.#child(group, place, this.#ticks(place, value, `${circle(size, 0.26)} f`, circle(size, 0.46)));
  }

  async save(title: string): Promise<Uint8Array> {
    for (const [page, operators] of this.#operators) if (operators.length > 0) page.drawOperators(operators);
    for (const [page, annotations] of this.#annotations) page.dict.set('Annots', new PdfArray(annotations));
    const helvetica = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type1'),
      BaseFont: PdfName.of('Helvetica'),
      Encoding: PdfName.of('WinAnsiEncoding'),
    });
    this.#pdf.getCatalog().set(
      'AcroForm',
      PdfDict.of({
        Fields: new PdfArray(this.#fields),
        DA: PdfString.fromString('/Helv 9 Tf 0 g'),
        DR: PdfDict.of({ Font: PdfDict.of({ Helv: this.#pdf.register(helvetica) }) }),
      }),
    );
    const day = new Date('2026-01-05T08:00:00Z');
    this.#pdf.setMetadata({ title, author: 'esign', creator: 'esign', creationDate: day, modificationDate: day });
    return withStableNames(await this.#pdf.save({ subsetFonts: true }));
  }

  #embed(file: string): EmbeddedFont {
    const path = fileURLToPath(new URL(`../../../../src/document/render/fonts/${file}`, import.meta.url));
    return this.#pdf.embedFont(readFileSync(path));
  }

  #font(bold: boolean): EmbeddedFont {
    return bold ? this.#fonts.bold : this.#fonts.regular;
  }

  #draw(...operators: Operator[]): void {
    this.#operators.get(this.#page)?.push(...operators);
  }

  #field(spec: FieldSpec, place: Place, entries: Record<string, PdfObject>): void {
    this.#fields.push(this.#widget(place, { ...entries, ...names(spec) }));
  }

  #group(spec: FieldSpec, entries: Record<string, PdfObject>): { readonly ref: PdfRef; readonly dict: PdfDict } {
    const known = this.#groups.get(spec.name);
    if (known !== undefined) return known;
    const dict = PdfDict.of({ ...entries, ...names(spec), Kids: new PdfArray([]) });
    const group = { ref: this.#pdf.register(dict), dict };
    this.#groups.set(spec.name, group);
    this.#fields.push(group.ref);
    return group;
  }

  #child(
    group: { readonly ref: PdfRef; readonly dict: PdfDict },
    place: Place,
    entries: Record<string, PdfObject>,
  ): void {
    group.dict.getArray('Kids')?.push(this.#widget(place, { ...entries, Parent: group.ref }));
  }

  #widget({ x, y, w, h }: Place, entries: Record<string, PdfObject>): PdfRef {
    const numbers = [x, y, x + w, y + h].map((value) => PdfNumber.of(Math.round(value * 100) / 100));
    const ref = this.#pdf.register(
      PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Widget'),
        Rect: new PdfArray(numbers),
        F: PdfNumber.of(PRINT),
        P: this.#page.ref,
        ...entries,
      }),
    );
    this.#annotations.get(this.#page)?.push(ref);
    return ref;
  }

  #ticks(place: Place, on: string, mark: string, outline: string): Record<string, PdfObject> {
    const frame = `0.7 w ${NAVY.join(' ')} RG 1 1 1 rg ${outline} B`;
    return {
      AS: PdfName.of('Off'),
      AP: PdfDict.of({
        N: PdfDict.of({
          Off: this.#appearance(place, frame),
          [on]: this.#appearance(place, `${frame} 1.4 w ${NAVY.join(' ')} rg ${mark}`),
        }),
      }),
    };
  }

  #box(place: Place, fill: Colour): PdfRef {
    const line = `0.8 w ${NAVY.join(' ')} RG 0 0.4 m ${place.w} 0.4 l S`;
    return this.#appearance(place, `${fill.join(' ')} rg 0 0 ${place.w} ${place.h} re f ${line}`);
  }

  #appearance({ w, h }: Place, content: string): PdfRef {
    const box = new PdfArray([0, 0, w, h].map((value) => PdfNumber.of(value)));
    const entries = { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: box };
    return this.#pdf.register(new PdfStream(Object.entries(entries), new TextEncoder().encode(content)));
  }
}

function names(spec: FieldSpec): Record<string, PdfObject> {
  return { T: PdfString.fromString(spec.name), TU: PdfString.fromString(spec.tooltip) };
}

function tickShape({ w, h }: Place): string {
  return `${w * 0.2} ${h * 0.5} m ${w * 0.42} ${h * 0.24} l ${w * 0.82} ${h * 0.78} l S`;
}

/** A circle as four curves, `share` being its radius as a share of the square's side. */
function circle(size: number, share: number): string {
  const [c, r] = [size / 2, size * share];
  const k = r * 0.5523;
  const at = (...values: number[]): string => values.map((value) => value.toFixed(2)).join(' ');
  return [
    `${at(c + r, c)} m`,
    `${at(c + r, c + k, c + k, c + r, c, c + r)} c`,
    `${at(c - k, c + r, c - r, c + k, c - r, c)} c`,
    `${at(c - r, c - k, c - k, c - r, c, c - r)} c`,
    `${at(c + k, c - r, c + r, c - k, c + r, c)} c h`,
  ].join(' ');
}
