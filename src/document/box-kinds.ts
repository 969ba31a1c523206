import type { BoxType } from './read-document.js';

/** Whether the box takes an act of signing rather than an answer. */
export function isSigning(type: BoxType): boolean {
  return type === 'signature' || type === 'initials';
}

/** Whether the service fills the box itself when its person signs: nobody may prefill it. */
export function isFilledAtSigning(type: BoxType): boolean {
  return isSigning(type) || type === 'date_signed' || type === 'signer_name' || type === 'signer_email';
}
