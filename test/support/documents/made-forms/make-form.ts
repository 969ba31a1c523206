import {
  captionedCells,
  comb,
  dateInParts,
  GENERAL,
  heading,
  matterFields,
  moneyColumn,
  partySection,
  signatureLine,
  SIGNING,
  twoColumns,
} from './field-blocks.js';
import { type MadeForm, PAGE, Sheet } from './sheet.js';
import { pick, sequence, shuffled, type Style } from './style.js';
import { answersUnderHeads, optionList, yesNoRows } from './tick-blocks.js';
import { PARTIES } from './words.js';

/** The same form for the same seed: sections of parties, questions, dates in parts, combs, columns of money. */
export function makeForm(seed: number): MadeForm {
  const random = sequence(seed);
  const style: Style = {
    random,
    next: counter(),
    language: random() < 0.75 ? 'en' : 'af',
    making: random() < 0.6 ? 'fields' : 'drawn',
    namesAre: pick(random, ['good', 'good', 'made up', 'left behind']),
    tooltips: pick(random, ['none', 'none', 'caption', 'undefined']),
    size: pick(random, [8, 9, 10]),
    ticks: pick(random, ['after', 'before']),
    captions: pick(random, ['left', 'left', 'above', 'under']),
    numbered: random() < 0.25,
  };
  const sheet = new Sheet(style.making);
  sheet.text(pick(random, ['FORM 7', 'STATEMENT', 'SCHEDULE A']), PAGE.margin, sheet.y, 14);
  sheet.y -= 26;
  const parties = shuffled(random, PARTIES).slice(0, 1 + Math.floor(random() * 2));
  const blocks = [
    ...parties.map((party) => () => partySection(sheet, style, party)),
    () => heading(sheet, style, GENERAL),
    ...shuffled(random, [
      () => yesNoRows(sheet, style),
      () => yesNoRows(sheet, style),
      () => optionList(sheet, style),
      () => optionList(sheet, style),
      () => dateInParts(sheet, style),
      () => comb(sheet, style),
      () => moneyColumn(sheet, style),
      () => matterFields(sheet, style),
      () => answersUnderHeads(sheet, style),
      () => twoColumns(sheet, style),
      () => captionedCells(sheet, style),
    ]).slice(0, 6),
    () => heading(sheet, style, SIGNING),
    ...parties.map((party) => () => signatureLine(sheet, style, party)),
  ];
  for (const block of blocks) block();
  const { making, namesAre, tooltips, ticks, captions } = style;
  return sheet.finish(`${making}, names ${namesAre}, tooltips ${tooltips}, ticks ${ticks}, captions ${captions}`);
}

function counter(): () => number {
  let count = 0;
  return () => ++count;
}
