import { createHash } from 'node:crypto';
import type { FoundPerson } from '../read-document.js';
import type { Part } from './decisions.js';
import { countsInWords, decisionFor, offeredFor, partOf, proposalFor } from './decisions.js';
import type { FoundBox } from './found-box.js';
import { isFilledAtSigning, isSigning } from './found-box.js';
import type { Claim } from './party-of-box.js';
import { claimOf } from './party-of-box.js';
import { onlyPartyIn, partyKey, WITNESS } from './party-nouns.js';
import { plainWords, sentenceCase, snakeCase } from './words.js';

/** A party with the boxes it claims, before it is described. */
interface Party {
  readonly kind: 'principal' | 'witness';
  readonly group: string;
  readonly label: string;
  readonly subjectKey: string;
  readonly heading: string;
  readonly evidence: Claim['evidence'] | 'text_tag';
  readonly boxes: number[];
}

/**
 * The people that a document names, in the order a reader meets them. `boxes` are in reading order and each belongs to
 * at most one person. Text tags name roles outright; elsewhere section headings, widget names, tooltips and captions do.
 */
export function findPeople(boxes: readonly FoundBox[]): readonly FoundPerson[] {
  const parties = new Map<string, Party>();
  for (const [index, box] of boxes.entries()) {
    const key = box.tag?.role == null ? claimParty(box, parties) : tagParty(box, parties);
    if (key !== null) parties.get(key)?.boxes.push(index);
  }
  if (parties.size === 0) {
    const signer = unnamedSigner(boxes);
    return signer === null ? [] : [describe(signer, boxes)];
  }
  return [...parties.values()].map((party) => describe(party, boxes));
}

function tagParty(box: FoundBox, parties: Map<string, Party>): string {
  const role = box.tag?.role ?? '';
  const party = onlyPartyIn(role);
  // A role that is a party's very name is that party, also where widgets name it.
  const isParty = party !== null && plainWords(role) === partyKey({ ...party, group: party.word }).replace('_', ' ');
  const key = isParty ? partyKey(party) : `role ${role}`;
  const known = parties.get(key);
  const subject = box.tag?.subject ?? null;
  if (known === undefined) {
    parties.set(key, {
      kind: party?.group === WITNESS ? 'witness' : 'principal',
      group: party?.group ?? role,
      label: role,
      subjectKey: subject ?? (snakeCase(role) || 'person'),
      heading: role,
      evidence: 'text_tag',
      boxes: [],
    });
  } else if (subject !== null && known.subjectKey !== subject && known.subjectKey === snakeCase(role)) {
    parties.set(key, { ...known, subjectKey: subject });
  }
  return key;
}

function claimParty(box: FoundBox, parties: Map<string, Party>): string | null {
  const claim = claimOf(box);
  if (claim === null) return null;
  const key = partyKey(claim.party);
  const known = parties.get(key);
  const { party } = claim;
  if (known === undefined) {
    const label = sentenceCase(party.number === null ? party.word : `${party.word} ${party.number}`);
    parties.set(key, {
      kind: party.group === WITNESS ? 'witness' : 'principal',
      group: party.group,
      label,
      subjectKey: snakeCase(label),
      heading: claim.quote,
      evidence: claim.evidence,
      boxes: [],
    });
  } else if (known.evidence !== 'section' && claim.evidence === 'section') {
    parties.set(key, { ...known, heading: claim.quote, evidence: 'section' });
  }
  return key;
}

/** A form with signature lines and no names: somebody has to sign them. */
function unnamedSigner(boxes: readonly FoundBox[]): Party | null {
  const first = boxes.find((box) => isSigning(box.type));
  if (first === undefined) return null;
  return {
    kind: 'principal',
    group: 'signer',
    label: 'Signer',
    subjectKey: 'person',
    heading: first.label ?? first.context.section ?? 'Signature',
    evidence: 'caption',
    boxes: boxes.flatMap((box, index) => (isFilledAtSigning(box.type) ? [index] : [])),
  };
}

function describe(party: Party, boxes: readonly FoundBox[]): FoundPerson {
  const own = party.boxes.flatMap((index) => boxes[index] ?? []);
  const part = partOf(party.kind, own, { group: party.group, text: party.heading });
  const first = own.find((box) => box.context.section === party.heading) ?? own[0];
  const page = first?.page ?? 1;
  return {
    id: personId(party, page, first),
    heading: party.heading,
    kind: party.kind,
    principal: party.kind === 'principal',
    page,
    reason: reasonFor(party, part),
    proposed: proposalFor(part, { subject_key: party.subjectKey, label: party.label }),
    offered: offeredFor(part),
    boxes: party.boxes,
  };
}

function personId(party: Party, page: number, first: FoundBox | undefined): string {
  const place = first === undefined ? '' : `${Math.round(first.area.left)} ${Math.round(first.area.top)}`;
  const content = [party.group, party.label, party.heading, page, place].join('\n');
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function reasonFor(party: Party, part: Part): string {
  return `${foundBy(party)}, with ${countsInWords(part)}: ${consequence(part)}`;
}

function foundBy({ evidence, heading }: Party): string {
  switch (evidence) {
    case 'section':
      return `The form has a part headed "${heading}"`;
    case 'tooltip':
      return `A box of the form says "${heading}"`;
    case 'widget_name':
      return `A box of the form is named "${heading}"`;
    case 'caption':
      return `A line of the form reads "${heading}"`;
    case 'text_tag':
      return `Text tags of the form give boxes to the role "${heading}"`;
  }
}

function consequence(part: Part): string {
  switch (decisionFor(part)) {
    case 'both':
      return 'this person gives details and signs';
    case 'signer':
    case 'mandate_signed':
      return 'this person signs';
    case 'subject':
      return 'details of this person are collected, who signs nothing';
    case 'witness':
      return 'this person signs as a witness';
  }
}
