import type { SuggestedKey } from '../read-document.js';
import { type FoundBox, isTagged } from './found-box.js';
import { isCurrency } from './caption-words.js';
import { KNOWN_ANSWERS, NAMESPACES, SECTION_NAMESPACES } from './key-dictionary.js';
import { claimOf } from './party-of-box.js';
import { onlyPartyIn, withoutParty } from './party-nouns.js';
import { understood } from './dictionary/in-english.js';
import { plainWords, snakeCase } from './words.js';

/** A key that fits a box, before it is told from the keys of the other boxes. */
export interface Idea extends SuggestedKey {
  readonly key: string;
  /** Whether two boxes of one person that get this key surely mean one and the same answer. */
  readonly sharable: boolean;
  /** What a reader is asked for, in plain words without those for its owner. */
  readonly asked: string;
  /** Whether the words that speak for it say nothing else besides. */
  readonly isWhole: boolean;
}

const MOST_WORDS = 8;
/** What stands before a blank in a sentence and says nothing of what belongs there. */
const SAYS_NOTHING =
  /^(?:(?:and|as|at|by|day|for|from|in|is|no|of|on|or|that|the|this|to|was|with|\d+|\p{L})(?: |$))*$/u;
const QUOTE = 80;
const LONGEST_NAME = 100;

/**
 * The key that a box's name, tooltip, caption or place in a table speaks for; null when nothing does. `isOwned` tells
 * whether the box is somebody's: words for its owner then say nothing of what belongs in it.
 */
export function ideaFor(box: FoundBox, isOwned: boolean): Idea | null {
  if (box.type === 'signer_title') return idea('signing.job_title', 'high', box, `Its type is ${box.type}`, true);
  if (box.type === 'signer_company') return idea('signing.company', 'high', box, `Its type is ${box.type}`, true);
  const cell = fromTable(box, isOwned);
  if (cell !== null) return cell;
  const name = meaningful(box.question ?? box.context.widget_name);
  const { tooltip, label } = box.context;
  const caption = box.question === null ? (label ?? box.label) : null;
  const read = caption === null ? null : fromDictionary(caption, box, isOwned);
  const named = name === null ? null : fromName(name, box, isOwned);
  const spoken = tooltip === null ? null : fromDictionary(tooltip, box, isOwned);
  const seen = read === null ? null : { ...read, source: isTagged(box) ? ('text_tag' as const) : ('context' as const) };
  const first = named ?? spoken ?? seen;
  if (first === null) return fallback(name, caption ?? tooltip, box, isOwned) ?? partysName(box);
  const others = [named, spoken, seen].flatMap((other) => (other === null || other === first ? [] : [other]));
  const isRead = first === named && saysTheSame(name ?? '', `${caption ?? ''} ${tooltip ?? ''}`);
  const against = isRead ? undefined : others.find((other) => !isSameAnswer(other.key, first.key));
  // What a reader sees is right where a name was left behind from another form.
  if (against !== undefined) {
    if (against !== seen) return { ...first, reason: `${first.reason}, although the form says "${quote(tooltip)}"` };
    return {
      ...seen,
      reason: `${seen.reason}, although the field is named "${quote(first === named ? name : tooltip)}"`,
    };
  }
  // Where the page says nothing by a box, only its name speaks, though it be told twice.
  const isEcho = label === null && plainWords(tooltip ?? caption ?? '') === name;
  const isAgreed =
    !isEcho && (isRead || others.length > 0) && (seen?.key === first.key || !asksForSeveral(caption ?? ''));
  return isAgreed && first.isWhole && canBeSure(box, first.key) ? { ...first, confidence: 'high' } : first;
}

/** Words that most answers have, so that having them in common means nothing. */
const COMMON = new Set('account address amount code date name names no nr number of physical reg the type'.split(' '));

/** Whether two keys are for one answer. */
function isSameAnswer(a: string, b: string): boolean {
  return a === b || saysTheSame(attributeOf(a), attributeOf(b));
}

const attributeOf = (key: string): string => key.split('.').slice(1).join(' ');

/** Whether two texts have a word in common that most answers do not have. */
function saysTheSame(a: string, b: string): boolean {
  const words = new Set(plainWords(a).split(' '));
  return understood(b)
    .split(' ')
    .some((word) => word.length > 1 && !COMMON.has(word) && words.has(word));
}

const ABOUT_PEOPLE = /^(person|contact|employment)\./u;
/** Where a title is that of a job. */
const AT_WORK = /\b(employer|employment|work ?place)\b/u;
/** Somebody besides the person whom a form is about. */
const SOMEBODY_ELSE =
  /\b(emergency|next of kin|(primary|secondary) contact|contact person|spouse|parents?|guardian|referees?|creditors?)\b/u;

/** Whether the kind of answer allows the key: no personal details for an amount, and only dates for a date. */
function canBeSure({ type, label, context }: FoundBox, key: string): boolean {
  if (ABOUT_PEOPLE.test(key) && context.nearby.some(isCurrency)) return false;
  const around = understood([label, context.section, context.row, context.column].join(' '));
  if (ABOUT_PEOPLE.test(key) && !key.includes('emergency') && SOMEBODY_ELSE.test(around)) return false;
  if (key.startsWith('lease.') && !/\b(lease|rent|rental|tenancy|huur)\b/u.test(around)) return false;
  if (key === 'person.title' && (understood(label ?? '') !== 'title' || AT_WORK.test(around))) return false;
  const isDate = type === 'date' || type === 'date_signed';
  // A box for one part of a date is not the date.
  if (isDate && /^(day|month|year)$/u.test(understood(label ?? ''))) return false;
  return !isDate || /date|birth|_day$|expiry/u.test(key);
}

/** A box that bears nothing but a party's word, such as "Respondent:", asks who that is. */
function partysName(box: FoundBox): Idea | null {
  const claim = box.type === 'text' ? claimOf(box) : null;
  return claim === null ? null : idea('person.full_name', 'medium', box, `The form says "${claim.quote}"`, true);
}

/** `inspection.kitchen.condition`: the row says which, the column what of it. */
function fromTable(box: FoundBox, isOwned: boolean): Idea | null {
  const { row, column, widget_name: name } = box.context;
  if (box.question !== null) return null;
  if (row !== null && column !== null) {
    const entity = snakeCase(row, 4) || numberedRow(row);
    const attribute = snakeCase(column, 4);
    if (entity === '' || attribute === '') return null;
    const reason = `The table's row reads "${quote(row)}" and its column "${quote(column)}"`;
    const found = idea(`${namespaceOf(box)}.${entity}.${attribute}`, 'medium', box, reason, false);
    return { ...found, source: 'context' };
  }
  // Acrobat names the cells of a table after their column and row: "Person NameRow3".
  const cell = /^(.+?) ?row ?(\d{1,3})( \d+)?$/u.exec(plainWords(name?.split('.').at(-1) ?? ''));
  const attribute = snakeCase(withoutOwner((cell?.[1] ?? '').split(' mail ')[0] ?? '', box, isOwned), 4);
  if (cell === null || attribute === '') return null;
  return idea(
    `${namespaceOf(box)}.row_${cell[2]}.${attribute}`,
    'medium',
    box,
    `The field is named "${quote(name)}"`,
    false,
  );
}

function numberedRow(row: string): string {
  const number = /\d+/u.exec(row)?.[0];
  return number === undefined ? '' : `row_${number}`;
}

/** The part of a widget's name that a person chose; null for the names that form designers make up by themselves. */
function meaningful(name: string | null): string | null {
  if (name === null) return null;
  const last = name.split('.').at(-1) ?? '';
  const plain = plainWords(last.replace(/\[\d+\]/gu, '')).replace(/^(users?|client|party) ?\d+ /u, '');
  if (plain.length > LONGEST_NAME) return null;
  const made =
    /^(text( field| ?(box|area))?|field|check ?box|radio( button)?|button|combo( ?box)?|list( ?box)?|dropdown|undefined|untitled|fill|group|choice|item|explain|sig(nature)?|date|[cft]|\d|p)+(?:[\s_][\s\d_]*)?[a-z]?$/u;
  return /\p{L}{3}/u.test(plain) && !made.test(plain) && !/^[a-z]{0,2}\d/u.test(plain) ? plain : null;
}

function fromName(name: string, box: FoundBox, isOwned: boolean): Idea | null {
  const plain = withoutOwner(name, box, isOwned)
    .replace(/\bpage \d+$/u, '')
    .replace(/ \d{1,2}$/u, '')
    .trim();
  const [namespace = '', ...rest] = plain.split(' ');
  const attribute = snakeCase(rest.join(' '));
  if (NAMESPACES.has(namespace) && attribute !== '' && rest.length < MOST_WORDS) {
    return idea(`${namespace}.${attribute}`, 'medium', box, `The field is named "${quoted(box)}"`, true);
  }
  return fromDictionary(plain, box, isOwned);
}

function fromDictionary(text: string, box: FoundBox, isOwned: boolean): Idea | null {
  // What stands in brackets explains the caption; a long text is not a caption.
  const caption =
    text
      .replace(/\((\p{L})\)/gu, ' $1 ')
      .replace(/[[(_].*$/su, '')
      .trim() || text;
  const plain = withoutOwner(understood(caption), box, isOwned);
  if (plain.split(' ').length > MOST_WORDS) return null;
  const match = KNOWN_ANSWERS.find(({ words }) => words.test(plain));
  // A tick says nothing of somebody's details: "Email" beside one is a way to send something.
  const isTick = box.type === 'tickbox' && box.question === null;
  if (match === undefined || asksForMore(caption, match, plain) || (isTick && ABOUT_PEOPLE.test(match.key)))
    return null;
  const rest = plain
    .replace(match.words, ' ')
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.test(word));
  return { ...idea(match.key, 'medium', box, `The form says "${quote(text)}"`, true), isWhole: rest.length === 0 };
}

/** What may stand beside the words that say what is asked. */
const FILLERS =
  /^(\d+|\p{L}|a|address|and|current|details|die|en|full|home|if|is|legal|of|my|no|nommer|nr|number|or|person|personal|please|print|printed|s|the|type|van|work|your|user|client|primary)$/u;

/** "Name, address and telephone no." asks for several things at once, so that no key of one of them fits. */
function asksForMore(caption: string, match: (typeof KNOWN_ANSWERS)[number], plain: string): boolean {
  const covered = match.words.exec(plain)?.[0].length ?? 0;
  if (covered >= plain.length * 0.7) return false;
  return asksForSeveral(caption);
}

/** Whether the parts of a caption ask for different answers: "City, state, zip". */
function asksForSeveral(caption: string): boolean {
  const parts = caption.split(/,|;|\/| and | en /iu).map((part) => understood(part).replace(/^and /u, ''));
  const keys = parts.flatMap((part) => KNOWN_ANSWERS.find(({ words }) => words.test(part))?.key ?? []);
  return new Set(keys).size > 1;
}

function fallback(name: string | null, words: string | null, box: FoundBox, isOwned: boolean): Idea | null {
  const namespace = namespaceOf(box);
  const own = name === null ? '' : withoutOwner(name, box, isOwned).replace(/ \d{1,2}$/u, '');
  const byName = snakeCase(own);
  const byWords =
    words === null || SAYS_NOTHING.test(plainWords(words))
      ? ''
      : snakeCase(withoutOwner(plainWords(words), box, isOwned));
  // A word that stands nowhere by the box, such as "lhofcr", is its author's shorthand; the caption says it better.
  const isShorthand = !byName.includes('_') && byWords !== '' && !plainWords(words ?? '').includes(own);
  if (byName !== '' && !isShorthand) {
    const confidence = own.split(' ').length > MOST_WORDS - 2 ? 'low' : 'medium';
    return idea(`${namespace}.${byName}`, confidence, box, `The field is named "${quoted(box)}"`, true);
  }
  if (byWords === '') {
    return byName === ''
      ? null
      : idea(`${namespace}.${byName}`, 'low', box, `The field is named "${quoted(box)}"`, true);
  }
  const read = idea(`${namespace}.${byWords}`, 'low', box, `The form says "${quote(words)}"`, false);
  return { ...read, source: isTagged(box) ? 'text_tag' : 'context' };
}

function namespaceOf(box: FoundBox): string {
  const section = understood(box.context.section ?? '');
  return SECTION_NAMESPACES.find(([pattern]) => pattern.test(section))?.[1] ?? 'form';
}

/** The tenant's full name is a full name: whose it is, is the subject's business. */
function withoutOwner(plain: string, box: FoundBox, isOwned: boolean): string {
  if (!isOwned) return plain;
  const role = box.tag?.role ?? null;
  const party = role === null ? claimOf(box)?.party : onlyPartyIn(role);
  // A judge's name belongs to the case, and an employer's to the employee.
  if (party == null || party.kind === 'official' || party.group === 'employer') return plain;
  const rest = [party.group, ...party.alternatives].reduce(withoutParty, plain);
  return rest.replace(/^(?:or|and) /u, '');
}

function idea(
  key: string,
  confidence: SuggestedKey['confidence'],
  box: FoundBox,
  reason: string,
  sharable: boolean,
): Idea {
  const asked = withoutOwner(understood(box.context.label ?? box.label ?? ''), box, true);
  return { key, confidence, source: sourceOf(box), reason, sharable, asked, isWhole: true };
}

/** Where a key comes from when nothing nearer is known. */
export function sourceOf(box: FoundBox): SuggestedKey['source'] {
  if (isTagged(box)) return 'text_tag';
  return box.context.widget_name === null ? 'context' : 'widget';
}

function quoted(box: FoundBox): string {
  return quote(box.question ?? box.context.widget_name);
}

function quote(text: string | null): string {
  return (text ?? '').slice(0, QUOTE);
}
