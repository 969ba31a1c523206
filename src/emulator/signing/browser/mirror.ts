import { isAnswered, isDrawn, problemOf, textOf, tickedIn, type Entry } from './entries.js';

/** Shows an entry's answer in its boxes on the pages, as it will stand in the document. */
export function mirror(entry: Entry, initials: () => string): void {
  const ticked = tickedIn(entry).map(({ value }) => value);
  for (const box of entry.boxes) {
    const isTick = box.classList.contains('tickbox');
    const on = entry.kind === 'question' ? ticked.includes(box.dataset['field'] ?? '') : ticked.length > 0;
    if (isTick) write(box, on ? '✓' : '');
    else if (isDrawn(entry)) showDrawing(box, entry.item.querySelector<HTMLCanvasElement>('.pad'));
    else write(box, entry.kind === 'initials' && textOf(entry) === '' ? initials() : textOf(entry));
    box.classList.toggle('answered', isAnswered(entry));
    box.classList.toggle('missing', problemOf(entry) !== null);
  }
}

function write(box: HTMLElement, text: string): void {
  const cells = box.querySelectorAll<HTMLElement>('.cell');
  if (cells.length > 0) {
    const letters = [...text];
    for (const [index, cell] of [...cells].entries()) cell.textContent = letters[index] ?? '';
    return;
  }
  const words = box.querySelector('b') ?? box.appendChild(document.createElement('b'));
  box.querySelector('canvas')?.remove();
  words.textContent = text;
  fit(box, words);
}

/** Fits what stands in boxes that are not this signer's to fill. */
export function fitOthers(page: Document): void {
  for (const box of page.querySelectorAll<HTMLElement>('span.box')) {
    const words = box.querySelector('b:not(.cell)');
    if (words instanceof HTMLElement) fit(box, words);
  }
}

/** Shrinks a text that is too long for its box, as the sealer does. */
function fit(box: HTMLElement, words: HTMLElement): void {
  box.style.setProperty('--fit', '1');
  const [wide, tall] = [box.clientWidth / words.scrollWidth, box.clientHeight / words.scrollHeight];
  const scale = Math.min(1, Math.max(0.45, box.classList.contains('many') ? Math.sqrt(tall) : wide));
  if (Number.isFinite(scale)) box.style.setProperty('--fit', scale.toFixed(3));
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
