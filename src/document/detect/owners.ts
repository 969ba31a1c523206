import type { FoundBox } from './found-box.js';
import type { PartyWords } from './party-dictionary.js';
import type { PartyMention } from './party-nouns.js';
import { onlyPartyIn, partyKey } from './party-nouns.js';
import type { Claim, Evidence } from './party-of-box.js';
import { plainWords, sentenceCase, snakeCase } from './words.js';

/** Somebody whom the form's words name, by `key`: what they are called, and the words that say so. */
export interface Party {
  readonly key: string;
  readonly number: number | null;
  readonly kind: PartyWords['kind'];
  readonly group: string;
  readonly label: string;
  readonly subjectKey: string;
  readonly heading: string;
  readonly evidence: Evidence | 'nobody';
}

/** The role that a text tag gives its box to. */
export function tagOwner(box: FoundBox): Party | null {
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
export function ownerByClaim(claim: Claim | null): Party | null {
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
