import type { ContractLine } from '../overlay/line.js';

export type DifferenceKind =
  | 'version'
  | 'operation'
  | 'method'
  | 'path'
  | 'parameter'
  | 'body'
  | 'property'
  | 'required'
  | 'type'
  | 'enum'
  | 'status'
  | 'header'
  | 'scope'
  | 'error_code'
  | 'limit';

/** One thing that the service's own description says otherwise than ours. */
export interface Difference {
  /** Our id of the operation; the service's own, or its method and path, for one that we do not know; null for none. */
  readonly operation: string | null;
  readonly kind: DifferenceKind;
  /** `body.recipients[].email`, `answer.headers.ETag`, `query.limit`; empty for the operation itself. */
  readonly where: string;
  /** What ours says; null when it has no such thing. */
  readonly ours: string | null;
  readonly theirs: string | null;
  /** Something that is relied on is not there; otherwise the service merely has more, or says less. */
  readonly breaks: boolean;
  /** The line of a contract file that would settle it, where one can be told. */
  readonly correction: ContractLine | null;
  /** What it may be called or written there, where that cannot be told. */
  readonly candidates: readonly string[];
}

/** Where in an operation something stands: what goes to the service, or what comes from it. */
export type Direction = 'sent' | 'received';

export type Found = Omit<Difference, 'operation'>;

/** A difference, by default without a correction. */
export const differs = (
  kind: DifferenceKind,
  where: string,
  [ours, theirs]: readonly [string | null, string | null],
  breaks: boolean,
  correction: ContractLine | null = null,
): Found => ({ kind, where, ours, theirs, breaks, correction, candidates: [] });
