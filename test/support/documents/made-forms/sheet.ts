import { type FormPage, formPdf } from '../../form-pdf.js';

/** Widths of Helvetica's letters in thousandths of its size, from the space to the tilde. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (WIDTHS[letter.charCodeAt(0) - 32] ?? 556), 0) * (size / 1000);

/** Whether the form has fields, or only what is drawn. */
export type Making = 'fields' | 'drawn';

type Rect = readonly [x: number, y: number, width: number, height: number];

interface Written {
  readonly lines: { readonly text: string; readonly x: number; readonly y: number; readonly size: number }[];
  readonly boxes: NonNullable<FormPage['boxes']>[number][];
  readonly rects: Rect[];
}

export const PAGE = { width: 595, height: 842, margin: 46, foot: 60 } as const;

/** Pages that are written from the top down, with the truth about each box. Points, origin bottom left. */
export class Sheet {
  readonly #making: Making;
  readonly #pages: Written[] = [];
  readonly #truth: MadeBox[] = [];
  #fields = 0;
  y = 0;

  constructor(making: Making) {
    this.#making = making;
    this.turn();
  }

  turn(): void {
    this.#pages.push({ lines: [], boxes: [], rects: [] });
    this.y = PAGE.height - PAGE.margin;
  }

  /** Begins a page where fewer points are left than are needed. */
  need(height: number): void {
    if (this.y - height < PAGE.foot) this.turn();
  }

  /** Writes words; answers where they end. */
  text(text: string, x: number, y: number, size = 9): number {
    this.#page.lines.push({ text, x, y, size });
    return x + widthOf(text, size);
  }

  rect(...rect: Rect): void {
    this.#page.rects.push(rect);
  }

  /** A place to fill in: a field, or what a reader sees of one (`as`). */
  box(rect: Rect, name: Naming, truth: Omit<MadeBox, 'page' | 'rect'>, as: 'line' | 'frame' | 'none' = 'frame'): void {
    const [x, y, width, height] = rect;
    if (as === 'line') this.rect(x, y, width, 0);
    if (as === 'frame') this.rect(...rect);
    if (this.#making === 'fields') {
      this.#fields += 1;
      const tooltip = name.tooltip === null ? {} : { tooltip: name.tooltip };
      const place = { name: name.name ?? `Text${this.#fields}`, at: rect, ...tooltip };
      const radio = truth.kind === 'tick' && name.radio !== undefined;
      if (radio)
        this.#page.boxes.push({
          ...place,
          kind: 'radio',
          name: name.radio?.group ?? '',
          value: name.radio?.value ?? '',
        });
      else if (truth.kind === 'tick') this.#page.boxes.push({ ...place, kind: 'tick' });
      else if (truth.kind === 'signature') this.#page.boxes.push({ ...place, kind: 'signature' });
      else this.#page.boxes.push({ ...place, kind: 'text' });
    }
    const left = x / PAGE.width;
    const top = (PAGE.height - y - height) / PAGE.height;
    const part = { x: left, y: top, w: width / PAGE.width, h: height / PAGE.height };
    this.#truth.push({ ...truth, page: this.#pages.length, rect: part });
  }

  finish(made: string): MadeForm {
    return { pdf: formPdf(this.#pages), boxes: this.#truth, made };
  }

  get #page(): Written {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error('a sheet has a page');
    return page;
  }
}

/** What a form's author called a field; a null name is one that a form tool makes up. */
export interface Naming {
  readonly name: string | null;
  readonly tooltip: string | null;
  readonly radio?: { readonly group: string; readonly value: string };
}

/** A form with the truth about every place to fill in. */
export interface MadeForm {
  readonly pdf: Buffer;
  readonly boxes: readonly MadeBox[];
  /** How it was made, for reading a list of mistakes. */
  readonly made: string;
}

export interface MadeBox {
  /** 1-based. */
  readonly page: number;
  /** Fractions of the page, origin top left. */
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly kind: 'text' | 'date' | 'tick' | 'signature';
  /** The words that a reader takes for its name; for a place to tick, those of its option. */
  readonly label: string;
  /** What a name that is called sure must say. */
  readonly means: RegExp;
  /** The word for whose it is, in lower case; null for nobody's. */
  readonly owner: string | null;
  /** The question that a place to tick belongs to, with how many may be ticked; null for one that stands alone. */
  readonly question: { readonly id: number; readonly most: 'one' | 'any' } | null;
  /** The date or number of which it is a part; null for one that is whole. */
  readonly partOf: number | null;
}
