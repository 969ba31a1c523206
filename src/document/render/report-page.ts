import { PdfArray, PdfNumber } from '@libpdf/core';
import { Canvas, GREY, INK, RULE } from './canvas.js';
import type { Colour } from './canvas.js';
import { drawableForm } from './drawable.js';
import { wrap } from './fit-text.js';
import type { Rendering } from './render-document.js';

const A4 = { width: 595.28, height: 841.89 } as const;
const MARGIN = 56;
const FOOT = 64;

/** Text set on pages of the service's own, appended to a document: headings, paragraphs, rows of two columns. */
export class ReportPage {
  readonly #rendering: Rendering;
  readonly #foot: string;
  readonly #stamp: ((canvas: Canvas) => void) | undefined;
  #canvas: Canvas | null = null;
  #y = 0;

  /** `foot` stands at the foot of every page; `stamp` draws what every page bears besides. */
  constructor(rendering: Rendering, foot: string, stamp?: (canvas: Canvas) => void) {
    this.#rendering = rendering;
    this.#foot = foot;
    this.#stamp = stamp;
  }

  title(text: string): void {
    this.#need(60);
    this.#y += 24;
    this.#write(text, MARGIN, 20, true, INK);
    this.#y += 14;
  }

  heading(text: string): void {
    this.#need(70);
    this.#y += 26;
    this.#write(text, MARGIN, 11.5, true, INK);
    this.#y += 7;
    this.#canvasNow().rectangle(MARGIN, this.#y, A4.width - 2 * MARGIN, 0.7, RULE);
    this.#y += 3;
  }

  paragraph(text: string, size = 9.5, colour: Colour = INK, bold = false): void {
    const font = bold ? this.#rendering.fonts.bold : this.#rendering.fonts.body;
    for (const line of wrap(this.#drawable(text), A4.width - 2 * MARGIN, size, font)) {
      this.#need(size * 1.5);
      this.#y += size * 1.45;
      this.#write(line, MARGIN, size, bold, colour);
    }
  }

  /** A narrow column in grey and a wide one beside it. */
  row(name: string, value: string, nameWidth = 130): void {
    const size = 9;
    const left = wrap(this.#drawable(name), nameWidth - 8, size, this.#rendering.fonts.body);
    const right = wrap(this.#drawable(value), A4.width - 2 * MARGIN - nameWidth, size, this.#rendering.fonts.body);
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      this.#need(size * 1.6);
      this.#y += size * 1.5;
      this.#write(left[index] ?? '', MARGIN, size, false, GREY);
      this.#write(right[index] ?? '', MARGIN + nameWidth, size, false, INK);
    }
  }

  gap(points: number): void {
    this.#y += points;
  }

  finish(): void {
    this.#canvas?.finish();
    this.#canvas = null;
  }

  #need(points: number): void {
    if (this.#canvas !== null && this.#y + points <= A4.height - FOOT) return;
    this.finish();
    this.#canvasNow();
  }

  #canvasNow(): Canvas {
    if (this.#canvas !== null) return this.#canvas;
    const { pdf, fonts } = this.#rendering;
    const page = pdf.addPage({ width: A4.width, height: A4.height });
    // The root of the page tree may hold a rotation or boxes for its own pages.
    page.dict.set('Rotate', PdfNumber.of(0));
    page.dict.set('CropBox', new PdfArray([0, 0, A4.width, A4.height].map((value) => PdfNumber.of(value))));
    this.#canvas = new Canvas(pdf, page, {
      page: pdf.getPageCount(),
      ...A4,
      rotation: 0,
      toUser: [A4.width, 0, 0, -A4.height, 0, A4.height],
    });
    this.#y = MARGIN - 6;
    const foot = wrap(this.#drawable(this.#foot), A4.width - 2 * MARGIN, 7.5, fonts.body)[0] ?? '';
    this.#canvas.text(foot, MARGIN, A4.height - 36, { font: fonts.body, size: 7.5, colour: GREY });
    this.#stamp?.(this.#canvas);
    return this.#canvas;
  }

  #write(text: string, x: number, size: number, bold: boolean, colour: Colour): void {
    if (text === '') return;
    const font = bold ? this.#rendering.fonts.bold : this.#rendering.fonts.body;
    this.#canvasNow().text(this.#drawable(text), x, this.#y, { font, size, colour });
  }

  #drawable(text: string): string {
    return drawableForm(text, this.#rendering.fonts.body);
  }
}
