/** The grammar of a data key: `namespace.attribute` or `namespace.entity.attribute`, snake_case (Field; A18 core names). */
import { limits } from './limits.js';

/** Namespaces that a new key may not use (A18). */
export const coreNamespaces = ['core', 'signer', 'sender', 'envelope', 'organisation'] as const;

const word = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The length of a key in a request, which the schema of its row has checked, with the bound of a contract file. */
export const checkedBefore = Infinity;

/** Why a text is not a data key, in words that follow the property's path; null when it is one. */
export function dataKeyProblem(key: string, maxLength: number = limits.dataKeyLength): string | null {
  if (key.length === 0 || key.length > maxLength) return `must be 1 to ${maxLength} characters`;
  const parts = key.split('.');
  if (parts.length < 2 || parts.length > 3) return 'must be namespace.attribute or namespace.entity.attribute';
  if (!parts.every((part) => word.test(part)))
    return 'must be snake_case: lower-case letters, digits and single underscores';
  return null;
}

/** Why a field may not be given this key now: a core namespace, or one that is a declared subject's key. */
export function newDataKeyProblem(
  key: string,
  subjectKeys: readonly string[],
  maxLength: number = limits.dataKeyLength,
): string | null {
  const grammar = dataKeyProblem(key, maxLength);
  if (grammar !== null) return grammar;
  const namespace = key.split('.')[0] ?? '';
  if ((coreNamespaces as readonly string[]).includes(namespace)) return `may not be in the core namespace ${namespace}`;
  if (subjectKeys.includes(namespace)) {
    const words = key.replaceAll('.', '_');
    return `may not begin with ${namespace}, the key of a person on the form. Try form.${words}`;
  }
  return null;
}
