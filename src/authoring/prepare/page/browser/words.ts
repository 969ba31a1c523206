import type { BoxType } from '../../../../document/read-document.js';
import { shown } from '../../../../core/platform/visible-text.js';
import type { DrawnField } from './drawn-form.js';

/** Each kind of field, what it is called, and the key that draws it. */
export const kinds: readonly (readonly [type: BoxType, words: string, key: string])[] = [
  ['text', 'Text', 't'],
  ['tickbox', 'Tickbox', 'x'],
  ['date', 'Date', 'd'],
  ['dropdown', 'Dropdown', 'l'],
  ['signature', 'Signature', 's'],
  ['initials', 'Initials', 'i'],
  ['date_signed', 'Date of signing', ''],
  ['signer_name', 'Signer’s name', ''],
  ['signer_email', 'Signer’s email', ''],
  ['signer_title', 'Signer’s job title', ''],
  ['signer_company', 'Signer’s company', ''],
];

export const kindOf = (type: BoxType): string => kinds.find(([each]) => each === type)?.[1] ?? type;

/** What a field is called in lists. */
export const calledOf = ({ label, option, type, page }: DrawnField): string => {
  const name = label.trim() === '' ? (option ?? '') : label;
  return name === '' ? `${kindOf(type)} on page ${page}` : shown(name, 120);
};

/** What a field is called to those who listen. */
export const spokenOf = (field: DrawnField): string =>
  [calledOf(field), kindOf(field.type), field.role ?? 'nobody’s', field.required ? 'required' : '']
    .filter((word) => word !== '')
    .map((word) => shown(word, 120))
    .join(', ');

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
