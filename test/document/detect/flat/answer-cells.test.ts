import { expect, it } from 'vitest';
import { readPdf } from '../../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../../src/document/engine/pdfium.js';
import { flatPdf, rule, text, upright } from '../../../support/documents/flat-form.js';

it('ticks in the empty cells under answers, each row a question, be the columns wide or narrow', async () => {
  const pdfium = await loadPdfium();
  const asked = ['Are you married?', 'Are you insolvent?'];
  for (const width of [24, 60]) {
    const walls = [50, 350, 350 + width, 350 + 2 * width, 350 + 3 * width];
    const page = [
      ...[760, 740, 720, 700].map((y) => rule(50, y, walls.at(-1)!)),
      ...walls.map((x) => upright(x, 700, 760)),
      ...['Ja', 'Nee', 'N/A'].map((words, index) => text(words, walls[index + 1]! + width / 2 - 6, 746, 7)),
      ...asked.map((words, index) => text(words, 54, 726 - index * 20)),
    ];
    const { boxes, questions } = readPdf(pdfium, flatPdf([page]));
    const ticks = asked.flatMap((question) => ['Ja', 'Nee', 'N/A'].map((option) => ['tickbox', question, option]));
    expect(boxes.map(({ type, question, option_value: option }) => [type, question, option])).toEqual(ticks);
    expect(questions.map(({ label, max_selected: most }) => [label, most])).toEqual(asked.map((words) => [words, 1]));
  }
});
