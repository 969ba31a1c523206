import type { ReportPage } from './report-page.js';

/** An answer that its box is too small for. */
export interface Overflow {
  /** 1-based; the page of the box. */
  readonly page: number;
  /** What a person calls the box; null when it has no name. */
  readonly label: string | null;
  readonly text: string;
}

/** Collects the answers that are cut in their boxes, each under a number, and prints them in full. */
export class Annex {
  readonly #overflows: Overflow[] = [];

  get isEmpty(): boolean {
    return this.#overflows.length === 0;
  }

  /** What would stand at the end of the next answer that is cut. */
  get nextSign(): string {
    return `… [${this.#overflows.length + 1}]`;
  }

  add(overflow: Overflow): void {
    this.#overflows.push(overflow);
  }

  /** Writes every cut answer in full, under the number that stands in its box. */
  print(report: ReportPage): void {
    if (this.isEmpty) return;
    report.heading('Answers in full');
    report.paragraph(
      'These answers are longer than their fields. The number in each field refers to this list.',
      'quiet',
    );
    for (const [index, { page, label, text }] of this.#overflows.entries()) {
      report.entry(`[${index + 1}]`, `Page ${page}${label === null ? '' : ` · ${label}`}`);
      report.paragraph(text, 'indented');
    }
  }
}
