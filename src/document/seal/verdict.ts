/** The five questions about a seal, in the order in which they are asked. */
export type CheckName = 'integrity' | 'coverage' | 'certificate' | 'time' | 'trust';

export interface Check {
  readonly check: CheckName;
  /** `unknown`: it could not be asked, since an earlier answer is missing. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** A sentence. */
  readonly text: string;
}

/**
 * Why a seal does not hold: `no_pdf` · `not_signed` · `cut_off` the end of the file is missing · `altered` bytes were changed · `changed_after_sealing` bytes were added ·
 * `certificate_unfit` the certificate may not seal, or not then · `time_stamp_missing` · `time_stamp_unfit` ·
 * `sealed_later` than asked for · `unfit_algorithm` · `issuer_not_known` all is well but who vouches is not known here.
 */
export type SealProblem =
  | 'no_pdf'
  | 'not_signed'
  | 'cut_off'
  | 'altered'
  | 'changed_after_sealing'
  | 'certificate_unfit'
  | 'time_stamp_missing'
  | 'time_stamp_unfit'
  | 'sealed_later'
  | 'unfit_algorithm'
  | 'issuer_not_known';

export interface SealVerdict {
  readonly problem: { readonly code: SealProblem; readonly message: string } | null;
  readonly checks: readonly Check[];
  /** Bytes of the file. */
  readonly bytes: number;
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
  /** Other signatures inside what the seal covers; they are not judged. */
  readonly signatures_inside: number;
  readonly signer: SealParty | null;
  readonly time_stamp: (SealParty & { readonly at: string }) | null;
  /** The authority that was found trusted, or null. */
  readonly trusted: { readonly name: string; readonly sha256: string } | null;
}

export interface SealParty {
  readonly name: string;
  readonly issuer: string;
  readonly serial: string;
  /** Hex SHA-256 of the certificate. */
  readonly sha256: string;
  readonly valid_from: string;
  readonly valid_until: string;
}
