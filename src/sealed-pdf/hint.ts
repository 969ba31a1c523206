import type { SealProblem } from '../document/seal/verdict.js';
import type { Trust } from './trust.js';

/** What to do about a PDF that is not known to be genuine. */
export function hintFor(problem: SealProblem, { from }: Pick<Trust, 'from'>): string {
  switch (problem) {
    case 'no_pdf':
      return 'Name the PDF that the service sealed.';
    case 'not_signed':
      return 'Check that it is the sealed document: drafts and uploads are not signed.';
    case 'cut_off':
      return 'Download it again: esign envelope download ID -o FILE';
    case 'altered':
    case 'changed_after_sealing':
      return 'Do not rely on it. Download it again: esign envelope download ID -o FILE';
    case 'issuer_not_known':
      if (from === null) {
        return 'Name the authority with --ca-file. For an emulator: esign emulator ca -o ca.pem';
      }
      return from === 'ca'
        ? 'The authority that sealed it is not among those given with --ca-file.'
        : 'The emulator within reach did not seal it. Name the authority with --ca-file.';
    case 'sealed_later':
      return 'Leave out --at, or name a later instant.';
    case 'unsupported_profile':
      return 'Nothing proves that it was altered. Check it with the service, or with another PDF reader.';
    case 'unfit_algorithm':
      return 'Nothing proves that it was altered, but such a signature can be forged. Check it with the service.';
    case 'certificate_unfit':
    case 'time_stamp_unfit':
      return 'Nothing proves that it was altered. Check with the service how it seals its documents.';
  }
}
