import type { FieldSpec } from './form-writer.js';
import { A4, FormWriter, GREY, INK, NAVY } from './form-writer.js';

export interface Cell extends FieldSpec {
  readonly caption: string;
  readonly kind?: 'text' | 'multiline' | 'dropdown' | 'signature';
  /** Share of the row's width; the cells of a row share it equally by default. */
  readonly share?: number;
  readonly options?: readonly string[];
}

export interface Choice {
  readonly value: string;
  readonly caption: string;
}

const MARGIN = 54;
const WIDTH = A4.width - 2 * MARGIN;
const FLOOR = 76;
const GAP = 10;
const BODY = 8.7;
const LEADING = 12.4;

/** Sets the blocks of a form one below the other, turning the page when one no longer fits. */
export class FormLayout {
  readonly writer = new FormWriter();
  readonly pages = [this.writer.page];
  #y = A4.height - MARGIN;

  /** Turns the page unless `height` points are left. */
  room(height: number): void {
    if (this.#y - height >= FLOOR) return;
    this.pages.push(this.writer.newPage());
    this.#y = A4.height - MARGIN;
  }

  title(title: string, subtitle: string): void {
    this.writer.bar({ x: 0, y: A4.height - 14, w: A4.width, h: 14 }, NAVY);
    this.#y -= 10;
    this.writer.text(title, MARGIN, this.#y, 20, NAVY, true);
    this.#y -= 17;
    this.writer.text(subtitle, MARGIN, this.#y, 9.5, GREY);
    this.#y -= 14;
  }

  heading(text: string, keep = 60): void {
    this.room(keep);
    this.#y -= 23;
    this.writer.text(text, MARGIN, this.#y, 10.5, NAVY, true);
    this.writer.bar({ x: MARGIN, y: this.#y - 5, w: WIDTH, h: 0.9 }, NAVY);
    this.#y -= 9;
  }

  clause(number: string, text: string): void {
    const indent = number === '' ? 0 : 26;
    const lines = this.#wrap(text, WIDTH - indent);
    this.room(lines.length * LEADING + 4);
    this.#y -= 4;
    for (const [index, line] of lines.entries()) {
      this.#y -= LEADING;
      if (index === 0 && number !== '') this.writer.text(number, MARGIN, this.#y, BODY, GREY);
      this.writer.text(line, MARGIN + indent, this.#y, BODY, INK);
    }
  }

  row(cells: readonly Cell[], height = 17): void {
    this.room(height + 18);
    this.#y -= 17;
    let x = MARGIN;
    const shared = WIDTH - GAP * (cells.length - 1);
    for (const cell of cells) {
      const w = Math.round(shared * (cell.share ?? 1 / cells.length) * 100) / 100;
      this.writer.text(cell.caption + (cell.required ? ' *' : ''), x, this.#y + 1.5, 7.2, GREY);
      this.#field(cell, { x, y: this.#y - height - 2, w, h: height });
      x += w + GAP;
    }
    this.#y -= height + 4;
  }

  radios(caption: string, group: FieldSpec, choices: readonly Choice[]): void {
    this.#choices(caption + (group.required ? ' *' : ''), choices, (place, choice) =>
      this.writer.radio(group, place, choice.value),
    );
  }

  ticks(caption: string, group: FieldSpec, choices: readonly Choice[]): void {
    this.#choices(caption, choices, (place, choice) =>
      this.writer.checkbox({ name: choice.value, tooltip: `${group.tooltip}: ${choice.caption}` }, place, group),
    );
  }

  tick(spec: FieldSpec, caption: string): void {
    this.room(24);
    this.#y -= 20;
    this.writer.checkbox(spec, { x: MARGIN, y: this.#y - 2, w: 10.5, h: 10.5 });
    this.writer.text(caption, MARGIN + 17, this.#y, BODY, INK);
    this.#y -= 4;
  }

  /** The foot of every page: a line of initials for the parties, the title and the page's number. */
  feet(title: string, initials: readonly { readonly caption: string; readonly name: string }[]): void {
    for (const [index, page] of this.pages.entries()) {
      this.writer.turnTo(page);
      this.writer.bar({ x: MARGIN, y: 62, w: WIDTH, h: 0.5 }, GREY);
      this.writer.text(title, MARGIN, 30, 7.5, GREY);
      const number = `Page ${index + 1} of ${this.pages.length}`;
      this.writer.text(number, A4.width - MARGIN - this.writer.width(number, 7.5), 30, 7.5, GREY);
      if (index === this.pages.length - 1) continue;
      for (const [column, party] of initials.entries()) {
        const x = MARGIN + column * 122;
        this.writer.text(party.caption, x, 48, 7.2, GREY);
        const field = `${party.name}_initials_page_${index + 1}`;
        const place = { x: x + 62, y: 43, w: 44, h: 16 };
        this.writer.signatureField(
          { name: field, tooltip: `${party.caption}, page ${index + 1}`, required: true },
          place,
        );
      }
    }
  }

  #field(cell: Cell, place: { x: number; y: number; w: number; h: number }): void {
    switch (cell.kind ?? 'text') {
      case 'text':
        return this.writer.textField(cell, place);
      case 'multiline':
        return this.writer.textField(cell, place, true);
      case 'dropdown':
        return this.writer.dropdown(cell, place, cell.options ?? []);
      case 'signature':
        return this.writer.signatureField(cell, place);
    }
  }

  #choices(
    caption: string,
    choices: readonly Choice[],
    draw: (place: { x: number; y: number; w: number; h: number }, choice: Choice) => void,
  ): void {
    this.room(38);
    this.#y -= 17;
    this.writer.text(caption, MARGIN, this.#y, 7.2, GREY);
    this.#y -= 16;
    let x = MARGIN;
    for (const choice of choices) {
      draw({ x, y: this.#y - 2, w: 10.5, h: 10.5 }, choice);
      this.writer.text(choice.caption, x + 15, this.#y, BODY, INK);
      x += 15 + this.writer.width(choice.caption, BODY) + 20;
    }
    this.#y -= 4;
  }

  #wrap(text: string, width: number): readonly string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.writer.width(longer, BODY) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line === '' ? lines : [...lines, line];
  }
}
