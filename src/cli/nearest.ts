/**
 * The candidate closest to a mistyped word, or null when none is close: at most a third of its letters differ, or it is
 * the only one that begins so.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const begun = word.length < 3 ? [] : candidates.filter((candidate) => candidate.startsWith(word.toLowerCase()));
  if (begun.length === 1) return begun[0] ?? null;
  const scored = candidates
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase().slice(0, 100), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = scored[0];
  return best !== undefined && best.distance <= Math.max(2, Math.ceil(word.length / 3)) ? best.candidate : null;
}

/** Levenshtein's distance, two rows at a time. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
