import { moneyTruth, numbered } from './field-blocks.js';
import { PAGE, widthOf, type Sheet } from './sheet.js';
import { naming, pick, shuffled, type Style } from './style.js';
import { OF_MONEY, OTHER_QUESTIONS, YES_NO_QUESTIONS, type Choice } from './words.js';

/** "Own home? Yes [ ] No [ ]", often with something else after it in the same row. */
export function yesNoRows(sheet: Sheet, style: Style): void {
  for (const question of shuffled(style.random, YES_NO_QUESTIONS).slice(0, 2)) {
    sheet.need(30);
    const asks = question.question[style.language];
    let x = sheet.text(asks, PAGE.margin + numbered(sheet, style), sheet.y, style.size) + 14;
    x = tickRow(sheet, style, question, x);
    if (style.random() < 0.5 && x < PAGE.width - 190) {
      const money = pick(style.random, OF_MONEY);
      const caption = pick(style.random, money[style.language]);
      const end = sheet.text(`${caption} R`, x + 12, sheet.y, style.size);
      sheet.box(
        [end + 6, sheet.y - 4, 70, 14],
        naming(style, money.names, caption),
        moneyTruth(money, caption),
        'line',
      );
    }
    sheet.y -= 26;
  }
}

export function optionList(sheet: Sheet, style: Style): void {
  const question = pick(style.random, OTHER_QUESTIONS);
  sheet.need(30 + question.options.length * 18);
  const asks = question.question[style.language];
  if (style.random() < 0.5) {
    sheet.text(asks, PAGE.margin, sheet.y, style.size);
    sheet.y -= 18;
    tickRow(sheet, style, question, PAGE.margin);
    sheet.y -= 28;
    return;
  }
  sheet.text(asks, PAGE.margin, sheet.y, style.size);
  sheet.y -= 18;
  const id = style.next();
  const widest = Math.max(...question.options.map((option) => widthOf(option[style.language], style.size)));
  for (const option of question.options) {
    const words = option[style.language];
    if (style.ticks === 'before') {
      tick(sheet, style, { ...question, id }, words, PAGE.margin + 10);
      sheet.text(words, PAGE.margin + 26, sheet.y, style.size);
    } else {
      sheet.text(words, PAGE.margin + 10, sheet.y, style.size);
      tick(sheet, style, { ...question, id }, words, PAGE.margin + 16 + widest);
    }
    sheet.y -= 18;
  }
  sheet.y -= 12;
}

/** Options in one row; answers where it ends. */
function tickRow(sheet: Sheet, style: Style, question: Choice, from: number): number {
  const id = style.next();
  let x = from;
  for (const option of question.options) {
    const words = option[style.language];
    if (style.ticks === 'before') {
      tick(sheet, style, { ...question, id }, words, x);
      x = sheet.text(words, x + 15, sheet.y, style.size) + 16;
    } else {
      x = sheet.text(words, x, sheet.y, style.size) + 5;
      tick(sheet, style, { ...question, id }, words, x);
      x += 26;
    }
  }
  return x;
}

type AskedOnce = Choice & { readonly id: number };

function tick(sheet: Sheet, style: Style, { question, most, options, id }: AskedOnce, words: string, x: number): void {
  const place = [x, sheet.y - 1.5, 10, 10] as const;
  const named: { name: string | null; tooltip: string | null } = naming(
    style,
    [words.toLowerCase().replace(/\W+/gu, '_')],
    words,
  );
  const asks = question[style.language];
  const isRadio = most === 'one' && style.namesAre === 'good';
  const value = String(options.findIndex((option) => option[style.language] === words) + 1);
  // The description of a radio button is that of its question.
  if (isRadio && named.tooltip === words) named.tooltip = asks;
  const radio = isRadio ? { radio: { group: `${asks.toLowerCase().replace(/\W+/gu, '_')}_${id}`, value } } : {};
  const truth = { kind: 'tick', label: words, means: /./u, owner: null, question: { id, most }, partOf: null } as const;
  sheet.box(place, { ...named, ...radio }, truth);
}

/** Questions down the page, with a column for each answer whose word stands at its head. */
export function answersUnderHeads(sheet: Sheet, style: Style): void {
  sheet.need(110);
  const rows = shuffled(style.random, YES_NO_QUESTIONS).slice(0, 3);
  const options = rows[0]?.options ?? [];
  const columns = options.map((_, index) => PAGE.width - PAGE.margin - 90 + index * 44);
  for (const [index, option] of options.entries()) {
    sheet.text(option[style.language], (columns[index] ?? 0) - 2, sheet.y, style.size);
  }
  sheet.y -= 18;
  for (const row of rows) {
    const id = style.next();
    sheet.text(row.question[style.language], PAGE.margin, sheet.y, style.size);
    for (const [index, option] of row.options.entries()) {
      tick(sheet, style, { ...row, id }, option[style.language], columns[index] ?? 0);
    }
    sheet.y -= 20;
  }
  sheet.y -= 10;
}
