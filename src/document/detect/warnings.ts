import type { DocumentWarning } from '../read-document.js';
import type { FoundBox } from './found-box.js';
import { isSigning } from './found-box.js';

const MOST_WARNINGS = 10;

/** What the sender should know about an upload (Template, warnings: at most 10). */
export function warningsFor(
  upload: { readonly isSigned: boolean; readonly staticXfa: boolean },
  boxes: readonly FoundBox[],
  personOf: readonly (number | null)[],
): readonly DocumentWarning[] {
  const warnings: DocumentWarning[] = [];
  if (upload.isSigned) {
    const message =
      'The document was already signed; filling it in and sealing it makes the earlier signature invalid.';
    warnings.push({ code: 'already_signed', message, page: null });
  }
  if (upload.staticXfa) {
    const message = 'The XFA part of the form is left out; its ordinary form fields are used.';
    warnings.push({ code: 'xfa_ignored', message, page: null });
  }
  if (boxes.length === 0) {
    warnings.push({ code: 'no_fields', message: 'The document has no fields to fill in or to sign.', page: null });
  }
  const unclaimed = boxes.filter((_, index) => personOf[index] === null);
  const unsigned = unclaimed.filter((box) => isSigning(box.type));
  warnings.push(...unclaimedWarning('unclaimed_signatures', 'to sign', unsigned));
  const answers = unclaimed.filter((box) => !isSigning(box.type));
  warnings.push(...unclaimedWarning('unclaimed_fields', 'to fill in', answers));
  return warnings.slice(0, MOST_WARNINGS);
}

function unclaimedWarning(code: string, what: string, boxes: readonly FoundBox[]): readonly DocumentWarning[] {
  const first = boxes[0];
  if (first === undefined) return [];
  const label = first.label === null ? 'one without a label' : `"${first.label}"`;
  const count = boxes.length === 1 ? 'One box' : `${boxes.length} boxes`;
  const verb = boxes.length === 1 ? 'belongs' : 'belong';
  const message = `${count} ${what} ${verb} to nobody whom the form names; the first is ${label} on page ${first.page}.`;
  return [{ code, message, page: first.page }];
}
