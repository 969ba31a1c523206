import { writtenFile, type WrittenFile } from '../../cli/files/written-files.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { CodeOf } from '../../cli/failure/own-codes.js';
import type { EnvelopeDocuments } from '../../contract/resources/envelope.js';
import type { SealProblem, SealVerdict } from '../../document/seal/verdict.js';
import { reportOf, sealReport } from './seal-report.js';
import type { Trust } from './trust.js';

/** The result of verifying a sealed PDF that was saved. */
export interface Examined extends Required<Pick<WrittenFile, 'remark' | 'facts'>> {
  /** Why it could not be verified; null when it was, or when only its authority is unknown. */
  readonly warning: string | null;
}

const facts = (s: ShapeBlocks) => ({ sha256: s.text, seal: sealReport(s) });

/** What is printed about a written sealed PDF: verified, or without the facts if it was not. */
export const sealedFile = (s: ShapeBlocks) =>
  [s.object({ ...writtenFile(s).entries, ...facts(s) }), writtenFile(s)] as const;

/** What is not put in place: it was altered, somebody added to it, or it did not arrive whole. */
const refusedProblems: readonly SealProblem[] = [
  'altered',
  'added_after_signing',
  'cut_off',
  'damaged_signature',
  'no_pdf',
];

/**
 * Verifies a sealed PDF before it is put in place. Throws CommandFailure (exit 9) when it is not what was sealed
 * and when its authority is not the trusted one. A PDF that cannot be verified is saved, with a warning.
 */
export async function examineSealed(
  pdf: Buffer,
  { position, sha256, file }: EnvelopeDocuments['documents'][number] & { readonly file: string },
  trust: Trust,
): Promise<Examined> {
  const { verifySeal } = await import('../../document/seal/verify-seal.js');
  const { trusted, now } = trust;
  const verdict = await verifySeal(pdf, { trusted, now, notLater: false });
  const isOfAnother = trust.from !== null && verdict.problem?.code === 'no_trusted_path';
  const problem = isOfAnother ? verdict.problem : problemBesidesTrust(verdict);
  if (problem !== null && (refusedProblems.includes(problem.code) || isOfAnother)) {
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
  return {
    warning: problem === null ? null : `Document ${position} cannot be verified: ${problem.message}`,
    remark: problem === null ? remarkOf(verdict) : 'It could not be verified.',
    facts: { sha256: verdict.sha256, seal: reportOf(file, verdict, trust, verdict.problem === null) },
  };
}

/** The problem of a file besides an unknown authority: something added to it, a certificate that may not seal, its time. */
export function problemBesidesTrust({ problem, checks }: SealVerdict): SealVerdict['problem'] {
  if (problem?.code !== 'no_trusted_path') return problem;
  for (const [check, code] of besides) {
    const found = checks.find((each) => each.check === check && each.outcome === 'fail');
    if (found !== undefined) return { code, message: found.text };
  }
  return null;
}

const besides = [
  ['coverage', 'added_after_signing'],
  ['certificate', 'certificate_unfit'],
  ['time', 'sealed_later'],
] as const;

function remarkOf({ signer, time_stamp: stamp, trusted, claimed_at: claimed }: SealVerdict): string {
  const when = stamp === null ? (claimed === null ? '' : ` at ${claimed} by its signer’s clock`) : ` at ${stamp.at}`;
  const sealed = `sealed by “${signer?.name ?? ''}”${when}`;
  return trusted === null
    ? `Unaltered, ${sealed}; its authority “${signer?.issuer ?? ''}” is not trusted. Specify it with --ca-file.`
    : `Verified: unaltered, ${sealed}, trusted through “${trusted.name}”.`;
}

function refused(position: number, code: CodeOf<9>, message: string, hint: string, details: object): CommandFailure {
  return new CommandFailure(9, code, `Document ${position} was not saved. ${message}`, {
    hint: `${hint}\nTo save a file without verifying it: --no-verify`,
    details: { verified: false, position, ...details },
  });
}

/** What to do about a PDF that was not verified. */
export function hintFor(problem: SealProblem, { from }: Pick<Trust, 'from'>): string {
  switch (problem) {
    case 'no_pdf':
      return 'Use the PDF that the service sealed.';
    case 'not_signed':
    case 'placeholder':
    case 'usage_rights':
      return 'Check that it is the sealed document: drafts and uploads are not signed.';
    case 'cut_off':
      return 'Download it again: esign envelope download ID -o FILE';
    case 'altered':
      return 'Do not rely on it. Download it again: esign envelope download ID -o FILE';
    case 'added_after_signing':
      return 'Write the signed revision to a file of its own: esign pdf verify FILE --revision N -o SIGNED.pdf';
    case 'no_trusted_path':
      if (from === null) {
        return 'Specify the authority with --ca-file. For an emulator: esign emulator ca -o ca.pem';
      }
      return from === 'ca'
        ? 'No certificate in --ca-file belongs to the authority that sealed it, or none that was valid then.'
        : 'The reachable emulator did not seal it. Specify the authority with --ca-file.';
    case 'sealed_later':
      return 'Remove --at, or use a later time.';
    case 'damaged_signature':
    case 'unsupported_profile':
      return 'This does not prove that it was altered. Check it with the service or another PDF reader.';
    case 'unfit_algorithm':
      return 'This does not prove that it was altered, but the signature can be forged. Check it with the service.';
    case 'certificate_unfit':
      return 'This does not prove that it was altered. Ask the service how it seals documents.';
  }
}
