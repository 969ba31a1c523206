/** A form with the truth about every place to fill in. */
export interface MadeForm {
  readonly pdf: Buffer;
  readonly boxes: readonly MadeBox[];
  /** How it was made, for reading a list of mistakes. */
  readonly made: string;
}

export interface MadeBox {
  /** 1-based. */
  readonly page: number;
  /** Fractions of the page, origin top left. */
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly kind: 'text' | 'date' | 'tick' | 'signature';
  /** The words that a reader takes for its name; for a place to tick, those of its option. */
  readonly label: string;
  /** What a name that is called sure must say. */
  readonly means: RegExp;
  /** The word for whose it is, in lower case; null for nobody's. */
  readonly owner: string | null;
  /** The question that a place to tick belongs to, with how many may be ticked; null for one that stands alone. */
  readonly question: { readonly id: number; readonly most: 'one' | 'any' } | null;
  /** The date or number of which it is a part; null for one that is whole. */
  readonly partOf: number | null;
}
