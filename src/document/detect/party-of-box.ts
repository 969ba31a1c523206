import type { FoundBox } from './found-box.js';
import { NAMESPACES } from './key-dictionary.js';
import type { PartyMention } from './party-nouns.js';
import { onlyPartyIn, partiesIn } from './party-nouns.js';
import { plainWords } from './words.js';

/** Whose box it is and the words of the form that say so. */
export interface Claim {
  readonly party: PartyMention;
  readonly evidence: 'section' | 'widget_name' | 'tooltip' | 'caption';
  /** The form's own words. */
  readonly quote: string;
}

const COUNTING = /\b(number|no|amount) of\b|\bhow many\b/u;

const MOST_WORDS = 8;
const LEADS_TO_PARTY = /\b((of|by|for)( the| a)?( \p{L}+)?|the|signature|sign|signed|initials?|date|name|as|p)$/u;

/** The party that a box's own words, its section or its caption name; null when none of them names just one. */
export function claimOf({ context }: FoundBox): Claim | null {
  const { widget_name: name, tooltip, section, label } = context;
  const byName = name === null ? null : leadingParty(name);
  const byTooltip = tooltip === null ? null : spokenParty(tooltip);
  const bySection = section === null ? null : partyOfHeading(section);
  // The heading is the better quote when it agrees with the widget.
  const own = byName ?? byTooltip;
  if (own !== null && bySection !== null && section !== null && own.group === bySection.group) {
    return { party: own, evidence: 'section', quote: section };
  }
  if (byName !== null && name !== null) {
    const spoken = byTooltip?.group === byName.group && tooltip !== null;
    return spoken
      ? { party: byName, evidence: 'tooltip', quote: tooltip }
      : { party: byName, evidence: 'widget_name', quote: name };
  }
  if (byTooltip !== null && tooltip !== null) return { party: byTooltip, evidence: 'tooltip', quote: tooltip };
  const byLabel = label === null || tooltip === label ? null : spokenParty(label);
  if (bySection !== null && section !== null) return { party: bySection, evidence: 'section', quote: section };
  return byLabel !== null && label !== null && label.length <= 60
    ? { party: byLabel, evidence: 'caption', quote: label }
    : null;
}

/** `tenant_employer_name` is the tenant's although it names an employer too. */
function leadingParty(name: string): PartyMention | null {
  const plain = plainWords(name);
  const first = partiesIn(name)[0];
  if (first?.at === 0 && plain.split(' ').length <= MOST_WORDS) return first;
  // `property_occupants` is a number of the property, not somebody's box.
  return NAMESPACES.has(plain.split(' ')[0] ?? '') ? null : spokenParty(name);
}

/** The party of a short text that is about it: "Tenant initials", "Full name of the tenant", "signature_tenant". */
function spokenParty(text: string): PartyMention | null {
  const plain = plainWords(text);
  const party = onlyPartyIn(text);
  if (party === null || COUNTING.test(plain) || plain.split(' ').length > MOST_WORDS) return null;
  const before = plain.slice(0, party.at).trim();
  return before === '' || LEADS_TO_PARTY.test(before) ? party : null;
}

/** A heading is about a party when it names one and says little else: "3. THE SURETY", "Signed by the tenant". */
export function partyOfHeading(heading: string): PartyMention | null {
  const party = onlyPartyIn(heading);
  if (party === null) return null;
  const rest = plainWords(heading)
    .replace(/\b(details|particulars|information|signature|signed|signing|sign|party|parties|section|part)\b/gu, ' ')
    .replace(
      /\b(the|of|by|for|and|on|behalf|as|a|to|be|completed|if|any|applicable|only|s|no|co|first|second)\b/gu,
      ' ',
    )
    .replace(/\b(\d+|[a-z])\b/gu, ' ')
    .split(' ')
    .filter((word) => word !== '');
  return rest.length <= 2 ? party : null;
}
