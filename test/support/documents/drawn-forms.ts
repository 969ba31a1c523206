import type { PreparedField, PreparedForm, PreparedGroup } from '../../../src/document/prepare/prepared-field.js';
import { type FormPage, formPdf } from '../form-pdf.js';

/** A PDF, and a form that somebody drew on it. */
export interface DrawnForm {
  readonly pdf: Buffer;
  readonly form: PreparedForm;
}

/** A generator of numbers from 0 to 1 that gives the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ROLES = ['Tenant', 'Estate agent', 'Ṱhaḓulo ya vhuṱanzi', 'Witness 1', 'Commissioner of oaths', null] as const;
const LABELS = [
  'Full name',
  'ID number (13 digits)',
  'Geboortedatum',
  'Ḓuvha ḽa mabebo',
  'Date',
  '1.',
  'Signature',
  'x',
];
const TEXTS = ['text', 'date', 'date_signed', 'signer_name', 'signer_email', 'signer_title', 'signer_company'] as const;
const OPTIONS = ['Yes', 'No', 'Ee', 'Aowa', 'Ḽa', 'Off', 'Not sure (ask)', 'ja / yes'];

/** A form over all kinds of fields, pages, turns, people and questions, the same one for a seed. */
export function drawnForm(seed: number): DrawnForm {
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const pages = 1 + Math.floor(random() * 3);
  const fields: PreparedField[] = [];
  const groups: PreparedGroup[] = [];
  for (let page = 1; page <= pages; page++) {
    const places = shuffled(placesOfPage(random), random);
    const take = (): PreparedField['rect'] => places.pop() ?? { x: 0, y: 0, w: 0.05, h: 0.02 };
    const count = 2 + Math.floor(random() * 12);
    for (let each = 0; each < count; each++) fields.push(plainField(page, take(), random, pick));
    if (random() < 0.6) {
      const chosen = shuffled(OPTIONS, random).slice(0, 2 + Math.floor(random() * 4));
      const isOne = random() < 0.5;
      const min = Math.floor(random() * 2);
      const max = isOne ? 1 : Math.max(2, Math.floor(random() * chosen.length) + 1);
      const name = `Question ${page}`;
      groups.push({ name, label: random() < 0.3 ? null : pick(LABELS), min_selected: min, max_selected: max });
      const role = pick(ROLES);
      for (const option of chosen) {
        const field = {
          ...blank(page, take()),
          type: 'tickbox',
          label: pick(LABELS),
          role,
          required: min > 0,
        } as const;
        fields.push({ ...field, group: name, option });
      }
    }
  }
  return { pdf: formPdf(Array.from({ length: pages }, () => printedPage(random, pick))), form: { fields, groups } };
}

function plainField(
  page: number,
  rect: PreparedField['rect'],
  random: () => number,
  pick: <T>(values: readonly T[]) => T,
): PreparedField {
  const field = { ...blank(page, rect), label: pick(LABELS), role: pick(ROLES), required: random() < 0.5 };
  const kind = Math.floor(random() * 6);
  if (kind === 0) return { ...field, type: 'signature' };
  if (kind === 1) return { ...field, type: 'initials' };
  if (kind === 2) return { ...field, type: 'tickbox' };
  if (kind === 3) return { ...field, type: 'dropdown', options: ['Rand', 'Euro (€)', 'ḽ', `${page}`] };
  const type = pick(TEXTS);
  const key = type === 'text' && random() < 0.5 ? `person.part_${Math.floor(random() * 90)}` : null;
  if (kind === 4) return { ...field, type, key, multiline: type === 'text', max_length: random() < 0.5 ? 120 : null };
  return { ...field, type: 'text', key, comb: true, max_length: 2 + Math.floor(random() * 12) };
}

function printedPage(random: () => number, pick: <T>(values: readonly T[]) => T): FormPage {
  const [width, height] = pick([
    [595, 842],
    [612, 792],
    [842, 595],
  ] as const);
  return {
    size: [width, height],
    rotate: pick([0, 0, 90, 180, 270] as const),
    lines: [
      { text: 'TENANT', y: height - 60 },
      { text: 'Full name: ____________________', y: height - 90 },
      { text: 'Signature of witness', x: 60, y: height - 140 },
    ],
    rects: [
      [50, height - 200, 200, 0],
      [50, height - 230, 10, 10],
    ],
    boxes:
      random() < 0.5 ? [{ kind: 'text', name: 'Old.field', tooltip: 'Old', at: [300, height - 100, 120, 16] }] : [],
  };
}

const blank = (page: number, rect: PreparedField['rect']): PreparedField => ({
  page,
  type: 'text',
  label: '',
  role: null,
  required: false,
  rect,
  options: null,
  max_length: null,
  comb: false,
  multiline: false,
  group: null,
  option: null,
  key: null,
});

/** Forty places that do not touch, anywhere in a grid. */
function placesOfPage(random: () => number): readonly PreparedField['rect'][] {
  const round = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
  return Array.from({ length: 40 }, (_, index) => ({
    x: round((index % 4) * 0.25 + random() * 0.05),
    y: round(Math.floor(index / 4) * 0.1 + random() * 0.02),
    w: round(0.04 + random() * 0.14),
    h: round(0.015 + random() * 0.05),
  }));
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
