import { lettersFor } from '../../../document/render/comb-letters.js';
import { isInHand } from '../../../document/render/hand-letters.js';
import { isAnswered, isDrawn, problemOf, textOf, tickedIn, type Entry } from './entries.js';

/** Shows an entry's answer in its fields on the pages, as in the document. */
export function mirror(entry: Entry, initials: () => string): void {
  const ticked = tickedIn(entry).map(({ value }) => value);
  let size: Size = 'readable';
  entry.item.querySelector('input.hand')?.classList.toggle('typeset', !isInHand(textOf(entry)));
  for (const box of entry.boxes) {
    const isTick = box.classList.contains('tickbox');
    const on = entry.kind === 'question' ? ticked.includes(box.dataset['field'] ?? '') : ticked.length > 0;
    if (isTick) write(box, on ? '✓' : '');
    else if (isDrawn(entry)) showDrawing(box, entry.item.querySelector<HTMLCanvasElement>('.pad'));
    else
      size = smaller(size, write(box, entry.kind === 'initials' && textOf(entry) === '' ? initials() : textOf(entry)));
    box.classList.toggle('answered', isAnswered(entry));
    box.classList.toggle('missing', problemOf(entry) !== null);
  }
  entry.item.querySelector('.too-long:not(.small-print)')?.toggleAttribute('hidden', size !== 'cut');
  entry.item.querySelector('.small-print')?.toggleAttribute('hidden', size !== 'small');
}

/** How the text of a field is read in the sealed document: `small` is below 6 points, `cut` is not all of it. */
type Size = 'readable' | 'small' | 'cut';

const sizes: readonly Size[] = ['readable', 'small', 'cut'];
const smaller = (one: Size, other: Size): Size => (sizes.indexOf(other) > sizes.indexOf(one) ? other : one);

/** `--least` is 5 points, the smallest letters of a sealed document. */
const smallShare = 6 / 5;

function write(box: HTMLElement, text: string): Size {
  const cells = box.querySelectorAll<HTMLElement>('.cell');
  if (cells.length > 0) {
    const letters = lettersFor(text, cells.length) ?? [...text];
    for (const [index, cell] of [...cells].entries()) cell.textContent = letters[index] ?? '';
    return letters.length > cells.length ? 'cut' : 'readable';
  }
  const words = box.querySelector('b') ?? box.appendChild(document.createElement('b'));
  box.querySelector('canvas')?.remove();
  words.textContent = text;
  box.classList.toggle('typeset', !isInHand(text));
  return fit(box, words);
}

/** Fits the text of other people's fields. */
export function fitOthers(page: Document): void {
  for (const box of page.querySelectorAll<HTMLElement>('span.box')) {
    const words = box.querySelector('b:not(.cell)');
    if (words instanceof HTMLElement) fit(box, words);
  }
}

/**
 * Fits a text into its field like the sealer: smaller letters, then several lines, then a visible cut.
 */
function fit(box: HTMLElement, words: HTMLElement): Size {
  const min = Number(getComputedStyle(box).getPropertyValue('--least')) || 1;
  const isMany = box.classList.contains('many');
  box.classList.remove('wrapped', 'cut');
  box.style.setProperty('--fit', '1');
  if (!isMany) {
    const scale = Math.min(1, box.clientWidth / words.scrollWidth);
    if (!(scale < min)) {
      box.style.setProperty('--fit', scale.toFixed(3));
      return sizeAt(scale, min);
    }
    box.classList.add('wrapped');
  }
  for (let scale = 1; scale > min; scale = Math.max(min, scale * 0.92)) {
    if (fits(box, words, scale)) return sizeAt(scale, min);
  }
  if (fits(box, words, min)) return sizeAt(min, min);
  box.classList.add('cut');
  return 'cut';
}

/** A field whose own letters are this small is as its form has it. */
const sizeAt = (scale: number, min: number): Size => (scale < 1 && scale < min * smallShare ? 'small' : 'readable');

function fits(box: HTMLElement, words: HTMLElement, scale: number): boolean {
  box.style.setProperty('--fit', scale.toFixed(3));
  return words.scrollHeight <= box.clientHeight + 1 && words.scrollWidth <= box.clientWidth + 1;
}

function showDrawing(box: HTMLElement, pad: HTMLCanvasElement | null): void {
  const words = box.querySelector('b');
  if (words !== null) words.textContent = '';
  if (pad === null || pad.width === 0) return;
  const shown = box.querySelector('canvas') ?? box.appendChild(document.createElement('canvas'));
  shown.width = pad.width;
  shown.height = pad.height;
  shown.getContext('2d')?.drawImage(pad, 0, 0);
}
