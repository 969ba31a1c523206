import type { Field } from '../contract/resources/template.js';
import { type Features, featuresOf, likeness } from './likeness.js';

/** A field of the new form for a named field of the old one, with how sure that is: from 0 to 1. */
export interface Match {
  readonly from: Field;
  readonly to: Field | null;
  readonly confidence: number;
}

/** Pairs less alike than this are no candidates. */
const least = 0.25;
/** A lead over the next best of which no more makes surer. */
const clearLead = 0.12;
/** As sure as one of several twins can be. */
const oneOfMany = 0.6;

/**
 * Finds for every field of one form the same one in another version of it, each at most once: by the words around it and
 * by its neighbours, so that fields of the same name in different parts are kept apart. The confidence falls where
 * another field would do almost as well. The fields are in the order in which a reader meets them.
 */
export function matchFields(from: readonly Field[], to: readonly Field[]): readonly Match[] {
  const [old, fresh] = [featuresOf(from), featuresOf(to)];
  const alone = old.map((one) => fresh.map((other) => likeness(one, other)));
  const scores = withNeighbours(alone);
  const pairs = scores
    .flatMap((row, i) => row.map((score, j) => ({ i, j, score })))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.i - b.i || a.j - b.j);
  const [takenFrom, takenTo] = [new Map<number, number>(), new Set<number>()];
  for (const { i, j } of pairs) {
    if (takenFrom.has(i) || takenTo.has(j)) continue;
    takenFrom.set(i, j);
    takenTo.add(j);
  }
  const [twinsBefore, twinsNow] = [twins(from), twins(to)];
  return old.map((one, i) => {
    const match = matchOf(one, fresh, scores, i, takenFrom.get(i));
    const now = match.to === null ? 0 : (twinsNow.get(captionOf(match.to)) ?? 0);
    // Where the form has more of the same, or fewer, than it had, nobody can say which one it is.
    const isOneOfMany = now > 1 && now !== twinsBefore.get(captionOf(match.from));
    return isOneOfMany ? { ...match, confidence: Math.min(match.confidence, oneOfMany) } : match;
  });
}

/** How many fields have the same words around them. */
function twins(fields: readonly Field[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const field of fields) counts.set(captionOf(field), (counts.get(captionOf(field)) ?? 0) + 1);
  return counts;
}

const captionOf = ({ type, context: { section, label, row, column, option } }: Field): string =>
  JSON.stringify([type, section, label, row, column, option]).toLowerCase();

function matchOf(
  { field }: Features,
  fresh: readonly Features[],
  scores: readonly (readonly number[])[],
  i: number,
  j: number | undefined,
): Match {
  const found = j === undefined ? undefined : fresh[j];
  if (j === undefined || found === undefined) return { from: field, to: null, confidence: 0 };
  const score = scores[i]?.[j] ?? 0;
  const rivals = [
    ...(scores[i] ?? []).filter((_, index) => index !== j),
    ...scores.filter((_, index) => index !== i).map((row) => row[j] ?? 0),
  ];
  const lead = score - Math.max(0, ...rivals);
  const sureness = Math.max(0, Math.min(1, lead / clearLead));
  return { from: field, to: found.field, confidence: Math.round(score * (0.55 + 0.45 * sureness) * 100) / 100 };
}

/** A pair is the likelier the more alike what stands before and after the two is. */
function withNeighbours(alone: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return alone.map((row, i) =>
    row.map((own, j) => {
      if (own === 0) return 0;
      const around = [alone[i - 1]?.[j - 1], alone[i + 1]?.[j + 1]].filter((score) => score !== undefined);
      if (around.length === 0) return own;
      return 0.78 * own + (0.22 * around.reduce((sum, score) => sum + score, 0)) / around.length;
    }),
  );
}
