/** What stands where a name of ours is missing. */
export interface Guess<T> {
  /** The one that it is; null when more than one may be. */
  readonly found: T | null;
  /** Those that it may be, where it cannot be told. */
  readonly candidates: readonly T[];
}

/**
 * For each name of ours that the other list lacks, what it is called there. Names that both have are anchors: between
 * the same two anchors stands the same thing under another name. `alike` says that two names may mean the same, `fits`
 * that their values can, and `stands` that the place alone is proof enough.
 */
export function aligned<Ours, Theirs>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  {
    same,
    alike,
    fits,
    stands = fits,
  }: {
    readonly same: (one: Ours, other: Theirs) => boolean;
    readonly alike: (one: Ours, other: Theirs) => boolean;
    readonly fits: (one: Ours, other: Theirs) => boolean;
    readonly stands?: (one: Ours, other: Theirs) => boolean;
  },
): ReadonlyMap<Ours, Guess<Theirs>> {
  const guesses = new Map<Ours, Guess<Theirs>>();
  const missing = ours.filter((one) => !theirs.some((other) => same(one, other)));
  const further = theirs.filter((other) => !ours.some((one) => same(one, other)));
  const taken = new Set<Theirs>();
  const settle = (one: Ours, found: Theirs): void => {
    guesses.set(one, { found, candidates: [] });
    taken.add(found);
  };
  for (const one of missing) {
    const like = further.filter((other) => alike(one, other) && fits(one, other));
    const [only] = like;
    // Two of ours that one name of theirs is like cannot both be it.
    const rivals = only === undefined ? 0 : missing.filter((each) => alike(each, only) && fits(each, only)).length;
    if (only !== undefined && like.length === 1 && rivals === 1) settle(one, only);
  }
  // What is settled by its name is an anchor for what is left.
  const anchored = (one: Ours, other: Theirs): boolean => same(one, other) || guesses.get(one)?.found === other;
  for (const { mine, others } of gaps(ours, theirs, anchored)) {
    const [one] = mine;
    const [other] = others;
    if (mine.length === 1 && others.length === 1 && one !== undefined && other !== undefined && stands(one, other)) {
      settle(one, other);
    }
  }
  for (const one of missing) {
    if (guesses.has(one)) continue;
    guesses.set(one, { found: null, candidates: further.filter((other) => !taken.has(other) && fits(one, other)) });
  }
  return guesses;
}

interface Gap<Ours, Theirs> {
  readonly mine: readonly Ours[];
  readonly others: readonly Theirs[];
}

/** What stands between two neighbouring anchors; lists in another order have no gaps that can be compared. */
function gaps<Ours, Theirs>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  same: (one: Ours, other: Theirs) => boolean,
): readonly Gap<Ours, Theirs>[] {
  const found: Gap<Ours, Theirs>[] = [];
  let mine: Ours[] = [];
  let from = 0;
  for (const one of ours) {
    const at = theirs.findIndex((other) => same(one, other));
    if (at === -1) {
      mine.push(one);
      continue;
    }
    if (at < from) return [];
    found.push({ mine, others: theirs.slice(from, at) });
    mine = [];
    from = at + 1;
  }
  found.push({ mine, others: theirs.slice(from) });
  return found;
}
