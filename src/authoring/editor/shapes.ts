import type { Decision } from '../../contract/decision.js';
import type { FieldNames, PersonNames } from '../names-file/names.js';
import type { QuestionId } from '../wizard/questions.js';

/** What the page and its routes send each other. Texts are those of the template: the page shows them as text. */

/** A template as the page shows it. */
export interface EditorState {
  readonly name: string;
  readonly warnings: readonly string[];
  readonly pages: readonly EditorPage[];
  readonly fields: readonly EditorField[];
  readonly people: readonly EditorPerson[];
  readonly subjects: readonly { readonly key: string; readonly label: string }[];
  /** Names that several fields have, which do not mean the same by their label. */
  readonly conflicts: readonly Conflict[];
  /** Fields that belong to nobody on the form; null when there are none, or while people are undecided. */
  readonly others: OtherFields | null;
  /** Whether the service was asked for suggestions. */
  readonly isProposed: boolean;
  /** With what the service offers in place of giving one field of the role to another person. */
  readonly roles: readonly { readonly name: string; readonly otherWays: readonly string[] }[];
}

/** Width and height in points, as displayed. */
export interface EditorPage {
  /** From 1, in its document. */
  readonly page: number;
  /** From 1. */
  readonly document: number;
  readonly width: number;
  readonly height: number;
}

/** Where a field is: the index of the page in the state, and fractions of it. */
interface Place {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface EditorField {
  readonly id: string;
  readonly type: string;
  readonly called: string;
  /** What the signer reads at it, in a sentence. */
  readonly reads: string | null;
  readonly role: string;
  /** The index of the person in the state; null: nobody on the form. */
  readonly person: number | null;
  readonly places: readonly Place[];
  /** As they are saved. */
  readonly names: FieldNames;
  /** Why it cannot be named by hand. */
  readonly whyNot: string | null;
  readonly suggested: Suggested | null;
}

export interface Suggested {
  readonly data_key: string;
  readonly subject: string | null;
  /** Whether it is accepted with all the others: a name of high confidence, not of a model. */
  readonly isSure: boolean;
  readonly reason: string;
}

/** Who a person is now, by which a change by somebody else is noticed. */
export type PersonNow = Readonly<Record<Exclude<keyof PersonNames, 'filled_by'>, string | null>>;

export interface EditorPerson {
  readonly id: string;
  readonly heading: string;
  readonly at: number;
  readonly isDecided: boolean;
  /** In a few words; empty while nothing is suggested. */
  readonly does: string;
  readonly called: string;
  /** What is saved, or what is suggested, in a sentence. */
  readonly consequence: string;
  readonly reason: string;
  /** Whether the suggestion is saved with those for the others. */
  readonly canAccept: boolean;
  /** A saved witness. */
  readonly isPermanent: boolean;
  readonly now: PersonNow;
}

interface Conflict {
  readonly address: string;
  readonly fields: readonly string[];
}

export interface OtherFields {
  readonly words: string;
  readonly role: string;
  readonly fields: readonly string[];
  readonly takers: readonly { readonly id: string; readonly name: string }[];
}

/** What was chosen on the form of a person; all else are the defaults. */
export interface PersonChoice {
  readonly person: string;
  readonly decision?: Decision | undefined;
  readonly typed: Readonly<Partial<Record<QuestionId, string>>>;
}

/** The form of a person, and what saving it does. */
export interface Weighed {
  readonly decision: Decision;
  readonly decisions: readonly { readonly value: Decision; readonly meaning: string }[];
  readonly questions: readonly WeighedQuestion[];
  readonly consequence: string;
}

interface WeighedQuestion {
  readonly id: QuestionId;
  readonly words: string;
  readonly value: string;
  /** Null: a text. */
  readonly choices: readonly { readonly value: string; readonly meaning: string }[] | null;
  /** Characters. */
  readonly limit: number;
}

/** What came of a change. */
export type Outcome =
  | ({
      readonly kind: 'saved';
      readonly said: string;
      /** What somebody else changed right after it. */
      readonly changes?: readonly string[];
      readonly state: EditorState;
    } & Kept)
  /** Somebody else was faster: what was not saved before is not saved. */
  | ({ readonly kind: 'changed'; readonly changes: readonly string[]; readonly state: EditorState } & HalfWay)
  /** Nothing more is saved until the question is agreed to by its ID. */
  | ({
      readonly kind: 'ask';
      readonly id: Agreement;
      readonly words: readonly string[];
      readonly question: string;
    } & HalfWay)
  /** `isAway`: the service cannot be reached; the same may do later. */
  | ({ readonly kind: 'refused'; readonly message: string; readonly isAway?: true } & HalfWay);

interface Kept {
  /** Why the file of names was not written. */
  readonly problem?: string;
}

/** Of an act of several changes that ended before the last one. */
export interface HalfWay extends Kept {
  /** In words. */
  readonly saved?: readonly string[];
  /** What it was to save besides. */
  readonly left?: readonly string[];
  readonly state?: EditorState;
}

export type Agreement = 'shared' | 'same person' | 'witness';
