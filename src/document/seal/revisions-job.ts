import type { ByteRange } from './byte-range.js';

/** A signed PDF whose structure is to be read, and where its signatures end. */
export interface RevisionsJob {
  readonly pdf: Uint8Array;
  readonly ends: readonly number[];
}

export type Revisions =
  | { readonly kind: 'read'; readonly signatures: readonly ByteRange[]; readonly revisions: readonly Revision[] }
  /** Completes "its structure cannot be read: …". */
  | { readonly kind: 'unreadable'; readonly why: string };

/** The file as it was up to one of its signatures, and what has changed since. */
export interface Revision {
  readonly end: number;
  /** The signatures that its form names. */
  readonly signatures: readonly ByteRange[];
  /** What the signer who certified the document allows later on (1 to 3); null when nobody certified it. */
  readonly permission: number | null;
  readonly changes: readonly Change[];
}

export interface Change {
  /**
   * `signature` and `timestamp` one was added · `validation` validation data or metadata · `form` a form
   * field was filled in · `locked` one that a signature locks · `annotation` · `content` what the pages show, or a
   * signature · `other` something that pages do not show · `unclear` something whose meaning is not known.
   */
  readonly kind:
    | 'signature'
    | 'timestamp'
    | 'validation'
    | 'form'
    | 'locked'
    | 'annotation'
    | 'content'
    | 'other'
    | 'unclear';
  /** What has changed, in words: `the field “rent”`. */
  readonly what: string;
}
