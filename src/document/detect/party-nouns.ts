import type { PartyWords } from './party-dictionary.js';
import { OPPOSITES, PARTY_WORDS, QUALIFIERS, WITNESS } from './party-dictionary.js';
import { understood } from './dictionary/in-english.js';
import { perText } from './per-text.js';

/** A party that a text names: "Witness 2" is witness number 2, "Birth parent" a parent of that qualifier. */
export interface PartyMention {
  readonly group: string;
  readonly kind: PartyWords['kind'];
  readonly use: PartyWords['use'];
  /** The words that the text uses, lower-case, number left out. */
  readonly word: string;
  readonly number: number | null;
  /** What tells it from others of its group: a qualifier, or the party whose spouse, agent or attorney it is. */
  readonly qualifier: string | null;
  /** Other groups that the text names as an alternative: "Plaintiff/Petitioner". */
  readonly alternatives: readonly string[];
  /** The plain words before it. */
  readonly before: string;
}

type Raw = PartyMention & { readonly start: number; readonly end: number };

const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth'];
/** Every form of every word, singular and plural, with its singular. */
const FORMS: ReadonlyMap<string, { readonly word: string; readonly party: Omit<PartyWords, 'words'> }> = new Map(
  PARTY_WORDS.flatMap((party) =>
    party.words.flatMap((word) => [word, plural(word)].map((form) => [form, { word, party }] as const)),
  ),
);
/** "court clerk" before "clerk": the longer words at a place are the ones meant. */
const ANY_FORM = [...FORMS.keys()].sort((a, b) => b.length - a.length).join('|');
const MENTION = new RegExp(
  `(?:\\b(first|second|third|fourth|[1-4](?:st|nd|rd|th)) )?(?:\\b(${QUALIFIERS}) )?\\b(${ANY_FORM})\\b(?: (?:no )?([1-9])\\b)?`,
  'gu',
);
/** How a text names the party of a group: "of the second tenant", or "tenant no 2". */
const NAMED = new Map(
  [...new Set(PARTY_WORDS.map(({ group }) => group))].map((group) => {
    const forms = [...FORMS].flatMap(([form, { party }]) => (party.group === group ? [form] : [])).join('|');
    const party = `(?:(?:the|a) )?(?:first |second |third )?(?:(?:${QUALIFIERS}) )?(?:${forms})(?: (?:no )?\\d)?\\b`;
    return [group, { whose: new RegExp(`\\b(?:of|by|for) ${party}`, 'gu'), party: new RegExp(`\\b${party}`, 'gu') }];
  }),
);
const RELATION = /^(?:for|of|to|on behalf of|acting for)(?: (?:the|a|an|my|said))?$/u;

function plural(word: string): string {
  if (word === 'child') return 'children';
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(?:s|x)$/u.test(word) ? `${word}es` : `${word}s`;
}

/** Every party that a text names, in order; a text that names a witness is about the witness alone. */
export const partiesIn = perText((text): readonly PartyMention[] => {
  const plain = normalised(text);
  const joined: Raw[] = [];
  for (const raw of rawMentions(plain)) {
    const last = joined.at(-1);
    const one = last === undefined ? null : join(last, raw, plain.slice(last.end, raw.start).trim());
    if (one === null) joined.push(raw);
    else joined[joined.length - 1] = one;
  }
  const witness = joined.filter(({ group }) => group === WITNESS);
  return witness.length > 0 ? witness.slice(0, 1) : joined;
});

/** The one party that a text names; null when it names none, or several that are not the same. */
export function onlyPartyIn(text: string): PartyMention | null {
  const mentions = partiesIn(text);
  const first = mentions[0];
  if (first === undefined) return null;
  return mentions.every((mention) => partyKey(mention) === partyKey(first)) ? first : null;
}

/** The party that a text begins with, be it for what belongs to it: "tenant employer name" begins with the tenant. */
export function leadingPartyIn(text: string): PartyMention | null {
  const first = rawMentions(normalised(text))[0];
  return first !== undefined && first.before === '' ? first : null;
}

/** Tells parties apart. */
export function partyKey({ group, number, qualifier }: Pick<PartyMention, 'group' | 'number' | 'qualifier'>): string {
  return [qualifier, group, number].filter((part) => part !== null).join(' ');
}

/** Plain words without those that name one party, for asking what else they say. */
export function withoutParty(plain: string, group: string | null): string {
  const named = NAMED.get(group ?? '');
  if (named === undefined) return plain;
  return plain.replace(named.whose, ' ').replace(named.party, ' ').replace(/\s+/gu, ' ').trim();
}

const normalised = perText((text) =>
  understood(text.replace(/(\p{L})\s*\/\s*(?=\p{L})/gu, '$1 or '))
    .replace(/\band or\b|\bor or\b/gu, 'or')
    .replace(/\bin witness (where|there|here)of\b/gu, ' ')
    .replace(/\bwitnessed by\b/gu, 'witness')
    .replace(/\s+/gu, ' ')
    .trim(),
);

const rawMentions = perText((plain): readonly Raw[] =>
  Array.from(plain.matchAll(MENTION), (match) => {
    const [all, before, qualifier = null, words = '', after] = match;
    const found = FORMS.get(words) ?? { word: words, party: { group: words, kind: 'principal', use: 'plain' } };
    const { word, party } = found;
    return {
      group: party.group,
      kind: party.kind,
      use: party.use,
      word: qualifier === null ? word : `${qualifier} ${word}`,
      number: after === undefined ? ordinal(before) : Number(after),
      qualifier,
      alternatives: [],
      before: plain.slice(0, match.index).trim(),
      start: match.index,
      end: match.index + all.length,
    };
  }),
);

/** Two mentions as one party, by what stands between them; null when they are two. */
function join(first: Raw, second: Raw, between: string): Raw | null {
  const isSame = first.group === second.group;
  const isOpposite = OPPOSITES.some((pair) => pair.includes(first.group) && pair.includes(second.group));
  if (isSame && (between === '' || between === 'or' || between === 'the')) {
    return { ...first, number: first.number ?? second.number, end: second.end };
  }
  if (isOpposite) return null;
  if (between === 'or') {
    const word = `${first.word} or ${second.word}`;
    return { ...first, word, alternatives: [...first.alternatives, second.group], end: second.end };
  }
  // "Birth parent petitioner": the last word says what the party is, the others which one.
  if (between === '' && second.qualifier === null) {
    const { before, start } = first;
    return { ...second, word: `${first.word} ${second.word}`, qualifier: first.word, before, start };
  }
  return RELATION.test(between) ? { ...first, end: second.end } : null;
}

function ordinal(word: string | undefined): number | null {
  if (word === undefined) return null;
  const named = ORDINALS.indexOf(word);
  return named >= 0 ? named + 1 : Number(word.charAt(0));
}
