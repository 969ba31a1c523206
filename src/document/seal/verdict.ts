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
 * What can be said of a file. `genuine`: a trusted signature covers it to its last byte, and every signature is sound.
 * `added_to`: a trusted signature is sound for an earlier revision, and no trusted signature covers the rest.
 * `altered` is proven: a signature does not fit its bytes. `cannot_judge` says nothing against the file.
 */
export type Verdict = 'genuine' | 'added_to' | 'altered' | 'cannot_judge';

/** Why a file is not accepted as genuine, with the verdict that it leads to. */
const verdicts = {
  altered: 'altered',
  added_after_signing: 'added_to',
  no_pdf: 'cannot_judge',
  cut_off: 'cannot_judge',
  not_signed: 'cannot_judge',
  /** The space for a signature was never filled. */
  placeholder: 'cannot_judge',
  /** The signature grants a reader rights, and signs nothing for anybody. */
  usage_rights: 'cannot_judge',
  /** A signature cannot be read, so that nothing is proven. */
  damaged_signature: 'cannot_judge',
  /** The kind of signature is not supported. */
  unsupported_profile: 'cannot_judge',
  /** Too weak to prove anything. */
  unfit_algorithm: 'cannot_judge',
  /** The certificate may not seal, or not then. */
  certificate_unfit: 'cannot_judge',
  /** Sealed later than asked for. */
  sealed_later: 'cannot_judge',
  /** No trusted authority vouches for a signer. */
  no_trusted_path: 'cannot_judge',
} as const satisfies Readonly<Record<string, Verdict>>;

export type SealProblem = keyof typeof verdicts;

export const verdictOf = (problem: SealProblem | undefined): Verdict =>
  problem === undefined ? 'genuine' : verdicts[problem];

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
  /** Who made the signature that the verdict rests on: the last trusted one, else the last one. */
  readonly signer: SealParty | null;
  /** The earliest timestamp of that signature with a path to a trusted authority. */
  readonly time_stamp: (SealParty & { readonly at: string }) | null;
  /** ISO 8601: what the signer's own clock said. Nobody vouches for it. */
  readonly claimed_at: string | null;
  /** The authority that was found trusted, or null. */
  readonly trusted: { readonly name: string; readonly sha256: string } | null;
  /** What follows that signature and is not long-term validation; null where nothing does. */
  readonly added: { readonly bytes: number; readonly claimed_at: string | null } | null;
}

export interface SignatureFacts {
  readonly kind: 'signature' | 'document_timestamp';
  /** The revision of the file that it covers, counted from 1 over the signatures. */
  readonly revision: number;
  /** `ETSI.CAdES.detached` and the like. */
  readonly sub_filter: string | null;
  readonly name: string | null;
  /** `intact`: it stands for the bytes it covers. */
  readonly integrity: 'intact' | 'broken' | 'unknown';
  /** Whether its signer is trusted, and the certificate was valid. */
  readonly trusted: boolean;
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
