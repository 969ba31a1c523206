/**
 * Tells by how much a pair is more alike than any other of its row and of its column; below 0 where another one is more
 * alike. Reads the table once.
 */
export function leadsOf(scores: readonly (readonly number[])[]): (i: number, j: number) => number {
  const rows = scores.map(bestTwo);
  const columns = (scores[0] ?? []).map((_, j) => bestTwo(scores.map((row) => row[j] ?? 0)));
  return (i, j) => {
    const own = scores[i]?.[j] ?? 0;
    return own - Math.max(0, rivalOf(rows[i], j), rivalOf(columns[j], i));
  };
}

interface BestTwo {
  readonly at: number;
  readonly first: number;
  readonly second: number;
}

function bestTwo(scores: readonly number[]): BestTwo {
  let best: BestTwo = { at: -1, first: 0, second: 0 };
  scores.forEach((score, at) => {
    if (score > best.first) best = { at, first: score, second: best.first };
    else if (score > best.second) best = { ...best, second: score };
  });
  return best;
}

const rivalOf = (best: BestTwo | undefined, own: number): number =>
  best === undefined ? 0 : best.at === own ? best.second : best.first;
