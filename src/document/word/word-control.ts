import type { BoxType } from '../read-document.js';
import type { PlainText } from './word-xml.js';

/** A place to fill in that Word knows of: a content control or a form field of old, as its author described it. */
export interface WordControl {
  readonly type: BoxType;
  /** The name in the file, which nobody sees; null when it has none. */
  readonly name: string | null;
  /** The title that its author gave it; null leaves the words beside it. */
  readonly label: string | null;
  /** The help text. */
  readonly tooltip: string | null;
  readonly required: boolean;
  /** The choices of a dropdown; null for every other type. */
  readonly options: readonly string[] | null;
  readonly multiline: boolean;
  /** What it is filled in with already: true for a tick. */
  readonly start: string | true | null;
  readonly role: string | null;
  readonly key: string | null;
  readonly subject: string | null;
}

/** No leader, which would read as a blank, and no letter, which capitals would change. */
export const MARK = '~';
const FIRST_COLOR = 0xa10000;

/**
 * What stands in a Word file for the control of that index until the pages are laid out: `length` marks in a colour
 * that only its marks have. However a line or a cell breaks or cuts them, the first one seen tells which control it is.
 */
export function marksFor(index: number, length: number): Omit<PlainText, 'size'> {
  return { text: MARK.repeat(length), color: FIRST_COLOR + index };
}

/** The index of the control whose marks have that colour; null for every other colour. */
export function markedControl(color: number | null): number | null {
  return color === null || color < FIRST_COLOR ? null : color - FIRST_COLOR;
}
