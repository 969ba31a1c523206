import { PAGE, type Sheet } from './sheet.js';
import { naming, pick, shuffled, type Style } from './style.js';
import { OF_MATTERS, OF_MONEY, OF_PERSONS, type Asked, type PARTIES } from './words.js';

const WIDTH = PAGE.width - 2 * PAGE.margin;

export const GENERAL = { en: ['GENERAL', 'FINANCIAL POSITION', 'ENQUIRIES'], af: ['ALGEMEEN', 'FINANSIES'] } as const;
export const SIGNING = { en: ['SIGNATURES', 'DECLARATION'], af: ['HANDTEKENINGE', 'VERKLARING'] } as const;

export function heading(sheet: Sheet, { random, language }: Style, words: typeof GENERAL | typeof SIGNING): void {
  sheet.need(120);
  sheet.text(pick<string>(random, words[language]), PAGE.margin, sheet.y, 11);
  sheet.y -= 24;
}

export type Party = (typeof PARTIES)[number];

export function partySection(sheet: Sheet, style: Style, party: Party): void {
  const { random, language } = style;
  sheet.need(120);
  const heading =
    language === 'en' ? `DETAILS OF THE ${party.en.toUpperCase()}` : `BESONDERHEDE VAN DIE ${party.af.toUpperCase()}`;
  sheet.text(heading, PAGE.margin, sheet.y, 11);
  sheet.y -= 24;
  const fields = shuffled(random, OF_PERSONS).slice(0, 3 + Math.floor(random() * 4));
  for (const field of fields) askedLine(sheet, style, field, party);
  sheet.y -= 12;
}

export function matterFields(sheet: Sheet, style: Style): void {
  sheet.need(90);
  sheet.text(style.language === 'en' ? 'THE MATTER' : 'DIE SAAK', PAGE.margin, sheet.y, 11);
  sheet.y -= 24;
  for (const field of shuffled(style.random, OF_MATTERS).slice(0, 3)) askedLine(sheet, style, field, null);
  sheet.y -= 12;
}

/** One answer with its caption, on the side where this form has them. */
function askedLine(sheet: Sheet, style: Style, field: Asked, party: Party | null): void {
  const { random, size, captions, language } = style;
  sheet.need(40);
  const caption = pick(random, field[language]);
  const truth = {
    kind: field.kind,
    label: caption,
    means: field.means,
    owner: party?.en.toLowerCase() ?? null,
    question: null,
    partOf: null,
  };
  const name = naming(style, field.names, caption);
  const line = numbered(sheet, style);
  if (captions === 'left') {
    sheet.text(caption, PAGE.margin + line, sheet.y, size);
    const from = PAGE.margin + 190;
    sheet.box([from, sheet.y - 4, WIDTH - 190, 15], name, truth);
    sheet.y -= 24;
  } else if (captions === 'above') {
    sheet.text(caption, PAGE.margin + line, sheet.y, size);
    sheet.box([PAGE.margin + line, sheet.y - 20, WIDTH * 0.7, 15], name, truth);
    sheet.y -= 38;
  } else {
    sheet.box([PAGE.margin + line, sheet.y - 6, WIDTH * 0.7, 14], name, truth, 'line');
    sheet.text(caption, PAGE.margin + line, sheet.y - 15, size - 1);
    sheet.y -= 40;
  }
}

export function numbered(sheet: Sheet, { numbered: has, size, random }: Style): number {
  if (!has) return 0;
  sheet.text(`${1 + Math.floor(random() * 40)}.`, PAGE.margin, sheet.y, size);
  return 22;
}

/** Two answers side by side, each with its caption before it. */
export function twoColumns(sheet: Sheet, style: Style): void {
  sheet.need(70);
  const fields = shuffled(style.random, OF_MATTERS).slice(0, 4);
  for (const [index, field] of fields.entries()) {
    const x = PAGE.margin + (index % 2) * (WIDTH / 2 + 6);
    const caption = pick(style.random, field[style.language]);
    const end = Math.max(sheet.text(caption, x, sheet.y, style.size - 1) + 5, x + 90);
    const room = x + WIDTH / 2 - 8 - end;
    const truth = { kind: field.kind, label: caption, means: field.means, owner: null, question: null, partOf: null };
    sheet.box([end, sheet.y - 4, room, 14], naming(style, field.names, caption), truth, 'line');
    if (index % 2 === 1) sheet.y -= 24;
  }
  sheet.y -= 10;
}

/** A table whose cells hold their small captions, with room to write under each. */
export function captionedCells(sheet: Sheet, style: Style): void {
  sheet.need(90);
  const fields = shuffled(style.random, OF_MATTERS).slice(0, 4);
  const width = WIDTH / 2;
  for (const [index, field] of fields.entries()) {
    const x = PAGE.margin + (index % 2) * width;
    const caption = pick(style.random, field[style.language]);
    sheet.rect(x, sheet.y - 26, width, 34);
    sheet.text(caption, x + 3, sheet.y, 7);
    const truth = { kind: field.kind, label: caption, means: field.means, owner: null, question: null, partOf: null };
    sheet.box([x + 2, sheet.y - 24, width - 4, 20], naming(style, field.names, caption), truth, 'none');
    if (index % 2 === 1) sheet.y -= 34;
  }
  sheet.y -= 20;
}

/** MM | DD | YYYY. */
export function dateInParts(sheet: Sheet, style: Style): void {
  sheet.need(50);
  const whole = style.next();
  const [dob] = OF_PERSONS.filter(({ kind }) => kind === 'date');
  const field = style.random() < 0.5 ? dob : OF_MATTERS.find(({ kind }) => kind === 'date');
  if (field === undefined) return;
  const caption = pick(style.random, field[style.language]);
  let x = sheet.text(caption, PAGE.margin, sheet.y, style.size) + 12;
  for (const [part, width] of [
    ['DD', 24],
    ['MM', 24],
    [style.language === 'en' ? 'YYYY' : 'JJJJ', 44],
  ] as const) {
    const name = naming(style, [`${field.names[0]}_${part.toLowerCase()}`], caption);
    const truth = { kind: 'date', label: caption, means: field.means, owner: null, question: null } as const;
    sheet.box([x, sheet.y - 4, width, 15], name, { ...truth, partOf: whole });
    sheet.text(part, x + 4, sheet.y - 14, 6);
    x += width + 6;
  }
  sheet.y -= 40;
}

/** An identity number in thirteen squares. */
export function comb(sheet: Sheet, style: Style): void {
  sheet.need(40);
  const field = OF_PERSONS.find(({ names }) => names.includes('id_number'));
  if (field === undefined) return;
  const caption = pick(style.random, field[style.language]);
  const from = Math.max(sheet.text(caption, PAGE.margin, sheet.y, style.size) + 12, PAGE.margin + 130);
  const side = pick(style.random, [13, 16, 18]);
  for (let index = 0; index < 13; index++) sheet.rect(from + index * side, sheet.y - 5, side, side);
  const truth = {
    kind: 'text',
    label: caption,
    means: field.means,
    owner: null,
    question: null,
    partOf: null,
  } as const;
  sheet.box([from, sheet.y - 5, 13 * side, side], naming(style, field.names, caption), truth, 'none');
  sheet.y -= 36;
}

export function moneyColumn(sheet: Sheet, style: Style): void {
  const lines = shuffled(style.random, OF_MONEY).slice(0, 4);
  sheet.need(lines.length * 20 + 20);
  for (const [index, money] of lines.entries()) {
    const caption = pick(style.random, money[style.language]);
    const start = PAGE.margin + (style.numbered ? 20 : 0);
    if (style.numbered) sheet.text(String(index + 1), PAGE.margin, sheet.y, style.size);
    sheet.text(caption, start, sheet.y, style.size);
    const sign = style.language === 'en' && style.random() < 0.5 ? '$' : 'R';
    sheet.text(sign, PAGE.width - PAGE.margin - 104, sheet.y, style.size);
    const place = [PAGE.width - PAGE.margin - 92, sheet.y - 4, 92, 14] as const;
    sheet.box(place, naming(style, money.names, caption), moneyTruth(money, caption), 'line');
    sheet.y -= 20;
  }
  sheet.y -= 14;
}

export const moneyTruth = ({ means }: Asked, label: string) =>
  ({ kind: 'text', label, means, owner: null, question: null, partOf: null }) as const;

export function signatureLine(sheet: Sheet, style: Style, party: Party): void {
  sheet.need(60);
  sheet.y -= 24;
  const owner = party.en.toLowerCase();
  const caption =
    style.language === 'en' ? `Signature of the ${owner}` : `Handtekening van die ${party.af.toLowerCase()}`;
  const truth = { kind: 'signature', label: caption, means: /./u, owner, question: null, partOf: null } as const;
  sheet.box([PAGE.margin, sheet.y, 190, 18], naming(style, [`signature_${owner}`], caption), truth, 'line');
  sheet.text(caption, PAGE.margin, sheet.y - 10, style.size - 1);
  const date = style.language === 'en' ? 'Date' : 'Datum';
  const dated = { kind: 'date', label: date, means: /./u, owner, question: null, partOf: null } as const;
  sheet.box([PAGE.margin + 240, sheet.y, 100, 18], naming(style, [`date_${owner}`], date), dated, 'line');
  sheet.text(date, PAGE.margin + 240, sheet.y - 10, style.size - 1);
  sheet.y -= 34;
}
