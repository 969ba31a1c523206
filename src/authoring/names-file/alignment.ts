/** A pair of places in two sequences that belong together. */
export type Aligned = readonly [one: number, other: number];

/**
 * The pairs of two sequences that keep the order of both and are worth the most together (Needleman and Wunsch).
 * `worth(i, j)` is above 0 for a pair that may be made; leaving one out costs nothing. Takes the time of the product of
 * the two lengths.
 */
export function align(one: number, other: number, worth: (i: number, j: number) => number): readonly Aligned[] {
  const width = other + 1;
  const best = new Float64Array((one + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const paired = (i: number, j: number): number => {
    const own = worth(i - 1, j - 1);
    return own > 0 ? at(i - 1, j - 1) + own : -1;
  };
  for (let i = 1; i <= one; i += 1) {
    for (let j = 1; j <= other; j += 1) {
      best[i * width + j] = Math.max(at(i - 1, j), at(i, j - 1), paired(i, j));
    }
  }
  const pairs: Aligned[] = [];
  for (let [i, j] = [one, other]; i > 0 && j > 0;) {
    if (at(i, j) === paired(i, j)) {
      i -= 1;
      j -= 1;
      pairs.push([i, j]);
    } else if (at(i, j) === at(i - 1, j)) i -= 1;
    else j -= 1;
  }
  return pairs.toReversed();
}
