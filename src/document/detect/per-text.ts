const memories: { clear(): void }[] = [];

/**
 * A function of a text that answers from memory when the same text comes again: a form repeats its words on every page
 * and for every field. What it answers is shared, and must not be changed.
 */
export function perText<const R extends string | object>(compute: (text: string) => R): (text: string) => R {
  const memory = new Map<string, R>();
  memories.push(memory);
  return (text) => {
    const remembered = memory.get(text);
    if (remembered !== undefined) return remembered;
    const computed = compute(text);
    memory.set(text, computed);
    return computed;
  };
}

/** Forgets the texts of a document that has been read. */
export function forgetTexts(): void {
  for (const memory of memories) memory.clear();
}
