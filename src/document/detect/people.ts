import { createHash } from 'node:crypto';
import { type FoundPerson, isFilledAtSigning, isSigning } from '../read-document.js';
import type { Part } from './decisions.js';
import { countsInWords, decisionFor, offeredFor, partOf, proposalFor } from './decisions.js';
import type { FoundBox } from './found-box.js';
import { findParties } from './parties.js';

/** The people that a document names, in the order a reader meets them; `boxes` are in reading order. */
export function findPeople(boxes: readonly FoundBox[]): readonly FoundPerson[] {
  return findParties(boxes).flatMap((party) => (isSomebody(party, boxes) ? [describe(party, boxes)] : []));
}

/** A party with the boxes that are its part of the form. */
type PartOfForm = ReturnType<typeof findParties>[number];

/** Whether a party has a place to sign or a field to fill in; others are only mentioned. */
function isSomebody(party: PartOfForm, boxes: readonly FoundBox[]): boolean {
  return party.boxes.some((index) => {
    const type = boxes[index]?.type;
    return type !== undefined && (isSigning(type) || !isFilledAtSigning(type));
  });
}

function describe(party: PartOfForm, boxes: readonly FoundBox[]): FoundPerson {
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
    reason: reasonFor(party, part, first),
    proposed: proposalFor(part, { subject_key: party.subjectKey, label: party.label }),
    offered: offeredFor(part),
    boxes: party.boxes,
  };
}

function personId(party: PartOfForm, page: number, first: FoundBox | undefined): string {
  const place = first === undefined ? '' : `${Math.round(first.area.left)} ${Math.round(first.area.top)}`;
  const content = [party.group, party.label, party.heading, page, place].join('\n');
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function reasonFor(party: PartOfForm, part: Part, first: FoundBox | undefined): string {
  return `${foundBy(party, first)}, with ${countsInWords(part)}. ${consequence(part)}`;
}

function foundBy({ evidence, heading }: PartOfForm, first: FoundBox | undefined): string {
  switch (evidence) {
    case 'section':
      return `Section heading "${heading}"`;
    case 'tooltip':
      return `Field description "${heading}"`;
    case 'widget_name':
      return `Field name "${heading}"`;
    case 'signature_line':
      return `Signature line "${heading}"`;
    case 'caption':
      return `Label "${heading}"`;
    case 'nobody':
      return `Signature without a named person at "${heading}"`;
    case 'text_tag':
      return `${first?.widget === undefined ? 'Text tags' : 'Prepared fields'} for the role "${heading}"`;
  }
}

function consequence(part: Part): string {
  switch (decisionFor(part)) {
    case 'both':
      return part.signatures > 0
        ? 'This person provides details and signs'
        : 'This person fills in these fields and signs nothing';
    case 'signer':
    case 'mandate_signed':
      return 'This person signs';
    case 'subject':
      return 'This person provides details but does not sign';
    case 'witness':
      return 'This person signs as a witness';
  }
}
