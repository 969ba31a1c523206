/** The five questions about a seal, in the order in which they are asked. */
export type CheckName = 'integrity' | 'coverage' | 'certificate' | 'time' | 'trust';

export interface Check {
  readonly check: CheckName;
  /** `unknown`: it could not be answered. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** A sentence. */
  readonly text: string;
}

/**
 * Why a file is not accepted as genuine.
 * Altered: `altered` signed bytes were changed · `changed_after_sealing` something was added that no permission of the
 * signatures covers · `cut_off` the end of the file is missing · `no_pdf`.
 * Cannot be judged: `not_signed` · `unsupported_profile` the kind of signature or update is not supported ·
 * `unfit_algorithm` too weak to prove anything · `certificate_unfit` the certificate may not seal, or not then ·
 * `time_stamp_unfit` · `sealed_later` than asked for · `issuer_not_known` all is well but the authority is not known.
 */
export type SealProblem =
  | 'no_pdf'
  | 'not_signed'
  | 'cut_off'
  | 'altered'
  | 'changed_after_sealing'
  | 'unsupported_profile'
  | 'certificate_unfit'
  | 'time_stamp_unfit'
  | 'sealed_later'
  | 'unfit_algorithm'
  | 'issuer_not_known';

/** `altered` is proven; `cannot_judge` says nothing against the file. */
export type Verdict = 'genuine' | 'altered' | 'cannot_judge';

export function verdictOf(problem: SealProblem | undefined): Verdict {
  switch (problem) {
    case undefined:
      return 'genuine';
    case 'no_pdf':
    case 'cut_off':
    case 'altered':
    case 'changed_after_sealing':
      return 'altered';
    case 'not_signed':
    case 'unsupported_profile':
    case 'certificate_unfit':
    case 'time_stamp_unfit':
    case 'sealed_later':
    case 'unfit_algorithm':
    case 'issuer_not_known':
      return 'cannot_judge';
  }
}

export interface SealVerdict {
  readonly verdict: Verdict;
  readonly problem: { readonly code: SealProblem; readonly message: string } | null;
  readonly checks: readonly Check[];
  /** Bytes of the file. */
  readonly bytes: number;
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
  /** Every signature and document timestamp, in the order in which they were made. */
  readonly signatures: readonly SignatureFacts[];
  /** Other signatures inside what the seal covers. */
  readonly signatures_inside: number;
  readonly signer: SealParty | null;
  readonly time_stamp: (SealParty & { readonly at: string }) | null;
  /** ISO 8601: what the signer's own clock said. Nobody vouches for it. */
  readonly claimed_at: string | null;
  /** The authority that was found trusted, or null. */
  readonly trusted: { readonly name: string; readonly sha256: string } | null;
}

export interface SignatureFacts {
  readonly kind: 'signature' | 'document_timestamp';
  /** `ETSI.CAdES.detached` and the like. */
  readonly sub_filter: string | null;
  readonly name: string | null;
  /** `intact`: it stands for the bytes it covers. */
  readonly integrity: 'intact' | 'broken' | 'unknown';
  /** Bytes from the beginning of the file. */
  readonly covers: number;
  /** Why it is broken, or why that is unknown. */
  readonly reason: string | null;
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
