import type { Box, ReadDocument, Rect } from '../../../../src/document/read-document.js';
import type { MadeBox, MadeForm } from './sheet.js';
import { PARTIES } from './words.js';

/** What a reading got wrong: which box of the form, and what was said of it. */
export interface Mistake {
  readonly of: Measure;
  readonly truth: string;
  readonly said: string;
}

export type Measure = 'missed' | 'false box' | 'label' | 'type' | 'question' | 'person' | 'name' | 'invented person';

export interface Judgement {
  readonly present: number;
  readonly found: number;
  readonly boxes: number;
  /** How many labels, types, questions, owners, and sure names there were to be right or wrong. */
  readonly said: Readonly<Record<'label' | 'type' | 'question' | 'person' | 'name', number>>;
  readonly mistakes: readonly Mistake[];
}

/** Holds a reading against the truth. What is not said is missed, and no mistake. */
export function judgeForm(form: MadeForm, read: ReadDocument): Judgement {
  const mistakes: Mistake[] = [];
  const said = { label: 0, type: 0, question: 0, person: 0, name: 0 };
  const pairs = form.boxes.flatMap((truth) => {
    const box = read.boxes.find((each) =>
      piecesOf(each).some((piece) => isAt(piece, truth) || (truth.partOf !== null && isPartOf(truth, each))),
    );
    if (box === undefined) mistakes.push({ of: 'missed', truth: truth.label, said: '' });
    return box === undefined ? [] : [{ truth, box }];
  });
  const used = new Set(pairs.map(({ box }) => box));
  for (const box of read.boxes) {
    const lies = form.boxes.some((truth) => piecesOf(box).some((piece) => touches(piece, truth)));
    if (!used.has(box) && !lies) mistakes.push({ of: 'false box', truth: '', said: box.label ?? '(no label)' });
  }
  const judge = (of: keyof typeof said, truth: string, text: string, right: boolean): void => {
    said[of]++;
    if (!right) mistakes.push({ of, truth, said: text });
  };
  for (const { truth, box } of pairs) {
    const label = box.context.option ?? box.label;
    if (label !== null) judge('label', truth.label, label, isSame(label, truth.label));
    judge('type', `${truth.label}: ${truth.kind}`, box.type, kindsOf(truth).includes(box.type));
    if (truth.question !== null) {
      const most = read.questions.find(({ name }) => name === box.question)?.max_selected;
      const right = box.question === null ? true : truth.question.most === 'one' ? most === 1 : (most ?? 0) > 1;
      judge('question', `${truth.label}: ${truth.question.most}`, `${box.question} (${most})`, right);
    }
    const person = box.person === null ? undefined : read.people[box.person];
    if (person !== undefined) {
      const words = `${person.heading} ${person.proposed.role_name ?? ''} ${person.proposed.subject_label ?? ''}`;
      const party = PARTIES.find(({ en }) => en.toLowerCase() === truth.owner);
      judge('person', `${truth.label}: ${truth.owner}`, words, party?.is.test(words) === true);
    }
    const { key, confidence, reason } = box.suggested;
    if (key !== null && confidence === 'high')
      judge('name', `${truth.label}`, `${key} (${reason})`, truth.means.test(key));
  }
  const owners = PARTIES.filter(({ en }) => form.boxes.some(({ owner }) => owner === en.toLowerCase()));
  for (const { heading, proposed } of read.people) {
    const words = `${heading} ${proposed.role_name ?? ''} ${proposed.subject_label ?? ''}`;
    if (!owners.some(({ is }) => is.test(words))) mistakes.push({ of: 'invented person', truth: '', said: words });
  }
  return { present: form.boxes.length, found: pairs.length, boxes: read.boxes.length, said, mistakes };
}

function piecesOf({ page, rect, continuations }: Box): readonly { readonly page: number; readonly rect: Rect }[] {
  return [{ page, rect }, ...(continuations ?? [])];
}

const KINDS: Readonly<Record<MadeBox['kind'], readonly Box['type'][]>> = {
  text: ['text'],
  date: ['date', 'date_signed'],
  tick: ['tickbox'],
  signature: ['signature'],
};

/** A part of a date may be a number. */
function kindsOf({ kind, partOf }: MadeBox): readonly Box['type'][] {
  return partOf === null ? KINDS[kind] : [...KINDS[kind], 'text'];
}

function isSame(one: string, other: string): boolean {
  // The number of a line may stand before its words.
  const plain = (text: string): string =>
    text
      .replace(/^\d{1,2}\.? /u, '')
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, ' ')
      .trim();
  return plain(one) === plain(other);
}

interface Placed {
  readonly page: number;
  readonly rect: Rect;
}

const across = (a: Rect, b: Rect): number => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
const down = (a: Rect, b: Rect): number => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);

function touches(a: Placed, b: MadeBox): boolean {
  return a.page === b.page && across(a.rect, b.rect) > 0 && down(a.rect, b.rect) > -0.006;
}

/** A date may be one box that holds its parts. */
function isPartOf(truth: MadeBox, { page, rect }: Box): boolean {
  return (
    page === truth.page && across(rect, truth.rect) > 0.9 * truth.rect.w && down(rect, truth.rect) > 0.9 * truth.rect.h
  );
}

/** Half of the joint width, and of the lower height two fifths. */
function isAt(a: Placed, b: MadeBox): boolean {
  if (a.page !== b.page) return false;
  const width = Math.max(a.rect.x + a.rect.w, b.rect.x + b.rect.w) - Math.min(a.rect.x, b.rect.x);
  const height = Math.min(a.rect.h, b.rect.h);
  return across(a.rect, b.rect) >= 0.5 * width && down(a.rect, b.rect) >= 0.4 * height;
}
