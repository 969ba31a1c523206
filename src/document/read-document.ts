import type { FieldType } from '../contract/resources/template.js';
import type { Decision } from '../contract/decision.js';

/** What an uploaded document turned out to hold: pages, boxes to fill, people, and what to warn about. */
export interface ReadDocument {
  /** The document as a plain PDF: no encryption, no text tags, its form fields still in place. */
  readonly pdf: Uint8Array;
  readonly page_count: number;
  readonly pages: readonly PageSize[];
  readonly boxes: readonly Box[];
  readonly questions: readonly FoundQuestion[];
  readonly people: readonly FoundPerson[];
  /** At most 10. */
  readonly warnings: readonly DocumentWarning[];
}

/** A page as displayed (rotation and crop box applied), in points. */
export interface PageSize {
  /** 1-based. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
}

/** A page as displayed, and how its text runs there. */
export interface PageView extends PageSize {
  /** Quarter turns, clockwise, by which the page's own text lies turned: answers run the same way. */
  readonly text_turns: 0 | 1 | 2 | 3;
}

/** Fractions of the page as displayed, origin top left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export type BoxType = FieldType;

/** One place on a page where something is to be filled in, ticked or signed. */
export interface Box {
  readonly type: BoxType;
  readonly label: string | null;
  readonly required: boolean;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  /** The choices of a dropdown; null for every other type. */
  readonly options: readonly string[] | null;
  /** The name of the question (a radio or tick group) that the box belongs to. */
  readonly question: string | null;
  /** What ticking this box answers to its question. */
  readonly option_value: string | null;
  readonly context: BoxContext;
  /** Who put the box there: a text tag, a form field, or a reader who sees a line or a box on the page. */
  readonly seen_as: 'text_tag' | 'form_field' | 'ink';
  /** What its author said about the box, in a text tag or by `template prepare`; null when nobody did. */
  readonly tag: BoxTag | null;
  readonly multiline: boolean;
  /** How long an answer the form field takes, in characters; null where none says so. */
  readonly max_length: number | null;
  /**
   * The compartments of a comb, one letter each, in the order of the letters: those of the box itself, then those of
   * its continuations. Null when the box has none. A space of the answer takes a compartment too.
   */
  readonly cells: readonly Rect[] | null;
  /** The places where a long answer runs on when the box is full, in order; null when there are none. */
  readonly continuations: readonly Continuation[] | null;
  /** What stood in the form field when it was uploaded, which it no longer does; null for nothing. */
  readonly start: string | boolean | null;
  readonly suggested: SuggestedKey;
  /** Index into the people of the document. */
  readonly person: number | null;
}

/** One more line or box of an answer that does not end with its first. */
export interface Continuation {
  /** 1-based; the page of the box or a later one. */
  readonly page: number;
  readonly rect: Rect;
}

export interface BoxContext {
  readonly label: string | null;
  readonly row: string | null;
  readonly column: string | null;
  readonly option: string | null;
  readonly section: string | null;
  readonly nearby: readonly string[];
  readonly widget_name: string | null;
  readonly tooltip: string | null;
}

interface BoxTag {
  readonly role: string | null;
  readonly key: string | null;
  readonly subject: string | null;
}

/** A data key that fits the box; null where nothing sensible can be said or nobody may prefill it. */
export interface SuggestedKey {
  readonly key: string | null;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly source: 'text_tag' | 'widget' | 'context';
  readonly reason: string;
}

/** A question that several boxes answer together. */
export interface FoundQuestion {
  readonly name: string;
  readonly label: string | null;
  readonly required: boolean;
  readonly min_selected: number;
  readonly max_selected: number;
}

/** A party that the document's own words name. */
export interface FoundPerson {
  /** 32 lower-case hex digits, the same for the same document. */
  readonly id: string;
  /** Quotes the form. */
  readonly heading: string;
  /** `official` is a person who signs by virtue of an office: a notary, a commissioner of oaths, a judge. */
  readonly kind: 'principal' | 'witness' | 'official';
  readonly principal: boolean;
  /** 1-based. */
  readonly page: number;
  readonly reason: string;
  readonly proposed: ProposedDecision;
  readonly offered: readonly Decision[];
  /** Indices into the boxes of the document. */
  readonly boxes: readonly number[];
}

export interface ProposedDecision {
  readonly decision: Decision;
  readonly subject_key: string | null;
  readonly subject_label: string | null;
  readonly presence: 'required' | 'conditional' | null;
  readonly role_name: string | null;
  readonly presign_hint: boolean;
}

export interface DocumentWarning {
  readonly code: string;
  readonly message: string;
  /** 1-based; null when the whole document is meant. */
  readonly page: number | null;
}

/** Whether the box takes an act of signing rather than an answer. */
export function isSigning(type: BoxType): boolean {
  return type === 'signature' || type === 'initials';
}

/** Whether the service fills the box itself when its person signs: nobody may prefill it. */
export function isFilledAtSigning(type: BoxType): boolean {
  return isSigning(type) || type === 'date_signed' || type === 'signer_name' || type === 'signer_email';
}
