import type { SealProblem } from '../../document/seal/verdict.js';
import type { Trust } from './trust.js';

/** What to do about a seal that does not hold. */
export function hintFor(problem: SealProblem, { from }: Pick<Trust, 'from'>): string {
  switch (problem) {
    case 'no_pdf':
      return 'Name the PDF that the service sealed.';
    case 'not_signed':
      return 'Look whether it is the sealed document: a draft and an upload are not signed.';
    case 'cut_off':
      return 'Fetch it again: esign envelope download ID -o FILE';
    case 'altered':
    case 'changed_after_sealing':
      return 'Do not rely on it; fetch it again with: esign envelope download ID -o FILE';
    case 'issuer_not_known':
      if (from === null) return 'Name the authority with --ca; an emulator’s comes from: esign emulator ca -o ca.pem';
      return from === 'ca'
        ? 'Name the authority that sealed it with --ca: it is not among the ones given.'
        : 'It was not sealed by the emulator within reach: name the authority that sealed it with --ca.';
    case 'sealed_later':
      return 'Leave --at out, or name a later instant.';
    case 'certificate_unfit':
    case 'time_stamp_missing':
    case 'time_stamp_unfit':
    case 'unfit_algorithm':
      return 'Do not rely on it: it was not sealed the way the service seals.';
  }
}
