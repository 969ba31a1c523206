import { plainWords } from './words.js';

/** A word by which forms name a party; words of one group mean the same party. */
interface PartyNoun {
  readonly group: string;
  readonly word: string;
}

/** A party that a text names: "Witness 2" is witness number 2. */
export interface PartyMention {
  readonly group: string;
  /** The word that the text uses, lower-case. */
  readonly word: string;
  readonly number: number | null;
  /** Where in the plain words of the text it stands. */
  readonly at: number;
}

export const WITNESS = 'witness';

const GROUPS: readonly (readonly string[])[] = [
  ['landlord', 'lessor'],
  ['tenant', 'lessee', 'renter'],
  ['surety', 'guarantor'],
  ['witness'],
  ['buyer', 'purchaser'],
  ['seller', 'vendor'],
  ['employer'],
  ['employee'],
  ['agent', 'broker'],
  ['spouse', 'husband', 'wife'],
  ['co applicant'],
  ['applicant'],
  ['petitioner'],
  ['respondent'],
  ['plaintiff'],
  ['defendant'],
  ['claimant'],
  ['appellant'],
  ['attorney', 'lawyer', 'advocate'],
  ['occupant', 'occupier'],
  ['borrower', 'debtor'],
  ['lender', 'creditor'],
  ['customer', 'client'],
  ['supplier', 'contractor'],
  ['licensor'],
  ['licensee'],
  ['grantor'],
  ['grantee'],
  ['transferor'],
  ['transferee'],
  ['trustee'],
  ['beneficiary'],
  ['guardian'],
  ['parent'],
  ['patient'],
  ['donor'],
  ['director'],
  ['shareholder'],
  ['insured', 'policyholder'],
  ['notary'],
  ['judge', 'magistrate'],
  ['commissioner'],
];
const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth'];
const NOUNS: readonly PartyNoun[] = GROUPS.flatMap((words) => words.map((word) => ({ group: words[0] ?? word, word })));

/** Every party that a text names, in order; a text that names a witness is about the witness alone. */
export function partiesIn(text: string): readonly PartyMention[] {
  const plain = plainWords(text).replace(/\bco (buyer|tenant|lessee|borrower|owner)\b/gu, 'second $1');
  const found = NOUNS.flatMap((noun) => mentionsOf(noun, plain)).sort((a, b) => a.at - b.at);
  // "co applicant" holds "applicant": the longer word at a place is the one meant.
  const mentions = found.filter(
    (mention) =>
      !found.some((other) => other.word.length > mention.word.length && other.word.endsWith(` ${mention.word}`)),
  );
  const witness = mentions.filter(({ group }) => group === WITNESS);
  return witness.length > 0 ? witness.slice(0, 1) : mentions;
}

/** The one party that a text names; null when it names none, or several that are not the same. */
export function onlyPartyIn(text: string): PartyMention | null {
  const mentions = partiesIn(text);
  const first = mentions[0];
  if (first === undefined) return null;
  return mentions.every((mention) => partyKey(mention) === partyKey(first)) ? first : null;
}

/** Tells parties apart. */
export function partyKey({ group, number }: PartyMention): string {
  return number === null ? group : `${group}_${number}`;
}

/** Plain words without those that name one party, for asking what else they say. */
export function withoutParty(plain: string, group: string | null): string {
  const words = NOUNS.filter((noun) => noun.group === group).map(({ word }) => plural(word));
  if (words.length === 0) return plain;
  const party = `(?:(?:the|a) )?(?:first |second |third )?(?:${words.join('|')})(?: (?:no )?\\d)?\\b`;
  return plain
    .replace(new RegExp(`\\b(?:of|by|for) ${party}`, 'gu'), ' ')
    .replace(new RegExp(`\\b${party}`, 'gu'), ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

function mentionsOf({ group, word }: PartyNoun, plain: string): readonly PartyMention[] {
  const pattern = new RegExp(
    `(?:\\b(first|second|third|fourth|[1-4](?:st|nd|rd|th)) )?\\b${plural(word)}\\b(?: (?:no )?([1-9])\\b)?`,
    'gu',
  );
  return Array.from(plain.matchAll(pattern), (match) => ({
    group,
    word,
    number: match[2] === undefined ? ordinal(match[1]) : Number(match[2]),
    at: match.index,
  }));
}

function plural(word: string): string {
  if (word.endsWith('y')) return `${word.slice(0, -1)}(?:y|ies)`;
  return word.endsWith('ss') ? `${word}(?:es)?` : `${word}s?`;
}

function ordinal(word: string | undefined): number | null {
  if (word === undefined) return null;
  const named = ORDINALS.indexOf(word);
  return named >= 0 ? named + 1 : Number(word.charAt(0));
}
