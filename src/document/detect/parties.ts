import type { FoundBox } from './found-box.js';
import { isFilledAtSigning } from '../read-document.js';
import { nameTheRest } from './nameless-signers.js';
import type { Party } from './owners.js';
import { ownerByClaim, tagOwner } from './owners.js';
import { OPPOSITES } from './party-dictionary.js';
import type { Claim } from './party-of-box.js';
import { claimOf, ownClaimOf } from './party-of-box.js';
import type { SigningBlock } from './signing-blocks.js';
import { signingBlocks } from './signing-blocks.js';
import { understood } from './dictionary/in-english.js';
import { plainWords, snakeCase } from './words.js';

type WithBoxes = Party & { readonly boxes: readonly number[] };

/**
 * The parties of a form and the boxes that are their part of it, in the order in which a reader meets them. No box
 * belongs to two.
 */
export function findParties(boxes: readonly FoundBox[]): readonly WithBoxes[] {
  const blocks = signingBlocks(boxes);
  const claims = settled(boxes.map((box) => (isAssigned(box) ? null : claimOf(box))));
  const owners = boxes.map((box, index) => tagOwner(box) ?? ownerByClaim(claims[index] ?? null));
  shareBlocks(boxes, blocks, owners);
  nameTheRest(boxes, blocks, owners);
  numberWitnessesOn(boxes, blocks, owners);
  numberRepeats(boxes, blocks, owners);
  keepQuestionsWhole(boxes, owners);
  return assembled(boxes, withoutBystanders(boxes, owners));
}

/** Whether its author said whose the box is; of a prepared one also where it is nobody's. */
const isAssigned = ({ tag, widget }: FoundBox): boolean => tag !== null && (tag.role !== null || widget !== undefined);

/**
 * Several claims as one party where the form surely means one: "estate agent" and "agent" on a form that knows no other
 * agent, and "Petitioner" beside "Plaintiff/Petitioner".
 */
function settled(claims: readonly (Claim | null)[]): readonly (Claim | null)[] {
  const qualifiers = new Map<string, Set<string>>();
  const aliases = new Map<string, string>();
  for (const claim of claims) {
    if (claim === null) continue;
    const { group, qualifier, alternatives } = claim.party;
    if (qualifier !== null) qualifiers.set(group, (qualifiers.get(group) ?? new Set()).add(qualifier));
    for (const other of alternatives) aliases.set(other, group);
  }
  return claims.map((claim) => {
    if (claim === null) return null;
    const { group, qualifier } = claim.party;
    const one = (qualifiers.get(group)?.size ?? 0) === 1;
    const party = {
      ...claim.party,
      group: aliases.get(group) ?? group,
      qualifier: one ? null : qualifier,
    };
    return { ...claim, party };
  });
}

/** What stands by a signature is about the signer; and a name by it says who that is. */
function shareBlocks(boxes: readonly FoundBox[], blocks: readonly SigningBlock[], owners: (Party | null)[]): void {
  const own = settled(boxes.map((box) => (box.tag === null ? ownClaimOf(box) : null))).map(ownerByClaim);
  for (const { signature, members } of blocks) {
    if (boxes[signature]?.tag != null) continue;
    const spoken = members
      .flatMap((index) => own[index] ?? [])
      // Forms ask employees for their employer, in what follows a signature too.
      .filter(({ group }) => group !== 'employer');
    const [first] = spoken;
    const agreed = first !== undefined && spoken.every(({ key }) => key === first.key) ? first : null;
    const whose = own[signature] ?? agreed ?? owners[signature] ?? null;
    if (whose === null) continue;
    owners[signature] = owners[signature]?.key === whose.key ? owners[signature] : whose;
    let owner = whose;
    for (const index of members.toSorted((a, b) => placeOf(boxes, a) - placeOf(boxes, b))) {
      if (boxes[index]?.tag != null) continue;
      const claimed = own[index] ?? null;
      // A line that names somebody else begins that person's details.
      if (claimed !== null && claimed.group !== owner.group) owner = claimed;
      owners[index] = owner;
    }
  }
}

const ROW = 8;

/** Rows from the top, and from left to right within one. */
function placeOf(boxes: readonly FoundBox[], index: number): number {
  const area = boxes[index]?.area;
  return area === undefined ? 0 : Math.round(area.bottom / ROW) * 10_000 + area.left;
}

/** Two signature lines of one kind in one part of the form are two people: "Witness" twice under "AS WITNESSES". */
function numberRepeats(boxes: readonly FoundBox[], blocks: readonly SigningBlock[], owners: (Party | null)[]): void {
  const groups = new Map<string, SigningBlock[]>();
  for (const block of blocks) {
    const owner = owners[block.signature] ?? null;
    const box = boxes[block.signature];
    if (owner === null || box === undefined || owner.number !== null || owner.evidence === 'text_tag') continue;
    // One witness signs once: two on a page are two, be they under different headings.
    const part = owner.kind === 'witness' ? '' : `${box.context.section}\n${plainWords(box.label ?? '')}`;
    const place = `${owner.key}\n${box.page}\n${part}`;
    groups.set(place, [...(groups.get(place) ?? []), block]);
  }
  for (const repeats of groups.values()) {
    const fields = new Set(repeats.map(({ signature }) => boxes[signature]?.context.widget_name ?? String(signature)));
    if (repeats.length < 2 || fields.size < repeats.length) continue;
    const first = owners[repeats[0]?.signature ?? -1] ?? null;
    if (first === null) continue;
    const rest = owners.flatMap((owner, index) => (owner?.key === first.key ? [index] : []));
    for (const index of rest) owners[index] = withNumber(owners[index] ?? first, 1);
    for (const [position, { signature, members }] of repeats.entries()) {
      const own = [signature, ...members].filter((index) => rest.includes(index));
      for (const index of own) owners[index] = withNumber(first, position + 1);
    }
  }
}

/** Witnesses whose numbers begin again on a page of lines witness another signature: they are numbered on. */
function numberWitnessesOn(
  boxes: readonly FoundBox[],
  blocks: readonly SigningBlock[],
  owners: (Party | null)[],
): void {
  const seen = new Map<string, number>();
  for (const { signature, members } of blocks) {
    const [box, owner] = [boxes[signature], owners[signature] ?? null];
    if (box === undefined || owner?.kind !== 'witness' || owner.number === null) continue;
    if (box.context.widget_name !== null || box.tag !== null) continue;
    const page = `${box.page} ${owner.group}`;
    const most = seen.get(page) ?? 0;
    seen.set(page, Math.max(most + 1, owner.number));
    if (owner.number > most) continue;
    const own = [signature, ...members].filter((index) => owners[index]?.key === owner.key);
    const next = withNumber(withoutNumber(owner), most + 1);
    for (const index of own) owners[index] = next;
  }
}

function withoutNumber(owner: Party): Party {
  const plain = (text: string): string => text.replace(/[ _]\d+$/u, '');
  const { key, label, subjectKey } = owner;
  return { ...owner, key: plain(key), label: plain(label), subjectKey: plain(subjectKey), number: null };
}

function withNumber(owner: Party, number: number): Party {
  return {
    ...owner,
    key: `${owner.key} ${number}`,
    number,
    label: `${owner.label} ${number}`,
    subjectKey: `${owner.subjectKey}_${number}`,
  };
}

/** A question belongs to one person, whatever columns its options stand in: the person of the first of them. */
function keepQuestionsWhole(boxes: readonly FoundBox[], owners: (Party | null)[]): void {
  const first = new Map<string, Party | null>();
  for (const [index, { question, tag }] of boxes.entries()) {
    if (question === null || tag !== null) continue;
    const owner = first.get(question) ?? owners[index] ?? null;
    first.set(question, owner);
    owners[index] = owner;
  }
}

/**
 * The holder of an office is a person of the form only where that person signs: a judge's name is a detail of the
 * case.
 */
function withoutBystanders(boxes: readonly FoundBox[], owners: readonly (Party | null)[]): readonly (Party | null)[] {
  const active = new Set(
    owners.flatMap((owner, index) =>
      owner !== null && isFilledAtSigning(boxes[index]?.type ?? 'text') ? [owner.key] : [],
    ),
  );
  const groups = new Set(owners.flatMap((owner) => (owner === null ? [] : [owner.group])));
  return owners.map((owner) => {
    if (owner === null || active.has(owner.key)) return owner;
    if (owner.kind === 'official') return owner.evidence === 'text_tag' ? owner : null;
    return isOnlyMentioned(owner, boxes, owners, groups) ? null : owner;
  });
}

const MENTIONED: readonly Party['evidence'][] = ['caption', 'tooltip', 'widget_name'];

/**
 * Whether only the words of answers name the party, and no heading or signature: one answer that asks for no name, or
 * several without the other side of its matter.
 */
function isOnlyMentioned(
  { key, group, label }: Party,
  boxes: readonly FoundBox[],
  owners: readonly (Party | null)[],
  groups: ReadonlySet<string>,
): boolean {
  const own = owners.flatMap((owner, index) => (owner?.key === key ? [{ owner, box: boxes[index] }] : []));
  if (own.some(({ owner }) => !MENTIONED.includes(owner.evidence))) return false;
  const opposites = OPPOSITES.flatMap((pair) => (pair.includes(group) ? pair.filter((side) => side !== group) : []));
  if (opposites.some((side) => groups.has(side))) return false;
  if (opposites.length > 0) return true;
  // One caption over several answers asks for several people: creditors, children.
  const captions = new Set(own.map(({ box }) => plainWords(box?.context.label ?? box?.label ?? '')));
  const answers = new Set(own.map(({ box }) => box?.question ?? box?.context.widget_name ?? box));
  if (answers.size > 1) return captions.size === 1 && !captions.has(plainWords(label));
  return !own.some(({ box }) => /\bnames?\b/u.test(understood(box?.context.label ?? box?.label ?? '')));
}

const BEST_QUOTE: readonly Party['evidence'][] = [
  'nobody',
  'widget_name',
  'tooltip',
  'caption',
  'signature_line',
  'section',
  'text_tag',
];

function assembled(boxes: readonly FoundBox[], owners: readonly (Party | null)[]): readonly WithBoxes[] {
  const parties = new Map<string, Party & { readonly boxes: number[] }>();
  for (const [index, owner] of owners.entries()) {
    if (owner === null || boxes[index] === undefined) continue;
    const known = parties.get(owner.key);
    if (known === undefined) {
      parties.set(owner.key, { ...owner, boxes: [index] });
      continue;
    }
    known.boxes.push(index);
    const better = BEST_QUOTE.indexOf(owner.evidence) > BEST_QUOTE.indexOf(known.evidence);
    const quote = better ? { heading: owner.heading, evidence: owner.evidence } : {};
    const tagged =
      owner.evidence === 'text_tag' && known.subjectKey === snakeCase(known.label)
        ? { subjectKey: owner.subjectKey }
        : {};
    parties.set(owner.key, { ...known, ...quote, ...tagged });
  }
  return [...parties.values()];
}
