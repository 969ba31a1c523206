/** A mistake in a file that a person wrote, with its position; line and column start at 1. */
export class Misplaced extends Error {
  override readonly name = 'Misplaced';
  readonly line: number;
  readonly column: number;
  /** The person of the row; null where it is not known. */
  readonly who: string | null;
  /** The number of the row, from 1; null where the mistake is not that of a row. */
  readonly row: number | null;

  constructor(line: number, column: number, message: string, who: string | null = null, row: number | null = null) {
    super(message);
    this.line = line;
    this.column = column;
    this.who = who;
    this.row = row;
  }
}

/** A position in a file, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The message of a mistake as a sentence; a suggestion in it ends one already. */
export const asSentence = (message: string): string => (/[.?]$/.test(message) ? message : `${message}.`);
