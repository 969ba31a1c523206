import type { Continuation, Rect } from '../../document/read-document.js';
import type { Form, FormField } from '../../domain/rules/template-form.js';

/** The template at the time of creation: a later rename does not change an envelope. */
export type EnvelopeForm = Form<EnvelopeField>;

/** A field with its position on the pages. */
export interface EnvelopeField extends FormField {
  /** 1-based position of the document. */
  readonly document: number;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  readonly multiline: boolean;
  /** One rectangle for each letter of a comb. */
  readonly cells: readonly Rect[] | null;
  /** Where a long answer continues. */
  readonly continuations: readonly Continuation[] | null;
  /** The content in the uploaded document, which is the initial value without another one. */
  readonly start: string | boolean | null;
}
