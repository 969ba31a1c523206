import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { formPdf, type FormPage } from '../../support/form-pdf.js';
import { widthOf } from '../../support/documents/made-forms/sheet.js';

const pdfium = await loadPdfium();

/** A row of words and places to tick (`[]`) and to write (`__`), each 5 points after what is before it. */
function row(y: number, ...parts: readonly string[]): FormPage {
  const lines: NonNullable<FormPage['lines']>[number][] = [];
  const boxes: NonNullable<FormPage['boxes']>[number][] = [];
  let x = 50;
  for (const [index, part] of parts.entries()) {
    const name = `f${y}_${index}`;
    if (part === '[]') boxes.push({ kind: 'tick', name, at: [x, y - 1, 9, 9] });
    else if (part === '__') boxes.push({ kind: 'text', name, at: [x, y - 3, 80, 13] });
    else if (/^ +$/u.test(part)) x += part.length;
    else lines.push({ text: part, x, y, size: 9 });
    x += part === '[]' ? 14 : part === '__' ? 85 : /^ +$/u.test(part) ? 0 : widthOf(part, 9) + 5;
  }
  return { lines, boxes };
}

function read(...rows: readonly FormPage[]): ReadDocument {
  const page = { lines: rows.flatMap(({ lines = [] }) => lines), boxes: rows.flatMap(({ boxes = [] }) => boxes) };
  return readPdf(pdfium, formPdf([page]));
}

const ticks = ({ boxes }: ReadDocument): (string | null)[] =>
  boxes.filter(({ type }) => type === 'tickbox').map(({ label }) => label);

const wide = ' '.repeat(16);

describe('the words of a tickbox', () => {
  it('stand before it where the row has them there, as on an affidavit', () => {
    const affidavit = read(
      row(700, 'Own Home?', wide, 'Yes', '[]', wide, 'No', '[]', wide, 'Market Value', '$', '__'),
      row(670, 'Rent?', wide, 'Yes', '[]', wide, 'No', '[]', wide, 'Monthly rent', '$', '__'),
    );
    expect(ticks(affidavit)).toEqual(['Yes', 'No', 'Yes', 'No']);
    expect(affidavit.boxes.filter(({ type }) => type === 'text').map(({ label }) => label)).toEqual([
      'Market Value',
      'Monthly rent',
    ]);
    expect(affidavit.questions.map(({ label, max_selected: most }) => [label, most])).toEqual([
      ['Own Home?', 1],
      ['Rent?', 1],
    ]);
  });

  it('stand after it where the row has them there', () => {
    expect(ticks(read(row(700, 'Own Home?', wide, '[]', 'Yes', wide, '[]', 'No', wide, 'Since', '__')))).toEqual([
      'Yes',
      'No',
    ]);
  });

  it('are left empty, with a warning, where they could be either, and nothing else on the page tells', () => {
    const apart = ' '.repeat(5);
    const unclear = read(row(700, 'Own', '[]', apart, 'Rent', '[]', apart, 'Neither', '[]', apart, 'Unknown'));
    expect(ticks(unclear)).toEqual([null, null, null]);
    expect(unclear.warnings).toContainEqual({
      code: 'tickbox_without_label',
      message: 'It is not clear what 3 tickboxes mean (first without a label, page 1).',
      page: 1,
    });
  });

  it('stand at the heads of the columns in a grid of answers', () => {
    const [yes, no] = [400, 440];
    const grid = ['Smoker', 'Pets', 'Parking'].map((text, index): FormPage => {
      const y = 660 - index * 20;
      return {
        lines: [{ text, x: 50, y }],
        boxes: [
          { kind: 'tick', name: `${text}1`, at: [yes, y, 10, 10] },
          { kind: 'tick', name: `${text}2`, at: [no, y, 10, 10] },
        ],
      };
    });
    const heads = {
      lines: [
        { text: 'Yes', x: yes - 3, y: 680 },
        { text: 'No', x: no - 1, y: 680 },
      ],
    };
    const { boxes, questions } = read(heads, ...grid);
    expect(boxes.map(({ label }) => label)).toEqual(['Yes', 'No', 'Yes', 'No', 'Yes', 'No']);
    expect(questions.map(({ label }) => label)).toEqual(['Smoker', 'Pets', 'Parking']);
  });
});

describe('a question of several tickboxes', () => {
  it('takes as many answers as apply only where the form says so', () => {
    const options = (y: number): FormPage => row(y, '[]', 'Water', wide, '[]', 'Electricity', wide, '[]', 'Internet');
    expect(read(row(700, 'Services:'), options(684)).questions).toEqual([]);
    const [question] = read(row(700, 'Services (tick all that apply):'), options(684)).questions;
    expect(question).toMatchObject({ label: 'Services (tick all that apply)', max_selected: 3 });
  });
});

describe('two questions side by side', () => {
  const two = (left: string, right: string, ...options: readonly (readonly [string, string])[]): ReadDocument =>
    readPdf(
      pdfium,
      formPdf([
        {
          lines: [
            { text: left, x: 50, y: 720, size: 9 },
            { text: right, x: 300, y: 720, size: 9 },
            ...options.flatMap(([one, other], index) => [
              { text: one, x: 90, y: 700 - 15 * index, size: 9 },
              { text: other, x: 340, y: 700 - 15 * index, size: 9 },
            ]),
          ],
          boxes: options.flatMap((_, index) => [
            { kind: 'tick' as const, name: `l${index}`, at: [70, 699 - 15 * index, 9, 9] as const },
            { kind: 'tick' as const, name: `r${index}`, at: [320, 699 - 15 * index, 9, 9] as const },
          ]),
        },
      ]),
    );

  it('take an answer each', () => {
    const read = two('GENDER: (CHECK ONE)', 'RACE: (CHECK ONE)', ['MALE', 'ASIAN'], ['FEMALE', 'BLACK']);
    expect(read.questions.map(({ label, max_selected: most }) => [label, most])).toEqual([
      ['GENDER: (CHECK ONE)', 1],
      ['RACE: (CHECK ONE)', 1],
    ]);
    const answers = read.boxes.map(({ question, option_value: option }) => `${question} ${option}`);
    expect(answers.toSorted()).toEqual([
      'GENDER: (CHECK ONE) FEMALE',
      'GENDER: (CHECK ONE) MALE',
      'RACE: (CHECK ONE) ASIAN',
      'RACE: (CHECK ONE) BLACK',
    ]);
  });

  it('have the same answers without becoming one', () => {
    const read = two('Eye colour: (tick one)', 'Hair colour: (tick one)', ['Black', 'Black'], ['Brown', 'Brown']);
    expect(read.questions.map(({ name }) => name)).toEqual(['Eye colour: (tick one)', 'Hair colour: (tick one)']);
  });

  it('are one where the line over them asks nothing twice', () => {
    const read = two('Marital status (tick one)', '', ['Single', 'Married'], ['Divorced', 'Widowed']);
    expect(read.questions.map(({ label, max_selected: most }) => [label, most])).toEqual([
      ['Marital status (tick one)', 1],
    ]);
  });
});

describe('ticks that say the same, and a name with a number', () => {
  it('are called by the words on the page', () => {
    const asked = { tooltip: 'What do you intend to do?' };
    const intents = ['Surrender', 'Redeem'].map((words, index) => {
      const y = 700 - 20 * index;
      const box = { kind: 'tick', name: `i${index}`, at: [50, y, 9, 9], ...asked } as const;
      return { lines: [{ text: `${words} the property`, x: 64, y: y + 1, size: 9 }], boxes: [box] };
    });
    expect(ticks(read(...intents))).toEqual(['Surrender the property', 'Redeem the property']);
    const city = { kind: 'text', name: 'users1_city', tooltip: 'users1 city', at: [120, 600, 90, 14] } as const;
    const page = { lines: [{ text: 'City', x: 60, y: 603, size: 9 }], boxes: [city] };
    expect(read(page).boxes.map(({ label }) => label)).toEqual(['City']);
  });
});
