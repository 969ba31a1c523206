/** What a running emulator has to tell the person who started it. Nothing in it is secret. */
export type LogEntry =
  | {
      readonly kind: 'request';
      readonly method: string;
      /** Without the query. */
      readonly path: string;
      /** 0: a fault ended the connection instead of an answer. */
      readonly status: number;
      readonly milliseconds: number;
    }
  /** Something broke that should not: an answer was `internal_error`, or a job was left undone. */
  | { readonly kind: 'failure'; readonly where: string; readonly error: unknown };

export type Log = (entry: LogEntry) => void;
