import type { FoundBox } from './found-box.js';
import { OVER_SIGNING } from './headings.js';
import { ownerByClaim, type Party } from './owners.js';
import { onlyPartyIn } from './party-nouns.js';
import type { SigningBlock } from './signing-blocks.js';
import { understood } from './dictionary/in-english.js';
import { plainWords, sentenceCase, snakeCase } from './words.js';

const SAYS_NOTHING =
  /^((duly|your|full|digital|electronic|official|legal|usual|specimen|date|here|sign|applicable|handtekening|party|person|signatory|signed|signature|the|x|s) ?)*$/u;

const MOST_WORDS = 4;
/** How somebody signs: "Signed under penalties of perjury". */
const SAYS_UNDER_OATH = /\b(?:under|on|onder) (?:oath|eed|(?:the )?(?:pains? and )?penalt(?:y|ies) (?:of|for))\b/u;
/** The same of a line over signatures that ends before it says who signs: "For and on behalf of". */
const ENDS_EARLY =
  /^(?:(?:signed|geteken|for|vir|and|en|on behalf of|namens|the|duly authori[sz]ed|in (?:the )?presence of|in die teenwoordigheid van) ?)+$/u;
const OFFICE = /\b(for )?(office|official|internal|bank) use\b|\bkantoorgebruik\b/u;

/** Signatures that no party claims: "Chairperson's signature" names its signer, a bare one leaves it to be decided. */
export function nameTheRest(
  boxes: readonly FoundBox[],
  blocks: readonly SigningBlock[],
  owners: (Party | null)[],
): void {
  const bare = blocks.filter(({ signature }) => owners[signature] === null);
  const several =
    new Set(bare.flatMap(({ signature }) => unnamedKey(boxes[signature], signature, bare, boxes))).size > 1;
  const principals = blocks
    .flatMap(({ signature }) => owners[signature] ?? [])
    .filter(({ kind }) => kind === 'principal');
  const [principal] = new Set(principals.map(({ key }) => key)).size === 1 ? principals : [];
  const numbers = new Map<string, number>();
  for (const { signature, members } of bare) {
    const box = boxes[signature];
    if (box === undefined) continue;
    const key = unnamedKey(box, signature, bare, boxes);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    const sworn = isUnderOath(box) ? principal : undefined;
    const owner = named(box) ??
      namedBeside(members.map((each) => boxes[each]?.label ?? '')) ??
      sworn ?? { ...unnamed(box, several ? number : null, boxes, !several && bare.length === blocks.length), key };
    for (const index of [signature, ...members]) owners[index] ??= owner;
  }
  const signers = new Map(
    owners.flatMap((owner, index) => (owner !== null && isSigned(boxes[index]) ? [[owner.key, owner]] : [])),
  );
  nameByWords(boxes, owners);
  const initials = boxes.flatMap((box, index) =>
    box.type === 'initials' && owners[index] === null && !isForOffice(box) ? [index] : [],
  );
  const [sole = null] = signers.size === 1 ? signers.values() : [];
  for (const index of initials) owners[index] = sole;
}

function saysHow(words: string): boolean {
  return SAYS_UNDER_OATH.test(understood(words)) || ENDS_EARLY.test(understood(words));
}

/** Whether a signature is only said to be under oath, which says no more of who signs. */
function isUnderOath(box: FoundBox): boolean {
  return [box.context.label, box.context.section].some((words) => SAYS_UNDER_OATH.test(understood(words ?? '')));
}

/** Initials and parts of the form that bear the very words by which a signer was named. */
function nameByWords(boxes: readonly FoundBox[], owners: (Party | null)[]): void {
  const signers = new Map(owners.flatMap((owner) => (owner?.key.startsWith('named ') ? [[owner.group, owner]] : [])));
  for (const [index, { type, tag, context }] of boxes.entries()) {
    if (tag !== null || owners[index] !== null) continue;
    const words = type === 'initials' ? context.label : context.section;
    owners[index] = signers.get(understood(words ?? '').replace(/^(?:[a-z]|\d+) |^the /gu, '')) ?? null;
  }
}

/** What the office fills in does not belong to the signer. */
function isForOffice({ context }: FoundBox): boolean {
  return [context.section, ...context.nearby].some((words) => OFFICE.test(understood(words ?? '')));
}

function isSigned(box: FoundBox | undefined): boolean {
  return box !== undefined && box.type === 'signature';
}

/** Signatures of one part of the form with one caption are one signer's only when they share their field. */
function unnamedKey(
  box: FoundBox | undefined,
  index: number,
  bare: readonly SigningBlock[],
  boxes: readonly FoundBox[],
): string {
  if (box === undefined) return '';
  const place = (each: FoundBox): string => `${each.context.section === null ? 0 : each.page} ${each.context.section}`;
  const alike = bare
    .map(({ signature }) => signature)
    .filter((other) => {
      const each = boxes[other];
      return each !== undefined && each.page === box.page && place(each) === place(box);
    });
  // Lines on a page without fields share none.
  const own = box.context.widget_name;
  const fields = alike.filter((other) => own === null || boxes[other]?.context.widget_name !== own || other === index);
  return `unnamed ${place(box)} ${fields.indexOf(index)}`;
}

function named(box: FoundBox): Party | null {
  const caption = box.context.label ?? box.label ?? '';
  const [first = caption] = caption.split(' / ');
  const plain = understood(first).replace(/^(?:[a-z]|\d+) /u, '');
  const own = (
    /^(?:signature|handtekening) (?:of|by|van) (?:the |a |die )?(.+)$/u.exec(plain) ??
    /^(.+) (?:signature|handtekening)$/u.exec(plain) ??
    // Other languages say whose it is without a word for "of".
    (plain === plainWords(first) ? null : /^signature (\p{L}+(?: \p{L}+)?)$/u.exec(plain)) ??
    // "The Subscriber" alone under a line.
    /^the (\p{L}{3,}(?: \p{L}+)?)$/u.exec(plain)
  )?.[1];
  if (own !== undefined && saysWho(own)) return namedOwner(own, caption, 'signature_line');
  const section = box.context.section ?? '';
  const over = OVER_SIGNING.exec(understood(section))?.[1];
  return over !== undefined && saysWho(over) ? namedOwner(over, section, 'section') : null;
}

/** Who signs by what is asked beside the signature: "Seconded by", "Print participant's name". */
function namedBeside(labels: readonly string[]): Party | null {
  const by = labels.find((label) => understood(label).endsWith(' by'));
  if (by !== undefined) return namedOwner(understood(by), by, 'caption');
  const quote = labels.find((label) => /\bname\b/u.test(understood(label)) && onlyPartyIn(label) !== null) ?? '';
  const party = onlyPartyIn(quote);
  return party === null || party.group === 'employer' ? null : ownerByClaim({ party, evidence: 'caption', quote });
}

function saysWho(words: string): boolean {
  if (SAYS_NOTHING.test(words) || words.split(' ').length > MOST_WORDS) return false;
  return !/\b(authori[sz]ed|or|and)\b/u.test(words);
}

function namedOwner(words: string, heading: string, evidence: Party['evidence']): Party {
  return {
    key: `named ${words}`,
    number: null,
    kind: 'principal',
    group: words,
    label: sentenceCase(words),
    subjectKey: snakeCase(words) || 'person',
    heading,
    evidence,
  };
}

function unnamed(box: FoundBox, number: number | null, boxes: readonly FoundBox[], isAlone: boolean): Party {
  const caption = box.context.label ?? box.label ?? null;
  const says =
    caption !== null &&
    !saysHow(caption) &&
    !/^(sign(ature|ed)?( here)?|handtekening|date|name|by|per|x)?$/u.test(understood(caption));
  // A heading that stands over earlier pages too, or over the only signature, says little of who signs here.
  const isFromBefore = boxes.some((each) => each.page < box.page && each.context.section === box.context.section);
  const section = isAlone || isFromBefore || saysHow(box.context.section ?? '') ? null : box.context.section;
  const heading = (says ? caption : null) ?? section ?? caption;
  return {
    key: '',
    number,
    kind: 'principal',
    group: 'signer',
    label: number === null ? 'Signer' : `Signer ${number}`,
    subjectKey: number === null ? 'person' : `person_${number}`,
    heading: (heading ?? 'Signature').replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, ''),
    evidence: 'nobody',
  };
}
