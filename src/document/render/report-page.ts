import { PdfArray, PdfNumber } from '@libpdf/core';
import type { SignatureLook } from '../render-job.js';
import { Canvas, GREY, INK, PALE, RULE } from './canvas.js';
import type { Colour } from './canvas.js';
import { drawableForm } from './drawable.js';
import { wrap } from './fit-text.js';
import { piecesOf } from './marks.js';
import type { Rendering } from './render-document.js';

const A4 = { width: 595.28, height: 841.89 } as const;
const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const FOOT = 70;
const INDENT = 26;
const HEADING = 47;
/** Points: what is higher may be parted by the end of a page. */
const TALLEST = 200;
const SIGNATURE = { w: 168, h: 40 } as const;

/** How a paragraph is set: plain, as a remark, or under an entry. */
export type ParagraphLook = 'plain' | 'quiet' | 'indented';

/** Somebody in a list of people. */
export interface ReportPerson {
  readonly name: string;
  /** Small lines under the name. */
  readonly details: readonly string[];
  /** A word or two at the right, on a ground of its own. */
  readonly badge?: { readonly text: string; readonly colour: Colour };
  readonly signature?: SignatureLook | null;
  readonly lead?: string;
}

export interface ReportLook {
  /** At the left and the right of the foot of every page; the right one is followed by the number of the page. */
  readonly foot: readonly [left: string, right: string];
  readonly accent: Colour;
  /** Draws what every page bears besides. */
  readonly stamp?: (canvas: Canvas) => void;
}

/** Text set on pages of the service's own, appended to a document; they are there once it is finished. */
export class ReportPage {
  readonly #rendering: Rendering;
  readonly #look: ReportLook;
  readonly #canvases: Canvas[] = [];
  #y = 0;
  /** The heading of the lines being written, and whether it is still to be written before the first of them. */
  #section: { readonly text: string; readonly together: number; written: boolean } | null = null;

  constructor(rendering: Rendering, look: ReportLook) {
    this.#rendering = rendering;
    this.#look = look;
  }

  title(text: string, under: string): void {
    this.#lines(text, 22, true, INK, MARGIN, WIDTH);
    this.#y += 4;
    this.#lines(under, 9.5, false, GREY, MARGIN, WIDTH);
    this.#y += 6;
  }

  /**
   * A heading that stands on the page of what follows it, and again on each page where that goes on. `together` is the
   * height in points that is not parted from it.
   */
  heading(text: string, together = 0): void {
    this.#section = { text, together, written: false };
  }

  paragraph(text: string, look: ParagraphLook): void {
    const indent = look === 'indented' ? INDENT : 0;
    this.#y += 2;
    this.#lines(text, 9, false, look === 'quiet' ? GREY : INK, MARGIN + indent, WIDTH - indent);
  }

  /** A narrow column in grey and a wide one beside it, with a hairline below. */
  row(name: string, value: string, nameWidth = 132): void {
    const size = 9;
    const left = this.#wrapped(name, nameWidth - 10, size, false);
    const right = this.#wrapped(value, WIDTH - nameWidth, size, false);
    const lines = Math.max(left.length, right.length);
    this.#need(Math.min(lines * size * 1.42 + 6, TALLEST));
    this.#y += 2;
    for (let index = 0; index < lines; index++) {
      this.#need(size * 1.5);
      this.#y += size * 1.42;
      this.#write(left[index] ?? '', MARGIN, size, false, GREY);
      this.#write(right[index] ?? '', MARGIN + nameWidth, size, false, INK);
    }
    this.#y += 4;
    this.#canvas().rectangle(MARGIN, this.#y, WIDTH, 0.4, RULE);
  }

  /** A lead and what it leads, in bold; a paragraph may follow. */
  entry(lead: string, text: string): void {
    this.#need(40);
    this.#y += 8;
    const top = this.#y;
    this.#lines(lead, 9, true, this.#look.accent, MARGIN, INDENT);
    this.#y = top;
    this.#lines(text, 9, true, INK, MARGIN + INDENT, WIDTH - INDENT);
  }

  person({ name, details, badge, signature, lead }: ReportPerson): void {
    const right = signature == null ? (badge === undefined ? 0 : 150) : SIGNATURE.w + 16;
    const indent = lead === undefined ? 0 : INDENT;
    const text = WIDTH - right - indent;
    const lines = details.reduce((sum, detail) => sum + this.#wrapped(detail, text, 8.5, false).length, 0);
    this.#need(Math.min(33 + 12.1 * lines, TALLEST));
    this.#y += 9;
    const top = this.#y;
    if (signature != null) this.#signature(signature, top);
    if (badge !== undefined) this.#badge(badge, top);
    if (lead !== undefined) this.#lines(lead, 10.5, true, this.#look.accent, MARGIN, INDENT);
    this.#y = top;
    const pages = this.#canvases.length;
    this.#lines(name, 10.5, true, INK, MARGIN + indent, text);
    for (const detail of details) this.#lines(detail, 8.5, false, GREY, MARGIN + indent, text);
    const min = signature == null ? 0 : SIGNATURE.h + 4;
    this.#y = pages === this.#canvases.length ? Math.max(this.#y, top + min) : this.#y;
    this.#y += 8;
    this.#canvas().rectangle(MARGIN, this.#y, WIDTH, 0.4, RULE);
  }

  finish(): void {
    const { fonts, pdf } = this.#rendering;
    const isArtifact = pdf.getCatalog().has('StructTreeRoot');
    const [left, right] = this.#look.foot.map((text) => this.#drawable(text));
    for (const [index, canvas] of this.#canvases.entries()) {
      const place = `${right ?? ''} ${index + 1} of ${this.#canvases.length}`;
      const style = { font: fonts.body, size: 7.5, colour: GREY };
      const x = A4.width - MARGIN - fonts.body.widthOfTextAtSize(place, style.size);
      canvas.rectangle(MARGIN, A4.height - 52, WIDTH, 0.4, RULE);
      const room = x - MARGIN - 20;
      canvas.text(wrap(left ?? '', room, style.size, fonts.body)[0] ?? '', MARGIN, A4.height - 38, style);
      canvas.text(place, x, A4.height - 38, style);
      this.#look.stamp?.(canvas);
      canvas.finish({ isArtifact });
    }
  }

  #signature(look: SignatureLook, top: number): void {
    const [x, y] = [A4.width - MARGIN - SIGNATURE.w, top];
    const canvas = this.#canvas();
    canvas.rectangle(x, y, SIGNATURE.w, SIGNATURE.h, PALE);
    canvas.rectangle(x, y + SIGNATURE.h, SIGNATURE.w, 0.7, this.#look.accent);
    const page = this.#rendering.pdf.getPageCount();
    const rect = {
      x: (x + 4) / A4.width,
      y: y / A4.height,
      w: (SIGNATURE.w - 8) / A4.width,
      h: SIGNATURE.h / A4.height,
    };
    const frame = { displayed: geometryOf(page), read: geometryOf(page), turn: 0 } as const;
    const ground = { ...this.#rendering, frames: Array.from({ length: page }, () => frame) };
    for (const piece of piecesOf(ground, { ...look, page, rect })) piece.draw(canvas);
  }

  #badge({ text, colour }: NonNullable<ReportPerson['badge']>, top: number): void {
    const { bold } = this.#rendering.fonts;
    const width = bold.widthOfTextAtSize(text, 8) + 16;
    const x = A4.width - MARGIN - width;
    this.#canvas().rectangle(x, top, width, 16, colour);
    this.#canvas().text(text, x + 8, top + 10.9, { font: bold, size: 8, colour: [1, 1, 1] });
  }

  #lines(text: string, size: number, bold: boolean, colour: Colour, x: number, width: number): void {
    for (const line of this.#wrapped(text, width, size, bold)) {
      this.#need(size * 1.5);
      this.#y += size * 1.42;
      this.#write(line, x, size, bold, colour);
    }
  }

  #wrapped(text: string, width: number, size: number, bold: boolean): readonly string[] {
    return wrap(this.#drawable(text), width, size, bold ? this.#rendering.fonts.bold : this.#rendering.fonts.body);
  }

  #need(points: number): void {
    const section = this.#section;
    const isOwed = section !== null && !section.written;
    const needed = isOwed ? HEADING + Math.max(points, section.together) : points;
    const isFull = this.#y + needed > A4.height - FOOT;
    if (this.#canvases.length === 0 || isFull) this.#nextPage();
    else if (!isOwed) return;
    if (section === null) return;
    const { text, written } = section;
    section.written = true;
    this.#writeHeading(written ? `${text}, continued` : text);
  }

  #writeHeading(text: string): void {
    this.#y += 20 + 11.5 * 1.42;
    this.#write(text, MARGIN, 11.5, true, this.#look.accent);
    this.#y += 7;
    this.#canvas().rectangle(MARGIN, this.#y, WIDTH, 0.8, this.#look.accent);
    this.#y += 3;
  }

  #canvas(): Canvas {
    return this.#canvases.at(-1) ?? this.#nextPage();
  }

  #nextPage(): Canvas {
    const { pdf } = this.#rendering;
    const page = pdf.addPage({ width: A4.width, height: A4.height });
    // The root of the page tree may hold a rotation or boxes for its own pages.
    page.dict.set('Rotate', PdfNumber.of(0));
    page.dict.set('CropBox', new PdfArray([0, 0, A4.width, A4.height].map((value) => PdfNumber.of(value))));
    const canvas = new Canvas(pdf, page, geometryOf(pdf.getPageCount()));
    canvas.rectangle(0, 0, A4.width, 6, this.#look.accent);
    this.#canvases.push(canvas);
    this.#y = MARGIN - 8;
    return canvas;
  }

  #write(text: string, x: number, size: number, bold: boolean, colour: Colour): void {
    if (text === '') return;
    const font = bold ? this.#rendering.fonts.bold : this.#rendering.fonts.body;
    this.#canvas().text(text, x, this.#y, { font, size, colour });
  }

  #drawable(text: string): string {
    return drawableForm(text, this.#rendering.fonts.body);
  }
}

const geometryOf = (page: number): ConstructorParameters<typeof Canvas>[2] => ({
  page,
  ...A4,
  rotation: 0,
  toUser: [A4.width, 0, 0, -A4.height, 0, A4.height],
});
