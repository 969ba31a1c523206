/** Where an answer was drawn: the middle of its box, in points from the lower left. */
export interface AnswerPlace {
  readonly truth: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Five versions of the demo's lease as somebody else might set it. */
export function retypesetLeases(): readonly {
  readonly name: string;
  readonly pdf: Buffer;
  readonly places: readonly AnswerPlace[];
}[];
