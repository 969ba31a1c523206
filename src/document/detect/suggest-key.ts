import { newDataKeyProblem } from '../../contract/data-key.js';
import type { FoundPerson, SuggestedKey } from '../read-document.js';
import type { FoundBox } from './found-box.js';
import { isFilledAtSigning } from './found-box.js';
import { KNOWN_ANSWERS, NAMESPACES, SECTION_NAMESPACES } from './key-dictionary.js';
import { claimOf } from './party-of-box.js';
import { onlyPartyIn, withoutParty } from './party-nouns.js';
import { plainWords, snakeCase } from './words.js';

interface Idea extends SuggestedKey {
  readonly key: string;
  /** Whether two boxes of one person that get this key surely mean one and the same answer. */
  readonly sharable: boolean;
}

/** A data key for every box, by the grammar of new keys: never in a core namespace or in one that is a subject's key. */
export function suggestKeys(
  boxes: readonly FoundBox[],
  people: readonly FoundPerson[],
  personOf: readonly (number | null)[],
): readonly SuggestedKey[] {
  const subjects = people.flatMap((person) => person.proposed.subject_key ?? []);
  const taken = new Map<string, string>();
  const ofField = new Map<string, SuggestedKey>();
  return boxes.map((box, index) => {
    if (box.tag?.key != null) {
      return {
        key: box.tag.key,
        confidence: 'high',
        source: 'text_tag',
        reason: `The text tag says key=${box.tag.key}`,
      };
    }
    if (isFilledAtSigning(box.type)) return nothing(box, 'The service fills this box itself when its person signs');
    const found = ideaFor(box);
    if (found === null) return nothing(box, 'Nothing on the form says what this box is for');
    const owner = String(personOf[index] ?? '');
    // Widgets of one form field hold one value by nature.
    const field = `${owner} ${box.question ?? box.context.widget_name ?? index}`;
    const known = ofField.get(field);
    if (known !== undefined) return known;
    const key = distinct(clearOf(found.key, subjects), found.sharable, box, owner, taken);
    const { confidence, source, reason } = found;
    const usable = newDataKeyProblem(key, subjects) === null;
    const suggested = usable ? { key, confidence, source, reason } : nothing(box, reason);
    ofField.set(field, suggested);
    return suggested;
  });
}

function nothing(box: FoundBox, reason: string): SuggestedKey {
  return { key: null, confidence: 'low', source: sourceOf(box), reason };
}

function sourceOf(box: FoundBox): SuggestedKey['source'] {
  if (box.tag !== null) return 'text_tag';
  return box.context.widget_name === null ? 'context' : 'widget';
}

function ideaFor(box: FoundBox): Idea | null {
  if (box.type === 'signer_title') return idea('signing.job_title', 'high', box, `Its type is ${box.type}`, true);
  if (box.type === 'signer_company') return idea('signing.company', 'high', box, `Its type is ${box.type}`, true);
  const name = meaningful(box.question ?? box.context.widget_name);
  const named = name === null ? null : fromName(name, box);
  if (named !== null) return named;
  const { tooltip, label } = box.context;
  const spoken = tooltip === null ? null : fromDictionary(tooltip, box, 'high');
  if (spoken !== null) return spoken;
  const caption = box.question === null ? (label ?? box.label) : null;
  const read = caption === null ? null : fromDictionary(caption, box, 'medium');
  if (read !== null) return { ...read, source: box.tag === null ? 'context' : 'text_tag' };
  return fallback(name, caption ?? tooltip, box) ?? partysName(box);
}

/** A box that bears nothing but a party's word, such as "Respondent:", asks who that is. */
function partysName(box: FoundBox): Idea | null {
  const claim = box.type === 'text' ? claimOf(box) : null;
  return claim === null ? null : idea('person.full_name', 'medium', box, `The form says "${claim.quote}"`, true);
}

/** The part of a widget's name that a person chose; null for the names that form designers make up by themselves. */
function meaningful(name: string | null): string | null {
  if (name === null) return null;
  const last = name.split('.').at(-1) ?? '';
  const plain = plainWords(last.replace(/\[\d+\]/gu, ''));
  const made =
    /^(text|field|check ?box|radio( ?button)?|button|combo( ?box)?|list( ?box)?|dropdown|undefined|untitled|fill|group|choice|sig(nature)?|[cft]|\d|p)+[\s\d_]*$/u;
  return /\p{L}{3}/u.test(plain) && !made.test(plain) && !/^[a-z]{0,2}\d/u.test(plain) && plain.length <= 100
    ? plain
    : null;
}

function fromName(name: string, box: FoundBox): Idea | null {
  const plain = withoutOwner(name, box)
    .replace(/\bpage \d+$/u, '')
    .trim();
  const [namespace = '', ...rest] = plain.split(' ');
  const attribute = snakeCase(rest.join(' '));
  if (NAMESPACES.has(namespace) && attribute !== '') {
    return idea(`${namespace}.${attribute}`, 'high', box, `The box is named "${quoted(box)}"`, true);
  }
  return fromDictionary(plain, box, 'high');
}

function fromDictionary(text: string, box: FoundBox, confidence: SuggestedKey['confidence']): Idea | null {
  const plain = withoutOwner(plainWords(text), box);
  const match = KNOWN_ANSWERS.find(({ words }) => words.test(plain));
  return match === undefined ? null : idea(match.key, confidence, box, `The form says "${text.slice(0, 80)}"`, true);
}

function fallback(name: string | null, words: string | null, box: FoundBox): Idea | null {
  const section = plainWords(box.context.section ?? '');
  const namespace = SECTION_NAMESPACES.find(([pattern]) => pattern.test(section))?.[1] ?? 'form';
  const byName = name === null ? '' : snakeCase(withoutOwner(name, box));
  if (byName !== '') return idea(`${namespace}.${byName}`, 'medium', box, `The box is named "${quoted(box)}"`, true);
  const byWords = words === null ? '' : snakeCase(withoutOwner(plainWords(words), box));
  if (byWords === '') return null;
  const read = idea(`${namespace}.${byWords}`, 'low', box, `The form says "${(words ?? '').slice(0, 80)}"`, false);
  return { ...read, source: box.tag === null ? 'context' : 'text_tag' };
}

/** The tenant's full name is a full name: whose it is, is the subject's business. */
function withoutOwner(plain: string, box: FoundBox): string {
  const role = box.tag?.role ?? null;
  const group = role === null ? claimOf(box)?.party.group : onlyPartyIn(role)?.group;
  return withoutParty(plain, group ?? null);
}

function idea(
  key: string,
  confidence: SuggestedKey['confidence'],
  box: FoundBox,
  reason: string,
  sharable: boolean,
): Idea {
  return { key, confidence, source: sourceOf(box), reason, sharable };
}

function quoted(box: FoundBox): string {
  return (box.question ?? box.context.widget_name ?? '').slice(0, 80);
}

/** A new key may not begin with a subject's key (Field, data key grammar). */
function clearOf(key: string, subjects: readonly string[]): string {
  const [namespace = '', ...rest] = key.split('.');
  return subjects.includes(namespace) ? [`${namespace}_details`, ...rest].join('.') : key;
}

/**
 * Boxes that share a key share an answer. Two boxes of different fields may when they go by the same words; others get
 * a number.
 */
function distinct(key: string, sharable: boolean, box: FoundBox, owner: string, taken: Map<string, string>): string {
  const meaning = `${box.type === 'tickbox' ? 'tick ' : ''}${plainWords(box.question ?? box.label ?? '')}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}_${number}`;
    const place = `${owner} ${candidate}`;
    const holder = taken.get(place);
    if (holder === undefined) taken.set(place, meaning);
    if (holder === undefined || (sharable && holder === meaning)) return candidate;
  }
}
