import { writableAddresses } from './addresses.js';
import type { Form } from './template-form.js';
import type { ValueRequest } from './values.js';

/** A day that no form has printed on it by itself. */
export const sampleDate = '2030-01-31';

/**
 * A value for every address of a form that takes one, made from the form alone: the label of the field for a text, and
 * the first options of a question. An address that no one value fits is left out.
 */
export const sampleValues = (form: Form): readonly ValueRequest[] =>
  writableAddresses(form).flatMap(({ subject, key, label, takes }) => {
    const value = sampleOf(takes, label);
    return value === null ? [] : [{ subject, key, value, locked: false }];
  });

function sampleOf(takes: ReturnType<typeof writableAddresses>[number]['takes'], label: string) {
  switch (takes.kind) {
    case 'text':
      return label.replace(/\s+/gu, ' ').trim();
    case 'date':
      return sampleDate;
    case 'tick':
      return true;
    case 'option':
      return takes.options[0] ?? null;
    case 'answers':
      return takes.options.length === 0 ? null : takes.options.slice(0, Math.min(takes.max, Math.max(takes.min, 1)));
    case 'nothing':
      return null;
  }
}
