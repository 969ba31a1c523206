/** What client and record of writes say to each other of a write. It holds no secret and no signing URL. */
export interface WriteFacts {
  readonly id: string;
  readonly operation: string;
  readonly method: string;
  /** Path alone, below the base address's origin. */
  readonly path: string;
  readonly key: string | undefined;
  /** SHA-256 of method, path and what of the body makes two requests the same, to tell a repeat from another one. */
  readonly fingerprint: string;
  readonly host: string;
  readonly profile: string | undefined;
  /** The key was chosen by somebody, so that another program may use it at the same time. */
  readonly chosen?: boolean | undefined;
  /** The same for two requests that differ in their deadline alone, which `--expires-in` computes in each run. */
  readonly twin?: string | undefined;
  /** What the service's clock said when it was sent, as far as it was known then: ISO 8601 UTC. */
  readonly serviceAt?: string | undefined;
  /** The ETag that the write depended on. */
  readonly ifMatch?: string | undefined;
  /** The start of a digest of the API key: tells keys apart and gives none away. */
  readonly credential?: string | undefined;
}

/** Which row it is, apart from what the row says: it stays when the row is corrected. */
export interface RowIdentity {
  readonly by: 'id_column' | 'external_ref' | 'recipients';
  /** A digest of the ID column, else of the external references, else of the recipients' addresses. */
  readonly id: string;
  /** A digest of the recipients' addresses, to find a row whose kind of identity has changed. */
  readonly who: string;
}

/** A row of a bulk run: recorded with the request that sends it, and settled with it. */
export interface RunRow {
  /** The run's number in the record. */
  readonly run: number;
  /** The row's place in the run: its identity, and its number among those of the same identity. */
  readonly slot: string;
  /** The slot of the row that another machine has sent again with other content; null otherwise. */
  readonly againOf: string | null;
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly line: number;
  readonly identity: RowIdentity;
  /** A digest of what it says. */
  readonly content: string;
}

/** What the record must know of a write that is about to leave, beside its facts. */
export interface WriteTerms {
  /** The row of a bulk run that it sends. */
  readonly row?: RunRow | undefined;
  /** What may be done again with a chosen key; undefined for a caller that judges it itself. */
  readonly reuse?: KeyReuse | undefined;
  /** What the service's clock says now, in milliseconds since 1970, where it was asked. */
  readonly serviceNow?: number | undefined;
}

/** How a write ended, as far as it is known here. */
export interface WriteOutcome {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** The id of what was made or changed. */
  readonly resource?: string | undefined;
  /** The envelope of a row of a bulk run, whatever its id looks like. */
  readonly envelope?: string | undefined;
  /** The ids of what several rows made (A2). */
  readonly resources?: readonly string[] | undefined;
  /** The service may have carried it out all the same. */
  readonly unknown: boolean;
  /** What the service's clock said in its answer: milliseconds since 1970. */
  readonly serviceAt?: number | undefined;
}

/**
 * What may be done with a key that the record shows as used for the same request: nothing (`never`), or the same
 * again as long as the service surely knows the key (`while_kept`).
 */
export type KeyReuse = 'never' | 'while_kept';

/**
 * Properties of a request that a duration such as `--expires-in` or `--valid-for` gives another value in every run.
 * Requests that differ in them alone are the same request.
 */
export const deadlines: readonly string[] = ['expires_at', 'valid_until'];
