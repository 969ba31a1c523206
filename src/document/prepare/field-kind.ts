import type { BoxType } from '../read-document.js';

/** What kind of form field a type is; one button of several is a kid of its question's field. */
export function fieldKind(type: BoxType): 'Tx' | 'Ch' | 'Btn' | 'Sig' {
  switch (type) {
    case 'signature':
    case 'initials':
      return 'Sig';
    case 'tickbox':
      return 'Btn';
    case 'dropdown':
      return 'Ch';
    case 'text':
    case 'date':
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
    case 'signer_title':
    case 'signer_company':
      return 'Tx';
  }
}
