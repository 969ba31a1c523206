import type { Continuation, Rect } from '../../document/read-document.js';
import type { FieldType } from '../../contract/resources/template.js';

/** What a template looked like when an envelope was made from it: a later rename changes no envelope. */
export interface EnvelopeForm {
  /** In routing order. */
  readonly roles: readonly FormRole[];
  /** Keys of the declared subjects. */
  readonly subjects: readonly string[];
  readonly questions: readonly FormQuestion[];
  readonly fields: readonly FormField[];
}

export interface FormRole {
  readonly name: string;
  readonly routing_type: RoutingType;
}

/** A `cc` acts on nothing and holds nobody back (A18). */
export type RoutingType = 'sign' | 'cc';

export interface FormQuestion {
  readonly id: string;
  readonly label: string | null;
  readonly role: string;
  readonly min_selected: number;
  readonly max_selected: number;
}

export interface FormField {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string | null;
  readonly required: boolean;
  readonly role: string;
  /** 1-based position of the document in the pack. */
  readonly document: number;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly question_id: string | null;
  readonly option_value: string | null;
  readonly options: readonly string[] | null;
  readonly multiline: boolean;
  /** One rectangle for each letter of a comb. */
  readonly cells: readonly Rect[] | null;
  /** Where a long answer runs on. */
  readonly continuations: readonly Continuation[] | null;
}

/** The boxes that a value for this address fills: every one of them (Template, `fields`). */
export const fieldsAt = (form: EnvelopeForm, subject: string | null, key: string): readonly FormField[] =>
  form.fields.filter((field) => field.data_key === key && field.subject === subject);

export const fieldsOf = (form: EnvelopeForm, role: string): readonly FormField[] =>
  form.fields.filter((field) => field.role === role);

export const boxesOf = (form: EnvelopeForm, questionId: string): readonly FormField[] =>
  form.fields.filter((field) => field.question_id === questionId);

/** What a person calls a box in a message: its label, else its address, else its type. */
export const nameOf = (field: FormField): string => field.label ?? field.data_key ?? field.type.replaceAll('_', ' ');
