const maxLength = 64;

/**
 * The candidate that a mistyped word most likely means, or null: few letters differ, two neighbours are swapped, or it
 * is the only one that begins with the word. Case does not count.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase().slice(0, maxLength);
  const scored = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase().slice(0, maxLength)) }))
    .filter(({ candidate, distance }) => distance <= maxDistance(Math.min(typed.length, candidate.length)))
    .sort((a, b) => a.distance - b.distance);
  if (scored[0] !== undefined) return scored[0].candidate;
  const longer = typed.length < 3 ? [] : candidates.filter((each) => each.toLowerCase().startsWith(typed));
  return longer.length === 1 ? (longer[0] ?? null) : null;
}

/** ` Did you mean "x"?` or the list of names, to follow a message; empty when there are no names. */
export function suggestion(word: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const close = nearest(word, names);
  if (close !== null) return ` Did you mean "${close}"?`;
  const shown = names.slice(0, 8).map((name) => `"${name}"`);
  return ` It has ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`;
}

/** Short words differ by a letter from many others. */
function maxDistance(length: number): number {
  if (length < 3) return 0;
  if (length < 6) return 1;
  return length < 12 ? 2 : 3;
}

/** Levenshtein's distance, with a swap of neighbouring letters as one step. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
