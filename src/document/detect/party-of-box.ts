import type { FoundBox } from './found-box.js';
import { isFilledAtSigning } from '../read-document.js';
import { NAMESPACES } from './key-dictionary.js';
import type { PartyMention } from './party-nouns.js';
import { leadingPartyIn, onlyPartyIn } from './party-nouns.js';
import { understood } from './dictionary/in-english.js';
import { plainWords } from './words.js';

/** Whose box it is and the words of the form that say so. */
export interface Claim {
  readonly party: PartyMention;
  readonly evidence: Evidence;
  /** The form's own words. */
  readonly quote: string;
}

export type Evidence = 'section' | 'signature_line' | 'caption' | 'tooltip' | 'widget_name' | 'text_tag';

/** What counts people or is a detail of somebody else. */
const COUNTING = /\bmaiden\b|\b(number|no|amount) of\b|\bhow many\b|\b(getal|aantal|hoeveel)\b/u;
const MOST_WORDS = 8;
const LONGEST_CAPTION = 60;
/** What may stand before the party in words about it: "Full name of the", "Signed by", "for and on behalf of". */
const LEADS_TO_PARTY =
  /^(?:\d+ )?(?:(?:the|die)|(?:[\p{L}\d]+ ){0,4}(?:of|by|for|van|deur)(?: the| a| die)?(?: \p{L}+)?|(?:[\p{L}\d]+ ){0,2}(?:signature|handtekening|sign|signed|initials?|date|name|as|p|printed)(?: the| die)?)$/u;

/** The party that a box's own words, its section or its caption name; null when none of them names just one. */
export function claimOf(box: FoundBox): Claim | null {
  const own = ownClaimOf(box);
  const bySection = sectionClaimOf(box);
  // The heading is the better quote when it agrees with the box.
  if (own !== null && bySection !== null && own.party.group === bySection.party.group) {
    return { ...bySection, party: own.party.number === null ? bySection.party : own.party };
  }
  if (own === null) return bySection;
  return own.evidence === 'caption' && bySection !== null ? bySection : own;
}

/** The party that the box's own name, tooltip or caption names, with the quote that a reader would find best. */
export function ownClaimOf(box: FoundBox): Claim | null {
  const { widget_name: name, tooltip, label } = box.context;
  const signs = isFilledAtSigning(box.type);
  const caption = label ?? box.label;
  // The words of an option are what may be chosen, and nobody's name.
  const isOption = box.type === 'tickbox' && (caption === box.context.option || caption === box.label);
  const byCaption =
    caption === null || isOption || caption.length > (signs ? 2 : 1) * LONGEST_CAPTION
      ? null
      : spokenParty(caption, signs);
  // "Number of occupants" counts them, whatever the field is called.
  const counts = !signs && caption !== null && COUNTING.test(understood(caption));
  const byName = name === null || counts ? null : leadingParty(name, signs);
  const byTooltip = tooltip === null ? null : spokenParty(tooltip, signs);
  const captionAgrees = (party: PartyMention): boolean => byCaption?.group === party.group;
  const evidence = signs ? 'signature_line' : 'caption';
  const merged = (party: PartyMention, other: Claim): Claim =>
    captionAgrees(party) && caption !== null && byCaption !== null
      ? {
          party: other.party.number === null ? byCaption : party,
          evidence,
          quote: caption,
        }
      : other;
  // What a signature line says outweighs what its field is called; forms are copied and names are left behind.
  if (signs && byCaption !== null && caption !== null) return { party: byCaption, evidence, quote: caption };
  if (byName !== null && name !== null) {
    return byTooltip?.group === byName.group && tooltip !== null
      ? merged(byName, { party: byName, evidence: 'tooltip', quote: tooltip })
      : merged(byName, { party: byName, evidence: 'widget_name', quote: name });
  }
  if (byTooltip !== null && tooltip !== null) return { party: byTooltip, evidence: 'tooltip', quote: tooltip };
  return byCaption === null || caption === null ? null : { party: byCaption, evidence: 'caption', quote: caption };
}

/** The party that the heading over a box is about. */
function sectionClaimOf(box: FoundBox): Claim | null {
  const { section } = box.context;
  if (section === null) return null;
  const party = partyOfHeading(section) ?? (isFilledAtSigning(box.type) ? signersOfHeading(section) : null);
  return party === null ? null : { party, evidence: 'section', quote: section };
}

/** `tenant_employer_name` is the tenant's although it names an employer too. */
function leadingParty(name: string, signs: boolean): PartyMention | null {
  const plain = plainWords(name);
  const first = leadingPartyIn(name);
  if (first !== null && plain.split(' ').length <= MOST_WORDS) return signs || first.use === 'plain' ? first : null;
  // `property_occupants` is a number of the property, not somebody's box.
  return NAMESPACES.has(plain.split(' ')[0] ?? '') ? null : spokenParty(name, signs);
}

/** The party of a short text that is about it: "Tenant initials", "Full name of the tenant", "signature_tenant". */
function spokenParty(words: string, signs: boolean): PartyMention | null {
  // A condition in brackets is not about whom it names: "Purchaser's spouse (if married to the purchaser)".
  const text = signs ? words.replace(/\([^)]*\)?|\b(for and )?on behalf of\b|\bduly authori[sz]ed\b/giu, ' ') : words;
  const plain = understood(text);
  const party = onlyPartyIn(text);
  if (party === null || COUNTING.test(plain) || plain.split(' ').length > MOST_WORDS) return null;
  if (!signs && party.use === 'spoken') return null;
  return party.before === '' || LEADS_TO_PARTY.test(party.before) ? party : null;
}

/** A heading is about a party when it names one and says little else: "3. THE SURETY", "Signed by the tenant". */
export function partyOfHeading(heading: string): PartyMention | null {
  const party = onlyPartyIn(heading);
  if (party === null) return null;
  const rest = understood(heading)
    .replace(
      /\b(details|particulars|information|signature|signed|signing|sign|party|parties|section|part|personal|besonderhede)\b/gu,
      ' ',
    )
    .replace(
      /\b(the|of|by|for|and|or|on|behalf|as|a|to|be|completed|if|any|applicable|only|s|no|co|first|second|duly|authorised|authorized|representative|die|van)\b/gu,
      ' ',
    )
    .replace(/\b(\d+|[a-z])\b/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');
  // "General company information" is about no company that signs.
  const more = party.use === 'plain' ? 1 : 0;
  return rest.length <= party.word.split(' ').length + party.alternatives.length + more ? party : null;
}

/** Over a place to sign a heading may say more, so long as it begins with the one party that signs. */
function signersOfHeading(heading: string): PartyMention | null {
  const party = onlyPartyIn(heading);
  return party !== null && /^(?:\d+ |[a-z] |the )*$/u.test(`${party.before} `.trimStart()) ? party : null;
}
