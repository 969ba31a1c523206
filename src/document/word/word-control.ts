import type { BoxType } from '../read-document.js';

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
  readonly role: string | null;
  readonly key: string | null;
  readonly subject: string | null;
}

// No leader, which would read as a blank, and no letter, which capitals would change.
const FILLER = '~';
const REFERENCE = /^#(\d{1,5})~*$/u;

/**
 * The text tag that stands in a Word file for the control of that index until the pages are laid out; filled up to
 * `length` characters, so that it takes about as much room as the control did.
 */
export function referenceTag(index: number, length: number): string {
  return `{{${`#${index}`.padEnd(length - 4, FILLER)}}}`;
}

/** The control that the inside of a text tag refers to; null where it is a tag that somebody wrote. */
export function referredControl(inside: string, controls: readonly WordControl[]): WordControl | null {
  const index = REFERENCE.exec(inside.replace(/\s/gu, ''))?.[1];
  return index === undefined ? null : (controls[Number(index)] ?? null);
}
