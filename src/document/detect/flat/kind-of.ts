import type { Area } from '../../engine/page-glyphs.js';
import type { BoxType } from '../../read-document.js';
import { isDate, isDueOnSigning, isOfNames } from '../box-type.js';
import { KNOWN_ANSWERS } from '../key-dictionary.js';
import { onlyPartyIn, withoutParty } from '../party-nouns.js';
import type { Phrase } from '../text-lines.js';
import { understood } from '../dictionary/in-english.js';
import { comesBefore } from '../words.js';
import type { NamedPlace } from './named-place.js';
import type { Place, PageContext } from './place.js';
import { heightOf, inOneRow, isLine, widthOf } from './place.js';

/** What a place takes, and what it is to be called when its own words do not say so. */
export interface Kind {
  readonly type: BoxType;
  readonly label: string | null;
}

const BLOCK = { above: 150, beside: 110 };
const HIGHEST_SIGNATURE = 90;
const NARROWEST_SIGNATURE = 60;
/** In points. */
const SAME_ROW = 6;
/** How far down the page the foot begins where people initial it. */
const FOOT = 0.8;
const MOST_WORDS = 6;
/** What is asked of the signer rather than who that is. */
const SAYS_WHAT =
  /\b((sur)?names?|dates?|place|capacity|title|designation|position|address|id|identity|number|no|initials?|time|phone|tel|cell|e ?mail|witness(es)?)\b/u;
const SIGNING =
  /\b(signed (at|on|by|this|in|for)|signatures?|sign here|signatory|witness(es)?|thus done|executed (at|on|by|this)|i declare)\b/u;
/** The head of a column, or of a row by itself, in whose cells people sign. */
const SIGNED_COLUMN = /^(the )?(signatures?|sign here|signed)( of (the )?\p{L}+)?$|^\p{L}+ signature$/u;
const WITNESSES = /^(and )?(as |the |signed |in the presence of )*(the )?(under ?signed )?(witness(es)?|getuies?)\b/u;

const NAME = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3} ?$/u;
const OFFICE =
  /\b(director|manager|member|trustee|partner|proprietor|owner|secretary|chair(man|person)?|officer|ceo|attorney)\b/u;
const FAREWELL = /^(yours (faithfully|sincerely|truly)|kind regards|die uwe|vriendelike groete)$/u;
const SAME_EDGE = 12;
const SAME_COLUMN = 30;

/** What each place of a page takes, by its words and by the signatures around it. */
export function kindsOf(named: readonly NamedPlace[], page: PageContext): readonly Kind[] {
  const firm = named.map((one) => isNamedSignature(one));
  const signatures = named.filter((_, index) => firm[index]).map(({ place }) => place.area);
  const types = named.map((one, index) => {
    if (firm[index]) return 'signature' as const;
    if (one.isInitialled) return null;
    return isSilentSignature(one, named, signatures, page) || isOfTwo(one, named) ? 'signature' : null;
  });
  const all = named.filter((_, index) => types[index] === 'signature').map(({ place }) => place.area);
  return named.map((one, index): Kind => {
    if (types[index] === 'signature') return { type: 'signature', label: labelOfSignature(one, page) };
    return { type: otherType(one, named, all, page), label: one.label };
  });
}

function isNamedSignature({ place, label }: NamedPlace): boolean {
  const words = understood(label ?? '');
  if (place.seenAs === 'comb' || heightOf(place.area) > HIGHEST_SIGNATURE) return false;
  if (place.column !== null && SIGNED_COLUMN.test(understood(place.column))) return true;
  if (place.row !== null) {
    const isOfParty = place.column === null || isOnlyRole(place.column);
    return isOfParty && SIGNED_COLUMN.test(understood(place.row));
  }
  if (isDueOnSigning(words)) return false;
  if (
    /\b(date|name|place|title|capacity|address|time|number|no) (of|in|at|on)?( the)?( \p{L}+)? ?(sign|witness)/u.test(
      words,
    )
  )
    return false;
  if (/\bsignature (date|name|place|page|is|was|shall|will|has)\b|\bsigned (at|on|this|in)\b/u.test(words))
    return false;
  if (comesBefore(words, /\b(date|print(ed)?|type|name)\b/u, /\bsign/u)) return false;
  if (/^(x|s|by|per)$/u.test(words)) return true;
  return (
    /\bsignature\b|\bsignatures\b|^(the )?(duly )?(authori[sz]ed )?signator(y|ies)( \d)?$|\bsign here\b|^sign(ed)?( by| for)?\b|\bsigned by\b|\bsigned$/u.test(
      words,
    ) && words.split(' ').length <= 14
  );
}

/** A line that says no more than who, or only its number under the word "witnesses", where people sign. */
function isSilentSignature(
  one: NamedPlace,
  named: readonly NamedPlace[],
  signatures: readonly Area[],
  page: PageContext,
): boolean {
  const { place, label } = one;
  const isFree = place.seenAs !== 'cell' && place.seenAs !== 'comb' && place.more.length === 0;
  if (!isFree || place.area.right - place.area.left < NARROWEST_SIGNATURE) return false;
  if (witnessOver(place, label, page) !== null || isWitnessed(one, named, page)) return true;
  if (isNameUnder(one, page) || (isOnlyRole(label) && isBeforeDate(one, named))) return true;
  return isOnlyRole(label) && isWhereOneSigns(place.area, signatures, page.phrases);
}

/** "Seller: ____ Date: ____": who writes the date behind a role has signed there. */
function isBeforeDate({ place: { area } }: NamedPlace, named: readonly NamedPlace[]): boolean {
  const after = named.filter(({ place: { area: other } }) => other.left >= area.right - 1 && inOneRow(other, area));
  const [next] = after.toSorted((a, b) => a.place.area.left - b.place.area.left);
  return next !== undefined && /^dated?$/u.test(understood(next.label ?? ''));
}

/** A name under a line with what its bearer is right under it, or after "Yours faithfully", is of who signs there. */
function isNameUnder({ place: { area }, label, isUnder }: NamedPlace, { phrases, body }: PageContext): boolean {
  const words = understood(label ?? '');
  if (
    !isUnder ||
    !NAME.test(label ?? '') ||
    SAYS_WHAT.test(words) ||
    KNOWN_ANSWERS.some((known) => known.words.test(words))
  )
    return false;
  const flush = phrases.filter(({ left }) => Math.abs(left - area.left) < SAME_EDGE);
  const [name, office] = flush.filter(({ top }) => top > area.bottom - 3).toSorted((a, b) => a.top - b.top);
  const over = flush.filter(({ bottom, top }) => bottom < area.bottom && area.bottom - top < BLOCK.above);
  const isOffice = name !== undefined && office !== undefined && office.top - name.bottom < body;
  return (
    over.some(({ text }) => FAREWELL.test(understood(text))) ||
    (isOffice && (OFFICE.test(understood(office.text)) || isOnlyRole(office.text)))
  );
}

/** Beside the lines of witnesses the party signs whose few words stand under the line, whatever it is called. */
function isWitnessed({ place, label, isUnder }: NamedPlace, named: readonly NamedPlace[], page: PageContext): boolean {
  const words = understood(label ?? '');
  if (!isUnder || words === '' || words.split(' ').length > MOST_WORDS || SAYS_WHAT.test(words)) return false;
  return named.some(
    ({ place: { area }, label: other }) =>
      area.right <= place.area.left &&
      Math.abs(area.bottom - place.area.bottom) < SAME_ROW &&
      witnessOver({ ...place, area }, other, page) !== null,
  );
}

/** Two parties under two lines side by side, or under two of several with a witness under one of them, sign there. */
function isOfTwo(one: NamedPlace, named: readonly NamedPlace[]): boolean {
  if (!isRoleUnder(one)) return false;
  const { area } = one.place;
  const party = understood(one.label ?? '');
  const areWitnessed = named.some((each) => isRoleUnder(each) && isWitness(each));
  return named.some((other) => {
    if (other === one || !isRoleUnder(other) || understood(other.label ?? '') === party) return false;
    const beside = Math.abs(other.place.area.bottom - area.bottom) < 6;
    const gap = Math.max(other.place.area.top - area.bottom, area.top - other.place.area.bottom);
    return beside || (gap < BLOCK.beside && areWitnessed);
  });
}

function isRoleUnder({ place, label, isUnder }: NamedPlace): boolean {
  return isUnder && isLine(place) && widthOf(place.area) >= NARROWEST_SIGNATURE && isOnlyRole(label);
}

function isWitness({ label }: NamedPlace): boolean {
  return onlyPartyIn(label ?? '')?.kind === 'witness';
}

function isOnlyRole(label: string | null): boolean {
  // "Parent or guardian (if the tenant is under 18)": what stands in brackets is not part of who it is.
  const text = label?.replace(/\([^)]*\)?/gu, ' ') ?? '';
  const party = onlyPartyIn(text);
  if (party === null || /\bname\b/iu.test(text)) return false;
  const rest = understood(text)
    .replace(/\b(the|of|for|and|on|behalf|as|or|duly authori[sz]ed|s|no(?= \d)|first|second|\d+)\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return rest.split(' ').length <= party.word.split(' ').length || withoutParty(rest, party.group) === '';
}

function isWhereOneSigns(area: Area, signatures: readonly Area[], phrases: readonly Phrase[]): boolean {
  const near = (other: Area, above: number, below: number): boolean =>
    other.bottom > area.top - above && other.top < area.bottom + below;
  if (signatures.some((signature) => near(signature, BLOCK.beside, BLOCK.beside))) return true;
  return phrases.some((phrase) => near(phrase, BLOCK.above, 0) && SIGNING.test(understood(phrase.text)));
}

/** The words "as witnesses" over a line that bears nothing but a number; null when there are none. */
function witnessOver({ area }: Place, label: string | null, { phrases }: PageContext): Phrase | null {
  const words = understood(label ?? '');
  if (words !== '' && !/^\d{1,2}$/u.test(words) && !WITNESSES.test(words)) return null;
  const over = phrases.filter((phrase) => {
    const gap = area.top - phrase.bottom;
    return gap > -10 && gap < 110 && phrase.left < area.right && phrase.right > area.left - 60;
  });
  return over.find((phrase) => WITNESSES.test(understood(phrase.text)) && phrase.text.length < 40) ?? null;
}

function labelOfSignature({ place, label }: NamedPlace, page: PageContext): string | null {
  const words = understood(label ?? '');
  if (words !== '' && !/^\d{1,2}$/u.test(words)) return label;
  const witness = witnessOver(place, label, page);
  return witness === null ? label : `Witness${words === '' ? '' : ` ${words}`}`;
}

function otherType(
  { place, label, isInitialled }: NamedPlace,
  named: readonly NamedPlace[],
  signatures: readonly Area[],
  page: PageContext,
): BoxType {
  const words = understood(label ?? '');
  if (isInitialled && !/\bdate|\bplace|\bname/u.test(words)) return 'initials';
  // The first of two readings or amounts is not signed.
  if (words === 'initial' && named.some((other) => understood(other.label ?? '') === 'final')) return 'text';
  if (place.row === null && /\binitials?\b/u.test(words) && !/\bmiddle\b|\bname\b|\bsurname\b|\bfirst\b/u.test(words)) {
    const isWhereOneSigns = isOnFoot(place, page) || signatures.some((each) => isBeside(each, place.area));
    const areLetters = named.some((other) => isOfNames(place.area, other.place.area, other.label));
    return words !== 'initials' || isWhereOneSigns || !areLetters ? 'initials' : 'text';
  }
  // A line at the foot of a page that is too short to sign on, with who is to initial there.
  if (isLine(place) && widthOf(place.area) < NARROWEST_SIGNATURE && isOnFoot(place, page) && isOnlyRole(label)) {
    return 'initials';
  }
  if (place.seenAs === 'leader' && place.cells !== null) return 'date';
  if (!isDate(words) || isDueOnSigning(words)) return 'text';
  if (/\bdate (signed|of signature|of signing)\b|\bsigned on\b|\bsignature date\b/u.test(words)) return 'date_signed';
  const bySignature = signatures.some((signature) => isBeside(signature, place.area));
  const isOfParty = place.row !== null && place.column !== null && isOnlyRole(place.column);
  const asked = isOfParty ? understood(place.row) : place.column === null ? words : understood(place.column);
  return bySignature && /^(the )?dated?( today)?$/u.test(asked) ? 'date_signed' : 'date';
}

const isOnFoot = ({ area }: Place, { height }: PageContext): boolean => area.top > FOOT * height;

function isBeside(signature: Area, area: Area): boolean {
  const inColumn = Math.abs(signature.left - area.left) < SAME_COLUMN && area.top > signature.top;
  return Math.max(signature.top - area.bottom, area.top - signature.bottom, 0) <= (inColumn ? 100 : 45);
}
