import { Ended } from '../../cli/failure.js';
import type { WrittenFile } from '../../cli/save.js';
import type { EnvelopeDocuments } from '../../contract/resources/envelope.js';
import { hintFor } from '../pdf/hint.js';
import type { Trust } from '../pdf/trust.js';

/** What was found out about a sealed PDF that was kept. */
export type Examined = Required<Pick<WrittenFile, 'remark' | 'facts'>>;

/**
 * Judges a sealed PDF before it is put in place. Throws Ended (9) when it is not as it was sealed, and when the
 * authority behind it is not one of those that are known. Where none is known, the seal itself has to do.
 */
export async function examineSealed(
  pdf: Buffer,
  { position, sha256 }: EnvelopeDocuments['documents'][number],
  trust: Trust,
): Promise<Examined> {
  const { verifySeal } = await import('../../document/seal/verify-seal.js');
  const { trusted, now } = trust;
  const verdict = verifySeal(pdf, { trusted, now, notLater: false });
  const nobodyKnown = trust.from === null && verdict.problem?.code === 'issuer_not_known';
  if (verdict.problem !== null && !nobodyKnown) {
    const { code, message } = verdict.problem;
    throw refused(position, code, message, hintFor(code, trust), { checks: verdict.checks });
  }
  // An extra of the emulator: the digest that it keeps beside the document (A4).
  if (typeof sha256 === 'string' && sha256.toLowerCase() !== verdict.sha256) {
    const message = 'The file is another one than the service sealed: its SHA-256 differs.';
    throw refused(position, 'altered', message, hintFor('altered', trust), {
      expected: sha256,
      sha256: verdict.sha256,
    });
  }
  const { signer, time_stamp: stamp, trusted: authority } = verdict;
  const sealed = `sealed by “${signer?.name ?? ''}” at ${stamp?.at ?? ''}`;
  return {
    remark:
      authority === null
        ? `Unaltered, ${sealed}; its authority “${signer?.issuer ?? ''}” is not known here: name it with --ca.`
        : `Verified: unaltered, ${sealed}, trusted through “${authority.name}”.`,
    facts: {
      sha256: verdict.sha256,
      seal: {
        verified: authority !== null,
        sealed_at: stamp?.at ?? null,
        sealed_by: signer?.name ?? null,
        trusted: authority,
      },
    },
  };
}

function refused(position: number, code: string, message: string, hint: string, details: object): Ended {
  return new Ended(9, code, `Document ${position} was not kept. ${message}`, {
    hint: `${hint}\nTo keep a file as it comes, whatever it is: --no-verify`,
    details: { verified: false, position, ...details },
  });
}
