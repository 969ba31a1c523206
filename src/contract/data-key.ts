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

/** Whom a field is about, and all fields of its template: their names say how such a field is named here. */
interface Around {
  readonly subject: string | null;
  readonly fields: readonly { readonly subject: string | null; readonly data_key: string | null }[];
}

/**
 * Why a field may not be given this key now: a core namespace, or one that is a declared subject's key. The name to try
 * is one that is allowed.
 */
export function newDataKeyProblem(
  key: string,
  subjectKeys: readonly string[],
  maxLength: number = limits.dataKeyLength,
  around: Around = { subject: null, fields: [] },
): string | null {
  const grammar = dataKeyProblem(key, maxLength);
  if (grammar !== null) return grammar;
  const [namespace = '', ...rest] = key.split('.');
  if (isCore(namespace)) return `may not be in the core namespace ${namespace}`;
  if (!subjectKeys.includes(namespace)) return null;
  const words = (namespace === around.subject ? rest : [namespace, ...rest]).join('_');
  const { subject, fields } = around;
  const isTaken = (name: string): boolean =>
    fields.some((field) => field.subject === subject && field.data_key === name);
  const other = namespacesFor(around)
    .filter((each) => !isCore(each) && !subjectKeys.includes(each))
    .map((each) => `${each}.${words}`)
    .find((each) => dataKeyProblem(each, maxLength) === null && !isTaken(each));
  return `may not begin with ${namespace}, the key of a person on the form.${other === undefined ? '' : ` Try ${other}`}`;
}

const isCore = (namespace: string): boolean => (coreNamespaces as readonly string[]).includes(namespace);

/** The namespaces of fields that are about the same subject, or about nobody, the most usual first. */
function namespacesFor({ subject, fields }: Around): readonly string[] {
  const used = fields.flatMap((field) => (field.subject === subject ? (field.data_key?.split('.')[0] ?? []) : []));
  const usual = subject === null ? 'form' : 'person';
  const count = (namespace: string): number => used.filter((each) => each === namespace).length;
  return [...[...new Set(used)].toSorted((a, b) => count(b) - count(a)), usual, 'form', 'details'];
}
