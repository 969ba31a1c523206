/** A signing link; only a digest of its token is stored. Times are milliseconds. */
export interface SigningLink {
  readonly envelope_id: string;
  readonly recipient_id: string;
  readonly kind: LinkKind;
  /** Null: valid while the envelope is open. */
  readonly expires_at: number | null;
  readonly spent_at: number | null;
  readonly revoked_at: number | null;
}

/** `mailed` with an invitation; `minted` for an embedded signer; `session` from a redeemed one. */
export type LinkKind = 'mailed' | 'minted' | 'session';

export type LinkState = 'live' | 'used' | 'revoked' | 'expired';

/** Expiry is checked first: an expired URL is refused in a frame whatever else happened to it. */
export function stateOf(link: SigningLink, now: number): LinkState {
  if (link.expires_at !== null && now >= link.expires_at) return 'expired';
  if (link.revoked_at !== null) return 'revoked';
  return link.spent_at === null ? 'live' : 'used';
}
