import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { UsageFailure } from '../failure/failure.js';
import { formulaErrorWords, isFormulaError } from '../../core/platform/formula-error.js';
import { parseJson } from '../../core/platform/json.js';

/** The address of a value: a subject, or null for the signer's own, and a data key. */
export interface Address {
  readonly subject: string | null;
  readonly key: string;
}

const example = 'tenant.person.full_name=Thandi Mokoena';

/**
 * Splits `subject.key` at the first unescaped dot; data keys may contain dots. A dot in the subject is written `\.`,
 * and a backslash `\\`; the key has no escapes. Null without a dot or with an empty key; the subject of `.key` is ''.
 */
export function splitAddress(text: string): { readonly head: string; readonly rest: string } | null {
  const [whole, head = ''] = /^((?:\\.|[^\\.]|\\$)*)\./s.exec(text) ?? [];
  if (whole === undefined || text.length === whole.length) return null;
  return { head: head.replaceAll(/\\([\\.])/g, '$1'), rest: text.slice(whole.length) };
}

/** Reads `subject.key`, or `.key` for the signer's own. */
export function parseAddress(text: string, flag = '--lock'): Address {
  const parts = splitAddress(text);
  const key = parts?.rest.trim() ?? '';
  if (parts === null || key === '') {
    throw new UsageFailure(`Invalid ${flag} address "${text}".`, {
      code: 'invalid_value',
      hint: `Use subject.key, or .key for a value of the signer. Example: ${flag} ${example}`,
    });
  }
  return { subject: parts.head === '' ? null : parts.head.trim(), key };
}

/**
 * Reads one `--value`: `subject.key=text`, `.key=text`, or `subject.key:=JSON` for true, false, null and lists of
 * strings. The first `=` ends the address.
 */
export function parseValue(text: string): ValueRequest {
  const equals = text.indexOf('=');
  if (equals === -1) {
    throw new UsageFailure(`Invalid --value "${text}": \`=\` is missing.`, {
      code: 'invalid_value',
      hint: `Example: --value '${example}'`,
    });
  }
  const typed = text[equals - 1] === ':';
  const address = parseAddress(text.slice(0, typed ? equals - 1 : equals), '--value');
  const value = text.slice(equals + 1);
  if (isFormulaError(value)) {
    throw new UsageFailure(`Invalid --value "${text}": ${formulaErrorWords(value)}.`, { code: 'invalid_value' });
  }
  return { ...address, value: typed ? jsonValue(value, text) : value };
}

/** Sets `locked` on the values of `--lock`; an address without a value is an error. */
export function lockValues(values: readonly ValueRequest[], locks: readonly Address[]): ValueRequest[] {
  for (const lock of locks) {
    if (!values.some((value) => sameAddress(value, lock))) {
      throw new UsageFailure(`--lock ${writeAddress(lock)}: this address has no value.`, {
        code: 'invalid_value',
        hint: `Add the value: --value ${writeAddress(lock)}=VALUE`,
      });
    }
  }
  return values.map((value) => (locks.some((lock) => sameAddress(value, lock)) ? { ...value, locked: true } : value));
}

/** The way it is read. */
export const writeAddress = ({ subject, key }: Address): string =>
  `${(subject ?? '').replaceAll(/[\\.]/g, '\\$&')}.${key}`;

/** A file may have any type in place of a value. */
const sameAddress = (value: ValueRequest | null, address: Address): boolean =>
  (value?.subject ?? null) === address.subject && value?.key === address.key;

function jsonValue(text: string, whole: string): ValueRequest['value'] {
  const value = parseJson(text);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  throw new UsageFailure(
    `Invalid --value "${whole}". After \`:=\`, use true, false, null, a string or a list of strings as JSON.`,
    {
      code: 'invalid_value',
      hint: `Example: --value 'tenant.pets.kept:=true', or with = for plain text`,
    },
  );
}
