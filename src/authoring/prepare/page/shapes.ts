import type { PreparedField, PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { TakenOff } from '../../../document/prepare/write-prepared.js';
import type { FormProblem as Doubt } from '../../../document/prepare/problems.js';

export type { Doubt };

/** What the page of `template prepare` and its routes send each other. */

/** Width and height in points, as displayed. */
export interface PreparePage {
  readonly width: number;
  readonly height: number;
}

/** Where the data key of a field is from: read with the field, made of its words while it is drawn, or typed. */
export type KeySource = 'read' | 'words' | 'typed';

export interface PageField extends PreparedField {
  /** The key of a field with `words` is found by the server, and by nobody else. */
  readonly key_from: KeySource;
}

/** A form as the page holds it. */
export interface PageForm extends PreparedForm {
  readonly fields: readonly PageField[];
  /** The doubts that somebody looked at and found right; `field` is its index. */
  readonly right: readonly Pick<Doubt, 'field' | 'words'>[];
}

/** What came of saving a form. */
export interface Saved {
  /** Of the form that the server holds by now; a change names the version that it is based on. */
  readonly version: number;
  /** Why the file is not written; none when it is. */
  readonly problems: readonly Doubt[];
  readonly doubts: readonly Doubt[];
  /** The data key of each field. */
  readonly keys: readonly (string | null)[];
  /** What each field shows when samples are shown. */
  readonly samples: readonly string[];
  /** What the file no longer prints, since a field takes its place. */
  readonly off: readonly TakenOff[];
}

/** What the page starts with. */
export interface PrepareState extends Saved {
  /** The name of the file that was read, and of the one that is written. */
  readonly file: string;
  readonly out: string;
  readonly pages: readonly PreparePage[];
  readonly form: PageForm;
}

/** The answer to a change: `stale` when another tab of the page was faster, whose form is kept. */
export type SaveAnswer = Saved | { readonly stale: true };
