import { newDataKeyProblem } from '../../contract/data-key.js';
import { type FoundPerson, isFilledAtSigning, type SuggestedKey } from '../read-document.js';
import { type FoundBox, isTagged } from './found-box.js';
import { SHARED_NAMESPACES } from './key-dictionary.js';
import type { Idea } from './key-ideas.js';
import { ideaFor, sourceOf } from './key-ideas.js';
import { understood } from './dictionary/in-english.js';

/** Boxes closer than this, in points, are the lines of one answer rather than one answer asked for twice. */
const NEXT_LINE = 60;

interface Holder {
  readonly meaning: string;
  readonly box: FoundBox;
}

/**
 * A data key for every box, by the grammar of new keys: never in a core namespace or in one that is a subject's key. A
 * key that a list or several different boxes ask for is never sure.
 */
export function suggestKeys(
  boxes: readonly FoundBox[],
  people: readonly FoundPerson[],
  personOf: readonly (number | null)[],
): readonly SuggestedKey[] {
  const subjects = people.flatMap((person) => person.proposed.subject_key ?? []);
  const taken = new Map<string, Holder>();
  const ofField = new Map<string, Found>();
  const listed = listsIn(boxes, personOf);
  const numbered = new Set<string>();
  const suggestions = boxes.map((box, index): Found => {
    if (box.tag?.key != null) {
      const reason = `The ${isTagged(box) ? 'text tag' : 'prepared field'} says key=${box.tag.key}`;
      return { suggested: { key: box.tag.key, confidence: 'high', source: sourceOf(box), reason }, place: null };
    }
    if (isFilledAtSigning(box.type)) return nothing(box, 'The service fills this field when its person signs');
    const found = ideaFor(box, personOf[index] != null);
    if (found === null) return nothing(box, 'The form does not say what this field is for');
    const owner = String(personOf[index] ?? '');
    // Widgets of one form field hold one value by nature.
    const field = `${owner} ${box.question ?? box.context.widget_name ?? index}`;
    const known = ofField.get(field);
    if (known !== undefined) return known;
    const idea = { ...found, key: clearOf(found.key, subjects), sharable: found.sharable && !listed.has(box) };
    const key = distinct(idea, box, owner, taken);
    const place = `${owner} ${idea.key}`;
    if (key !== idea.key || listed.has(box)) numbered.add(place);
    const { confidence, source, reason } = found;
    const usable = newDataKeyProblem(key, subjects) === null;
    const suggested = usable ? { suggested: { key, confidence, source, reason }, place } : nothing(box, reason);
    ofField.set(field, suggested);
    return suggested;
  });
  return suggestions.map(({ suggested, place }) =>
    suggested.confidence === 'high' && place !== null && numbered.has(place)
      ? { ...suggested, confidence: 'medium' }
      : suggested,
  );
}

interface Found {
  readonly suggested: SuggestedKey;
  /** Whose key it is, before it got a number; null where no other box can have it. */
  readonly place: string | null;
}

function nothing(box: FoundBox, reason: string): Found {
  return { suggested: { key: null, confidence: 'low', source: sourceOf(box), reason }, place: null };
}

/** How many things a list asks of each of its entries, at most. */
const LONGEST_ENTRY = 8;

/**
 * The boxes of lists: where the same things are asked in the same order once more right after, as of one child or
 * creditor after the other, each answer is of somebody else.
 */
function listsIn(boxes: readonly FoundBox[], personOf: readonly (number | null)[]): ReadonlySet<FoundBox> {
  const written = boxes.flatMap((box, index) => {
    const asked = understood(box.label ?? '').replace(/\b\d+\b/gu, '');
    return box.type === 'tickbox' ? [] : [{ box, asked: `${personOf[index] ?? ''} ${box.page} ${box.type} ${asked}` }];
  });
  const found = new Set<FoundBox>();
  for (let length = 1; length <= LONGEST_ENTRY; length++) {
    for (let at = 0, alike = 0; at + length < written.length; at++) {
      alike = written[at]?.asked === written[at + length]?.asked ? alike + 1 : 0;
      if (alike >= length) for (const { box } of written.slice(at - length + 1, at + length + 1)) found.add(box);
    }
  }
  return found;
}

/** A new key may not begin with a subject's key (Field, data key grammar). */
function clearOf(key: string, subjects: readonly string[]): string {
  const [namespace = '', ...rest] = key.split('.');
  return subjects.includes(namespace) ? [`${namespace}_details`, ...rest].join('.') : key;
}

/**
 * Boxes that share a key share an answer. Two boxes of different fields do when one person is asked for the same thing
 * in the same words in two places, or the form for a fact of the whole matter; others get a number. A tag or a prepared
 * field says who fills it in, and not whom it is about: one person may fill in the details of several.
 */
function distinct(
  { key, sharable, asked }: Pick<Idea, 'key' | 'sharable' | 'asked'>,
  box: FoundBox,
  owner: string,
  taken: Map<string, Holder>,
): string {
  const isShared = (owner !== '' && box.tag === null) || SHARED_NAMESPACES.has(key.split('.')[0] ?? '');
  const meaning = `${box.type} ${box.question ?? ''} ${asked}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}_${number}`;
    const place = `${owner} ${candidate}`;
    const holder = taken.get(place);
    if (holder === undefined) taken.set(place, { meaning, box });
    if (holder === undefined) return candidate;
    if (sharable && isShared && number === 1 && holder.meaning === meaning && !areNeighbours(holder.box, box))
      return candidate;
  }
}

function areNeighbours(a: FoundBox, b: FoundBox): boolean {
  return a.page === b.page && Math.abs(a.area.top - b.area.top) < NEXT_LINE;
}
