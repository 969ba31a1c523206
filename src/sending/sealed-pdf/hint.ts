import type { SealProblem } from '../../document/seal/verdict.js';
import type { Trust } from './trust.js';

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
        ? 'None of the certificates in --ca-file belongs to the authority that sealed it.'
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
