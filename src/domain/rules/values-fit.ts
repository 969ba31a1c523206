import type { FormField } from './template-form.js';

/** What a field makes of a value: an answer, or why not; `shape` when the value is of the wrong kind altogether. */
export type Fit =
  | { readonly kind: 'answer'; readonly value: string | boolean }
  | { readonly kind: 'shape' | 'unusable'; readonly message: string };

export type WireValue = string | boolean | readonly string[] | null;

const answer = (value: string | boolean): Fit => ({ kind: 'answer', value });
const shape = (message: string): Fit => ({ kind: 'shape', message });
const unusable = (message: string): Fit => ({ kind: 'unusable', message });

/** Says whether a field that stands alone (in no question) takes a value. An empty text is not an answer, but fits. */
export function fit(field: FormField, value: WireValue): Fit {
  switch (field.type) {
    case 'tickbox':
      if (value === null) return answer(false);
      return typeof value === 'boolean' ? answer(value) : shape('must be true or false');
    case 'date':
      return fitText(value, (text) => (isDate(text) ? null : 'must be a date such as 2026-12-01'));
    case 'dropdown':
      return fitText(value, (text) =>
        field.options?.includes(text) ? null : `must be one of ${(field.options ?? []).join(', ')}`,
      );
    case 'text':
    case 'signer_title':
    case 'signer_company':
      return fitText(value, (text) =>
        field.multiline !== false || !/[\r\n]/.test(text) ? null : 'must be one line of text',
      );
    case 'signature':
    case 'initials':
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
      return unusable('is filled by the signing itself');
  }
}

function fitText(value: WireValue, problem: (text: string) => string | null): Fit {
  if (value === null) return answer('');
  if (typeof value !== 'string') return shape('must be a string');
  const message = value.trim() === '' ? null : problem(value);
  return message === null ? answer(value) : unusable(message);
}

/** A day that exists, as `2026-12-01`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** No answer at all: nothing typed, nothing ticked. */
export const isEmpty = (value: WireValue | undefined): boolean => {
  if (value === undefined || value === null || value === false) return true;
  if (value === true) return false;
  return typeof value === 'string' ? value.trim() === '' : value.length === 0;
};
