import { unwritableTypes, type FieldType } from '../../contract/resources/template.js';

/** Who may fill a field, and whose it is, by its type. */

/** Whether a caller may write to a field of this type ("a field nobody may prefill" is one of the others). */
export const isPrefillable = (type: FieldType): boolean => !unwritableTypes.includes(type);

/**
 * Whether a field of this type belongs to the signer and not to the collected details: signature, initials and signing
 * date, and what the service knows of the signer.
 */
export function isOfSigner(type: FieldType): boolean {
  switch (type) {
    case 'signature':
    case 'initials':
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
    case 'signer_title':
    case 'signer_company':
      return true;
    case 'text':
    case 'date':
    case 'dropdown':
    case 'tickbox':
      return false;
  }
}
