/** The name that a mistyped one most likely stands for, or null when none is close. Case does not count. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (best === null || distance < best.distance) best = { name, distance };
  }
  const most = Math.max(2, Math.floor(Math.min(typed.length, longest) / 3));
  return best !== null && best.distance <= most ? best.name : null;
}

/** ` Did you mean …?` or the whole list, to follow a message; empty when there are no names. */
export function suggestion(typed: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const nearest = nearestName(typed, names);
  if (nearest !== null) return ` Did you mean "${nearest}"?`;
  const shown = names.slice(0, 8).map((name) => `"${name}"`);
  return ` It has ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`;
}

const longest = 64;

function editDistance(left: string, right: string): number {
  const a = left.slice(0, longest);
  const b = right.slice(0, longest);
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const moved = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, moved));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
