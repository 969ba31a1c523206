import type { Continuation, Rect } from '../../document/read-document.js';
import type { Form, FormField } from '../../rules/template-form.js';

/** What a template looked like when an envelope was made from it: a later rename changes no envelope. */
export type EnvelopeForm = Form<EnvelopeField>;

/** A field with its place on the pages. */
export interface EnvelopeField extends FormField {
  /** 1-based position of the document in the pack. */
  readonly document: number;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  readonly multiline: boolean;
  /** One rectangle for each letter of a comb. */
  readonly cells: readonly Rect[] | null;
  /** Where a long answer runs on. */
  readonly continuations: readonly Continuation[] | null;
  /** What stood in it when its document was uploaded: where nobody gives it a value, it starts with that. */
  readonly start: string | boolean | null;
}
