import { writtenFile } from '../cli/written-files.js';
import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import { CommandFailure } from '../cli/failure.js';
import type { WrittenFile } from '../cli/written-files.js';
import type { EnvelopeDocuments } from '../contract/resources/envelope.js';
import type { SealVerdict } from '../document/seal/verdict.js';
import { hintFor } from './hint.js';
import type { Trust } from './trust.js';

/** The result of verifying a sealed PDF that was saved. */
export interface Examined extends Required<Pick<WrittenFile, 'remark' | 'facts'>> {
  /** Why it could not be verified; null when it was, or when only its authority is unknown. */
  readonly warning: string | null;
}

const facts = (s: ShapeBlocks) => ({
  sha256: s.text,
  seal: s.object({
    verified: s.flag,
    verdict: s.oneOf('genuine', 'altered', 'cannot_judge'),
    problem: s.nullable(s.text),
    reason: s.nullable(s.text),
    sealed_at: s.nullable(s.instant),
    sealed_by: s.nullable(s.text),
    trusted: s.nullable(s.object({ name: s.text, sha256: s.text })),
  }),
});
const factsShape = (s: ShapeBlocks) => s.object(facts(s));

/** What is printed about a written sealed PDF; without the facts if it was not verified. */
export const sealedFile = (s: ShapeBlocks) =>
  s.either(s.object({ ...writtenFile(s).entries, ...facts(s) }), writtenFile(s));

/**
 * Verifies a sealed PDF before it is put in place. Throws CommandFailure (exit 9) when it is proven altered
 * and when its authority is not trusted. A PDF that cannot be verified is saved, with a warning.
 */
export async function examineSealed(
  pdf: Buffer,
  { position, sha256 }: EnvelopeDocuments['documents'][number],
  trust: Trust,
): Promise<Examined> {
  const { verifySeal } = await import('../document/seal/verify-seal.js');
  const { trusted, now } = trust;
  const verdict = await verifySeal(pdf, { trusted, now, notLater: false });
  const { problem } = verdict;
  const isOfAnother = trust.from !== null && problem?.code === 'issuer_not_known';
  if (problem !== null && (verdict.verdict === 'altered' || isOfAnother)) {
    const { code, message } = problem;
    throw refused(position, code, message, hintFor(code, trust), {
      verdict: verdict.verdict,
      checks: verdict.checks,
    });
  }
  // An extra of the emulator: the digest that it stores with the document (A4).
  if (typeof sha256 === 'string' && sha256.toLowerCase() !== verdict.sha256) {
    const message = 'This is not the file that the service sealed: its SHA-256 differs.';
    throw refused(position, 'altered', message, hintFor('altered', trust), {
      verdict: 'altered',
      expected: sha256,
      sha256: verdict.sha256,
    });
  }
  const cannotJudge = problem !== null && problem.code !== 'issuer_not_known' ? problem : null;
  return {
    warning: cannotJudge === null ? null : `Document ${position} cannot be verified: ${cannotJudge.message}`,
    remark: cannotJudge === null ? remarkOf(verdict) : 'It could not be verified.',
    facts: factsOf(verdict),
  };
}

function remarkOf({ signer, time_stamp: stamp, trusted, claimed_at: claimed }: SealVerdict): string {
  const when = stamp === null ? (claimed === null ? '' : ` at ${claimed} by its signer’s clock`) : ` at ${stamp.at}`;
  const sealed = `sealed by “${signer?.name ?? ''}”${when}`;
  return trusted === null
    ? `Unaltered, ${sealed}; its authority “${signer?.issuer ?? ''}” is not trusted. Specify it with --ca-file.`
    : `Verified: unaltered, ${sealed}, trusted through “${trusted.name}”.`;
}

function factsOf({
  verdict,
  problem,
  sha256,
  signer,
  time_stamp: stamp,
  trusted,
}: SealVerdict): Shaped<typeof factsShape> {
  return {
    sha256,
    seal: {
      verified: verdict === 'genuine',
      verdict,
      problem: problem?.code ?? null,
      reason: problem?.message ?? null,
      sealed_at: stamp?.at ?? null,
      sealed_by: signer?.name ?? null,
      trusted,
    },
  };
}

function refused(position: number, code: string, message: string, hint: string, details: object): CommandFailure {
  return new CommandFailure(9, code, `Document ${position} was not saved. ${message}`, {
    hint: `${hint}\nTo save a file without verifying it: --no-verify`,
    details: { verified: false, position, ...details },
  });
}
