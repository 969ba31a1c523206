import type { PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { FormProblem as Doubt } from '../../../document/prepare/problems.js';

export type { Doubt };

/** What the page of `template prepare` and its routes send each other. */

/** Width and height in points, as displayed. */
export interface PreparePage {
  readonly width: number;
  readonly height: number;
}

/** What came of saving a form. */
export interface Saved {
  /** Of the form that the server holds by now; a change names the version that it is based on. */
  readonly version: number;
  /** Why the file is not written; none when it is. */
  readonly problems: readonly Doubt[];
  readonly doubts: readonly Doubt[];
  /** What each field shows when samples are shown. */
  readonly samples: readonly string[];
}

/** What the page starts with. */
export interface PrepareState extends Saved {
  /** The name of the file that was read, and of the one that is written. */
  readonly file: string;
  readonly out: string;
  readonly pages: readonly PreparePage[];
  readonly form: PreparedForm;
}

/** The answer to a change: `stale` when another tab of the page was faster, whose form is kept. */
export type SaveAnswer = Saved | { readonly stale: true };
