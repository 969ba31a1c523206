import type { ReadDocument } from '../../../../src/document/read-document.js';
import type { Measure, Mistake } from './judge-form.js';
import { judgeForm } from './judge-form.js';
import { makeForm } from './make-form.js';

/** What a reading of many forms found, and what it got wrong. */
export interface FormFigures {
  readonly present: number;
  readonly found: number;
  readonly boxes: number;
  readonly mistakes: readonly (Mistake & { readonly seed: number; readonly made: string })[];
  /** How many answers of a kind there were to be right or wrong. */
  said(of: Measure): number;
  /** The share of those that were wrong; of false boxes, the share of all boxes. */
  share(of: Measure): number;
  /** The mistakes of a kind, one a line. */
  list(of: Measure): string;
}

/** Makes and reads so many forms from a seed on. */
export async function figuresOf(
  seed: number,
  count: number,
  read: (pdf: Buffer) => ReadDocument | Promise<ReadDocument>,
): Promise<FormFigures> {
  const sums = { present: 0, found: 0, boxes: 0 };
  const said = new Map<Measure, number>();
  const mistakes: FormFigures['mistakes'][number][] = [];
  for (let each = seed; each < seed + count; each++) {
    const form = makeForm(each);
    const judged = judgeForm(form, await read(form.pdf));
    sums.present += judged.present;
    sums.found += judged.found;
    sums.boxes += judged.boxes;
    for (const [of, more] of Object.entries(judged.said) as [Measure, number][])
      said.set(of, (said.get(of) ?? 0) + more);
    mistakes.push(...judged.mistakes.map((mistake) => ({ ...mistake, seed: each, made: form.made })));
  }
  const all = (of: Measure): number => said.get(of) ?? sums.boxes;
  const wrong = (of: Measure): typeof mistakes => mistakes.filter((mistake) => mistake.of === of);
  return {
    ...sums,
    mistakes,
    said: all,
    share: (of) => wrong(of).length / Math.max(all(of), 1),
    list: (of) =>
      wrong(of)
        .map(({ seed: from, truth, said: text, made }) => `${from}: ${truth} → ${text} (${made})`)
        .join('\n'),
  };
}
