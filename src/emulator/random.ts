/** Where ids, secrets and tokens come from; with a seed, always the same ones in the same order. */
export interface Randomness {
  uuid(): string;
  bytes(count: number): Buffer;
}
