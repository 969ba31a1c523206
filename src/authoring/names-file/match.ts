import type { Field } from '../../contract/resources/template.js';
import {
  captionLikeness,
  dice,
  type Features,
  featuresOf,
  groups,
  leadsOf,
  likeness,
  wordLikeness,
} from './likeness.js';
import { type Standing, standings } from './parts.js';

/** A field of the new form for a named field of the old one, with how sure that is: from 0 to 1. */
export interface Match {
  readonly from: Field;
  readonly to: Field | null;
  readonly confidence: number;
  /** `place`: little but where the two stand speaks for it. */
  readonly by: 'words' | 'place';
}

/** Pairs less alike than this are not candidates. */
const minScore = 0.25;
/** A lead over the next best of which no more makes surer. */
const clearLead = 0.12;
/** As sure as one of several twins can be. */
const oneOfMany = 0.6;
/** As sure as a place alone can make: never enough to be taken unasked. */
const placeAlone = 0.7;
/** What the same place in the same part adds to a likeness. */
const forStanding = 0.15;
/** Two spellings or forms of one word share so much of their letters. */
const alikeWords = 0.5;
/** Words so much alike, and so much more than those of the other fields of the part, say the same as the place. */
const sameWords = { min: 0.4, lead: 0.15 };

/**
 * Finds for every field of one form the same one in another version of it, each at most once: by the words around it,
 * by its neighbours and by its place in its part, so that fields of the same name in different parts are kept apart.
 * The confidence falls where another field would do almost as well, and stays below `placeAlone` where no words speak
 * for the place. The fields are in the order in which a reader meets them.
 */
export function matchFields(from: readonly Field[], to: readonly Field[]): readonly Match[] {
  const [old, fresh] = [featuresOf(from), featuresOf(to)];
  const isOthers = belongsToOthers(to);
  const alone = old.map((one) => fresh.map((other) => (isOthers(one.field, other.field) ? 0 : likeness(one, other))));
  const scores = withNeighbours(alone);
  const candidates = new Map(
    standings(old, fresh)
      .filter((one) => (alone[one.from]?.[one.to] ?? 0) > 0)
      .map((one) => [`${one.from} ${one.to}`, one]),
  );
  const taken = bestPairs(scores, (i, j) => candidates.has(`${i} ${j}`));
  const leads = leadsOf(scores);
  const [twinsBefore, twinsNow] = [twins(from), twins(to)];
  return old.map((one, i) => {
    const j = taken.get(i);
    const score = j === undefined ? 0 : (scores[i]?.[j] ?? 0);
    const match = matchOf(
      one,
      fresh,
      { j, score, lead: j === undefined ? 0 : leads(i, j) },
      candidates.get(`${i} ${j ?? ''}`),
    );
    const now = match.to === null ? 0 : (twinsNow.get(captionOf(match.to)) ?? 0);
    // When the number of equal ones in the form has changed, the right one is unknown.
    const isOneOfMany = now > 1 && now !== twinsBefore.get(captionOf(match.from));
    return isOneOfMany ? { ...match, confidence: Math.min(match.confidence, oneOfMany) } : match;
  });
}

/**
 * Each at most once, the likeliest first; a pair that stands at the same place is a candidate whatever its words say.
 */
function bestPairs(
  scores: readonly (readonly number[])[],
  isStanding: (i: number, j: number) => boolean,
): ReadonlyMap<number, number> {
  const pairs = scores
    .flatMap((row, i) =>
      row.map((score, j) => {
        const place = isStanding(i, j);
        return { i, j, score: place ? score + forStanding : score, isCandidate: place || score >= minScore };
      }),
    )
    .filter(({ isCandidate }) => isCandidate)
    .toSorted((a, b) => b.score - a.score || a.i - b.i || a.j - b.j);
  const [taken, takenTo] = [new Map<number, number>(), new Set<number>()];
  for (const { i, j } of pairs) {
    if (taken.has(i) || takenTo.has(j)) continue;
    taken.set(i, j);
    takenTo.add(j);
  }
  return taken;
}

/**
 * Whether a field of the new form is decided to be somebody else's, and the form has fields of the old one's subject.
 */
function belongsToOthers(to: readonly Field[]): (one: Field, other: Field) => boolean {
  const subjects = new Set(to.map(({ subject }) => subject));
  return ({ subject: was }, { subject: is }) => was !== null && is !== null && was !== is && subjects.has(was);
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
  one: Features,
  fresh: readonly Features[],
  { j, score, lead }: { readonly j: number | undefined; readonly score: number; readonly lead: number },
  candidates: Standing | undefined,
): Match {
  const found = j === undefined ? undefined : fresh[j];
  if (j === undefined || found === undefined) return { from: one.field, to: null, confidence: 0, by: 'words' };
  const sureness = Math.max(0, Math.min(1, lead / clearLead));
  const byWords = Math.min(isToldByHeading(one, found) ? placeAlone : 1, score * (0.55 + 0.45 * sureness));
  const maxConfidence = isSister(one.field, found.field) ? placeAlone : 1;
  const confidence = Math.min(maxConfidence, Math.max(byWords, candidates === undefined ? 0 : byPlace(candidates)));
  const by = candidates !== undefined && confidence > byWords && candidates.words < sameWords.min ? 'place' : 'words';
  return { from: one.field, to: found.field, confidence: Math.round(confidence * 100) / 100, by };
}

/** Whether the two have other captions, with no word in common but those of their headings. */
const isToldByHeading = (one: Features, other: Features): boolean =>
  captionLikeness(one, other) < 0.1 && wordLikeness(one, other) < 0.9;

/** Whether two captions say the same of different things: `Date of occupation` and `Date of transfer`. */
function isSister(one: Field, other: Field): boolean {
  const [some, others] = [one, other].map(({ context, label }) => wordsOf(context.label ?? label ?? ''));
  if (some === undefined || others === undefined || some.length < 2 || some.length !== others.length) return false;
  const differing = some.flatMap((word, at) => (word === others[at] ? [] : [[word, others[at] ?? ''] as const]));
  const [pair] = differing;
  return differing.length === 1 && pair !== undefined && dice(groups(pair[0]), groups(pair[1])) < alikeWords;
}

const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, 400)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** How sure a place makes: very, where the words say the same; else never enough. */
function byPlace({ words, lead, order, isTight, isSurePart }: Standing): number {
  const doesAgree = isSurePart && (isTight || words >= 0.9) && words >= sameWords.min && lead >= sameWords.lead;
  return doesAgree ? 0.75 + 0.2 * words : placeAlone * (0.5 + 0.5 * order) * (isSurePart ? 1 : 0.8);
}

/** The more alike the neighbours of the two are, the likelier is the pair. */
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
