import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { SealVerdict } from '../../document/seal/verdict.js';
import type { Trust } from './trust.js';

/** What is printed about the signatures of a PDF, by `pdf verify` and as `seal` of a download. */
export const sealReport = (s: ShapeBlocks) => {
  const party = {
    name: s.text,
    issuer: s.text,
    serial: s.text,
    sha256: s.text,
    valid_from: s.instant,
    valid_until: s.instant,
  };
  return s.object({
    file: s.text,
    verified: s.flag,
    verdict: s.oneOf('genuine', 'added_to', 'altered', 'cannot_judge'),
    problem: s.nullable(s.text),
    reason: s.nullable(s.text),
    sealed_at: s.nullable(s.instant),
    claimed_at: s.nullable(s.instant),
    added: s.nullable(s.object({ bytes: s.count, claimed_at: s.nullable(s.instant) })),
    checks: s.list(
      s.object({
        check: s.oneOf('integrity', 'coverage', 'certificate', 'time', 'trust'),
        outcome: s.oneOf('pass', 'fail', 'unknown'),
        text: s.text,
      }),
    ),
    signatures: s.list(
      s.object({
        kind: s.oneOf('signature', 'document_timestamp'),
        revision: s.count,
        sub_filter: s.nullable(s.text),
        name: s.nullable(s.text),
        integrity: s.oneOf('intact', 'broken', 'unknown'),
        trusted: s.flag,
        covers: s.count,
        reason: s.nullable(s.text),
      }),
    ),
    signer: s.nullable(s.object(party)),
    time_stamp: s.nullable(s.object({ ...party, at: s.instant })),
    trusted: s.nullable(s.object({ name: s.text, sha256: s.text })),
    trust_from: s.nullable(s.text),
    revocation: s.literal('not_checked'),
    bytes: s.count,
    sha256: s.text,
  });
};

/** `file`: its path, `-` for stdin. `verified`: whether the file is accepted, which a user may ask for without a trusted authority. */
export function reportOf(
  file: string,
  verdict: SealVerdict,
  { from }: Trust,
  verified: boolean,
): Shaped<typeof sealReport> {
  const { problem, time_stamp: stamp } = verdict;
  return {
    file,
    verified,
    verdict: verdict.verdict,
    problem: problem?.code ?? null,
    reason: problem?.message ?? null,
    sealed_at: stamp?.at ?? null,
    claimed_at: verdict.claimed_at,
    added: verdict.added,
    checks: verdict.checks,
    signatures: verdict.signatures,
    signer: verdict.signer,
    time_stamp: stamp,
    trusted: verdict.trusted,
    trust_from: from,
    revocation: 'not_checked',
    bytes: verdict.bytes,
    sha256: verdict.sha256,
  };
}
