/** Reports of a running emulator for the person who started it, without secrets. */
export type LogEntry =
  | {
      readonly kind: 'request';
      readonly method: string;
      /** Without the query. */
      readonly path: string;
      /** 0: a fault ended the connection without a response. */
      readonly status: number;
      readonly milliseconds: number;
    }
  /** At a start: the load of a seed file was cut off earlier, and the part that was loaded is deleted. */
  | { readonly kind: 'seed_cut_off' }
  /** While a seed file loads: how many of its envelopes are done. */
  | { readonly kind: 'seed_progress'; readonly done: number; readonly total: number }
  /** An unexpected failure: a response was `internal_error`, or a job was not done. */
  | { readonly kind: 'failure'; readonly where: string; readonly error: unknown };

export type Log = (entry: LogEntry) => void;
