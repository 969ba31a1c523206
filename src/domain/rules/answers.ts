/** By field id. A question is answered by ticking its boxes. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Answer {
  readonly value: string | boolean;
  /** The signer cannot change it. */
  readonly locked: boolean;
}
