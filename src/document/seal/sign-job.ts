/** A finished document that is to be signed by the authority of a secret. */
export interface SignJob {
  readonly pdf: Uint8Array;
  /** 32 bytes; see `certificateAuthority`. */
  readonly authority: Uint8Array;
  /** ISO 8601 UTC: what the time-stamp says. */
  readonly at: string;
}
