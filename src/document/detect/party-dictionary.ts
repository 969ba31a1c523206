/** The words by which forms name the parties; words of one group mean the same party. */
export interface PartyWords {
  readonly group: string;
  readonly words: readonly string[];
  /**
   * `plain` words name a party wherever they stand. `spoken` ones mean something else as often ("owner's manual",
   * "reference number"), so that they count only where somebody signs or a heading names them.
   */
  readonly use: 'plain' | 'spoken';
  readonly kind: 'principal' | 'witness' | 'official';
}

export const WITNESS = 'witness';

/** Those who hold an office and sign because of it, such as a judge or a commissioner of oaths. */
const OFFICIALS: readonly (readonly string[])[] = [
  ['notary public', 'notary'],
  ['commissioner of oaths', 'commissioner for oaths', 'kommissaris van ede', 'commissioner'],
  ['judge', 'magistrate'],
  ['justice of the peace'],
  ['court clerk', 'clerk of the court', 'deputy clerk', 'clerk'],
  ['registrar', 'master of the high court', 'sheriff'],
];

const PARTIES = `
  landlord|lessor|verhuurder; tenant|lessee|renter|huurder; surety|guarantor|borg; buyer|purchaser|koper;
  seller|vendor|verkoper; employer|werkgewer; employee|werknemer; agent|broker; spouse|husband|wife|life
  partner|eggenoot|eggenote; applicant|aansoeker; petitioner; respondent; plaintiff; defendant; deponent;
  declarant; testator|testatrix; executor|executrix; heir|legatee; attorney|lawyer|advocate; conveyancer;
  occupant|occupier; borrower|debtor; lender|creditor; customer|client; supplier|contractor|service provider;
  consultant; licensor; licensee; franchisor; franchisee; grantor; grantee; donor; donee; transferor;
  transferee; assignor|cedent; assignee|cessionary; mandator; disclosing party|discloser; receiving
  party|recipient party; trustee; beneficiary; guardian|caregiver; parent|mother|father; stepparent;
  child|minor|youth|adoptee|ward; patient; student|learner; director; shareholder; insured|policyholder|policy
  holder`;

const SPOKEN = `
  owner|homeowner; member; partner; proxy; participant; manager|supervisor; principal; company|corporation|close
  corporation`;

/** Groups are parted by semicolons, the words of one by bars. */
const listed = (groups: string): readonly (readonly string[])[] =>
  groups
    .replace(/\s+/gu, ' ')
    .split(';')
    .map((words) => words.trim().split('|'));

const groups = (
  lists: readonly (readonly string[])[],
  use: PartyWords['use'],
  kind: PartyWords['kind'],
): readonly PartyWords[] => lists.map((words) => ({ group: words[0] ?? '', words, use, kind }));

export const PARTY_WORDS: readonly PartyWords[] = [
  { group: WITNESS, words: ['witness', 'getuie'], use: 'plain', kind: 'witness' },
  ...groups(OFFICIALS, 'plain', 'official'),
  ...groups(listed(PARTIES), 'plain', 'principal'),
  ...groups(listed(SPOKEN), 'spoken', 'principal'),
];

/** Parties on the two sides of one matter: a text that names both is about neither alone. */
export const OPPOSITES = listed(`
  landlord|tenant; buyer|seller; employer|employee; petitioner|respondent; applicant|respondent;
  plaintiff|defendant; borrower|lender; customer|supplier; licensor|licensee; franchisor|franchisee;
  grantor|grantee; donor|donee; transferor|transferee; assignor|assignee; disclosing party|receiving party`);

/** What tells one party of a kind from another of the same kind. */
export const QUALIFIERS =
  'natural|birth|biological|adoptive|foster|estate|managing|letting|rental|insurance|incoming|outgoing|other';
