import type { FoundBox } from './found-box.js';
import type { PartyWords } from './party-dictionary.js';
import type { PartyMention } from './party-nouns.js';
import { onlyPartyIn, partyKey } from './party-nouns.js';
import type { Claim, Evidence } from './party-of-box.js';
import { plainWords, sentenceCase, snakeCase } from './words.js';

/** A party with the boxes that are its part of the form, before it is described. */
export interface Party {
  readonly kind: PartyWords['kind'];
  readonly group: string;
  readonly label: string;
  readonly subjectKey: string;
  readonly heading: string;
  readonly evidence: Evidence | 'nobody';
  readonly boxes: readonly number[];
}

/** Whose one box is: the party's key, what it is called, and the form's words that say so. */
export interface Owner extends Omit<Party, 'boxes'> {
  readonly key: string;
  readonly number: number | null;
}

/** The role that a text tag gives its box to. */
export function tagOwner(box: FoundBox): Owner | null {
  const role = box.tag?.role ?? null;
  if (role === null) return null;
  const party = onlyPartyIn(role);
  // A role that is a party's very name is that party, also where widgets name it.
  const isParty =
    party !== null && plainWords(role) === [party.word, party.number].filter((part) => part !== null).join(' ');
  return {
    key: isParty ? partyKey(party) : `role ${role}`,
    number: null,
    kind: party?.kind ?? 'principal',
    group: party?.group ?? role,
    label: role,
    subjectKey: box.tag?.subject ?? (snakeCase(role) || 'person'),
    heading: role,
    evidence: 'text_tag',
  };
}

/** The party that a box's words or its heading name. */
export function ownerByClaim(claim: Claim | null): Owner | null {
  if (claim === null) return null;
  const { party, quote, evidence } = claim;
  const label = labelOf(party);
  return {
    key: partyKey(party),
    number: party.number,
    kind: party.kind,
    group: party.group,
    label,
    subjectKey: snakeCase(label) || 'person',
    heading: quote,
    evidence,
  };
}

function labelOf({ word, number }: PartyMention): string {
  return sentenceCase(number === null ? word : `${word} ${number}`);
}
