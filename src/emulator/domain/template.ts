import type { FieldType } from '../../contract/resources/template.js';
import type {
  BoxContext,
  Continuation,
  FoundPerson,
  ProposedDecision,
  Rect,
  SuggestedKey,
} from '../../document/read-document.js';

/** A stored template, the source of its reads, people and envelopes. Every change creates a new one. */
export interface TemplateState {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly archived: boolean;
  /** The documents in order; the PDFs are in the document repository with the same IDs. */
  readonly documents: readonly TemplateDocument[];
  /** Every page of every document, in the order a signer scrolls through them. */
  readonly pages: readonly TemplatePage[];
  /** In routing order. */
  readonly roles: readonly TemplateRole[];
  readonly subjects: readonly TemplateSubject[];
  readonly questions: readonly TemplateQuestion[];
  readonly fields: readonly TemplateField[];
  /** At most 10. */
  readonly warnings: readonly TemplateWarning[];
  /** In order of appearance. */
  readonly people: readonly TemplatePerson[];
}

interface TemplateDocument {
  readonly id: string;
  readonly page_count: number;
}

/** In points, as displayed. `page` is 1-based. */
interface TemplatePage {
  readonly document_id: string;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
}

export interface TemplateRole {
  readonly name: string;
  readonly routing_type: 'sign' | 'cc';
  /** `witness` is assumed; the description shows `party`. */
  readonly kind: 'party' | 'witness';
  readonly presign_hint: boolean;
  /** The person whose decision created it; null when the upload did. */
  readonly created_by: string | null;
}

export interface TemplateSubject {
  readonly key: string;
  readonly label: string;
  /** The person whose decision created it; null when the upload or an accepted name did. */
  readonly created_by: string | null;
}

/**
 * A question that several boxes answer together. Its boxes refer to it by `question_id` and share one address, if any.
 */
export interface TemplateQuestion {
  readonly id: string;
  readonly label: string | null;
  readonly required: boolean;
  readonly min_selected: number;
  readonly max_selected: number;
}

export interface TemplateField {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string | null;
  readonly required: boolean;
  readonly role: string;
  readonly document_id: string;
  /** 1-based. */
  readonly page: number;
  /** A declared subject's key; null means the signer's own. */
  readonly subject: string | null;
  /** On a box of a question: the question's address, the same on all of its boxes. */
  readonly data_key: string | null;
  readonly question_id: string | null;
  /** The answer of this box to its question. */
  readonly option_value: string | null;
  /** The choices of a dropdown. */
  readonly options: readonly string[] | null;
  readonly rect: Rect;
  readonly context: BoxContext;
  readonly multiline: boolean;
  /** One rectangle for each letter of a comb. */
  readonly cells: readonly Rect[] | null;
  /** Where a long answer continues. */
  readonly continuations: readonly Continuation[] | null;
  /** The content in the uploaded document: the initial value of its envelopes. */
  readonly start: string | boolean | null;
  /** The role at creation, to which a person's part returns when a decision releases it. */
  readonly origin: FieldOrigin;
  readonly suggested: SuggestedKey;
}

interface FieldOrigin {
  readonly role: string;
  readonly subject: string | null;
  /** Whether it comes from a text tag. */
  readonly text_tag: boolean;
}

interface TemplateWarning {
  readonly code: string;
  readonly message: string;
  readonly document_id: string | null;
  readonly page: number | null;
}

/** A person that was found in a document of the template. */
export interface TemplatePerson extends Omit<FoundPerson, 'boxes'> {
  readonly document_id: string;
  /** The fields of the person's part of the form; a field is in one part at most. */
  readonly field_ids: readonly string[];
  readonly decided: PersonDecision | null;
}

/** The decision about a person. Unused properties are null. */
export interface PersonDecision extends Omit<ProposedDecision, 'presign_hint'> {
  /** Who fills the person's details: the current filler, or the person's own role. */
  readonly filled_by: 'current' | 'own';
}

/** One entry of the template's naming record: what was named, by which action, and when. */
export interface NamingEntry {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly act: 'decide_person' | 'apply_proposal' | 'rename' | 'accept_run';
  readonly person_id: string | null;
  readonly decision: PersonDecision | null;
  readonly run_id: string | null;
  /** The fields with changed names or roles, in their new state. */
  readonly fields: readonly {
    readonly id: string;
    readonly role: string;
    readonly subject: string | null;
    readonly data_key: string | null;
    readonly label: string | null;
  }[];
}
