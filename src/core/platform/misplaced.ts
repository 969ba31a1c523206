/** A mistake in a file that a person wrote, with its position; line and column start at 1. */
export class Misplaced extends Error {
  override readonly name = 'Misplaced';
  readonly line: number;
  readonly column: number;
  /** The person of the row; null where it is not known. */
  readonly who: string | null;

  constructor(line: number, column: number, message: string, who: string | null = null) {
    super(message);
    this.line = line;
    this.column = column;
    this.who = who;
  }
}

/** A position in a file, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}
