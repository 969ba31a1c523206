import type { FoundBox } from './found-box.js';
import { understood } from './dictionary/in-english.js';

/** A place to sign with what stands by it: who signs, when and where. */
export interface SigningBlock {
  /** Index of the signature among the boxes. */
  readonly signature: number;
  /** Indices of the other boxes of the block. */
  readonly members: readonly number[];
}

interface Placed {
  readonly index: number;
  readonly box: FoundBox;
}

interface Column {
  left: number;
  right: number;
  bottom: number;
  readonly placed: Placed[];
}

const ROW_REACH = 420;
const LINE_GAP = 40;
const SAME_ROW = 4;
const NEXT_ANSWER = 90;
const ALIGNED = 14;
/** A higher box is the cell of a table rather than what one person writes on signing. */
const TALLEST = 70;
/** What is asked of a signer, beside the signature. */
export const ABOUT_SIGNER =
  /^((full|first|last|print(ed)?|legal|your) ?)*(sur)?names?\b|\bname\b|\bnaam\b|\baddress\b|\b(tele)?phone\b|\btel\b|\bcell\b|\bmobile\b|\bfax\b|\be ?mail\b|\bcity\b|\bstate\b|\bzip\b|\bpostal\b|\bplace\b|\bplek\b|\bcapacity\b|\btitle\b|\bdesignation\b|\bposition\b|\b(id|identity|passport|bar|registration) ?(no|number)?\b|\bdate\b|\bdatum\b|\btime\b|\bsigned at\b|^please print$/u;

/** What stands right before a signature and says whose it is. */
const NAMES_SIGNER = /\bnames?\b|\p{L} by$/u;
const BEFORE_SIGNATURE = 160;

/** The blocks of a form in reading order. No box is in two. */
export function signingBlocks(boxes: readonly FoundBox[]): readonly SigningBlock[] {
  const placed = boxes.map((box, index) => ({ box, index })).filter(({ box }) => isSignature(box) || isAbout(box));
  const signatures = placed.filter(({ box }) => isSignature(box));
  const owner = new Map<number, number>();
  for (const { box, index } of placed) {
    if (isSignature(box)) continue;
    const beside = inTableRow(box, signatures) ?? besideOf(box, signatures);
    if (beside !== null) owner.set(index, beside);
  }
  const stacked = placed.filter(({ index }) => !owner.has(index));
  for (const column of columnsOf(stacked)) {
    for (const block of blocksOf(column)) {
      const [signature, ...more] = block.filter(({ box }) => isSignature(box));
      if (signature === undefined || more.length > 0) continue;
      for (const { index } of block) if (index !== signature.index) owner.set(index, signature.index);
    }
  }
  return signatures.map(({ index: signature }) => ({
    signature,
    members: [...owner].flatMap(([index, of]) => (of === signature ? [index] : [])),
  }));
}

function isSignature({ type }: FoundBox): boolean {
  return type === 'signature';
}

function isAbout(box: FoundBox): boolean {
  switch (box.type) {
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
    case 'signer_title':
    case 'signer_company':
      return true;
    case 'text':
    case 'date': {
      const words = understood(box.context.label ?? box.label ?? '');
      return (
        box.area.bottom - box.area.top < TALLEST &&
        words.split(' ').length <= 6 &&
        (ABOUT_SIGNER.test(words) || words.endsWith(' by'))
      );
    }
    case 'signature':
    case 'initials':
    case 'tickbox':
    case 'dropdown':
      return false;
  }
}

/** The signature in the row of a table that the box is a cell of. */
function inTableRow({ page, area, context }: FoundBox, signatures: readonly Placed[]): number | null {
  if (context.row === null || context.column === null) return null;
  const found = signatures.find(
    ({ box }) =>
      box.page === page &&
      box.context.row === context.row &&
      box.context.column !== null &&
      Math.abs(box.area.bottom - area.bottom) < SAME_ROW,
  );
  return found?.index ?? null;
}

/** The signature on the row of a date or a place of signing: the one before it, or else the one after it. */
function besideOf(box: FoundBox, signatures: readonly Placed[]): number | null {
  const words = understood(box.label ?? '');
  const ofSigning =
    box.type !== 'text' ||
    /\b(place|plek|signed at|designation|capacity|title|position|hoedanigheid|time)\b/u.test(words);
  // What stands nearer to the signature over it is about that one.
  const under = Math.min(...signatures.map((one) => gapUnder(box, one.box)));
  const reach = ofSigning ? ROW_REACH : Math.min(NEXT_ANSWER, under);
  const left = ofSigning ? ROW_REACH : NAMES_SIGNER.test(words) && under > NEXT_ANSWER ? BEFORE_SIGNATURE : -1;
  let best: { readonly index: number; readonly cost: number } | null = null;
  for (const { index, box: signature } of signatures) {
    if (signature.page !== box.page || signature.context.section !== box.context.section) continue;
    // A signature reaches higher than other answers, into the row above it.
    const middle = (box.area.top + box.area.bottom) / 2;
    if (middle < signature.area.top || middle > signature.area.bottom) continue;
    const after = box.area.left - signature.area.right;
    const before = signature.area.left - box.area.right;
    const gap = Math.max(after, before, 0);
    if (gap > (after < 0 ? left : reach)) continue;
    const cost = gap + (after < -1 ? 40 : 0);
    if (best === null || cost < best.cost) best = { index, cost };
  }
  return best?.index ?? null;
}

/** How far a box is under a signature in its column, in points; Infinity when it is not. */
function gapUnder(box: FoundBox, signature: FoundBox): number {
  const gap = box.area.top - signature.area.bottom;
  const shared = Math.min(box.area.right, signature.area.right) - Math.max(box.area.left, signature.area.left);
  const aligned = Math.abs(box.area.left - signature.area.left) < ALIGNED || shared > ALIGNED;
  return box.page === signature.page && aligned && gap > -1 ? gap : Infinity;
}

/** Boxes that stand under one another without a gap, in one part of the form. */
function columnsOf(placed: readonly Placed[]): readonly (readonly Placed[])[] {
  const columns: Column[] = [];
  for (const each of [...placed].sort((a, b) => a.box.page - b.box.page || a.box.area.top - b.box.area.top)) {
    const { area, page, context } = each.box;
    const fits = columns.filter(({ placed: [first], left, right, bottom }) => {
      if (first?.box.page !== page || first.box.context.section !== context.section) return false;
      const shared = Math.min(right, area.right) - Math.max(left, area.left);
      const under = shared > 0.3 * Math.min(right - left, area.right - area.left);
      return (under || Math.abs(left - area.left) < ALIGNED) && area.top - bottom < LINE_GAP;
    });
    const column = fits.at(-1);
    if (column === undefined) {
      columns.push({ left: area.left, right: area.right, bottom: area.bottom, placed: [each] });
      continue;
    }
    column.placed.push(each);
    column.bottom = Math.max(column.bottom, area.bottom);
    column.right = Math.max(column.right, area.right);
  }
  return columns.map((column) => column.placed);
}

/** Forms ask everybody the same in the same order: what a column begins with begins each of its blocks. */
function blocksOf(column: readonly Placed[]): readonly (readonly Placed[])[] {
  const first = column[0];
  if (first === undefined) return [];
  const start = opening(first.box);
  const blocks: Placed[][] = [];
  for (const each of column) {
    const block = blocks.at(-1);
    if (block === undefined || opening(each.box) === start) blocks.push([each]);
    else block.push(each);
  }
  return blocks;
}

function opening(box: FoundBox): string {
  return isSignature(box) ? 'signature' : understood(box.context.label ?? box.label ?? box.type);
}
