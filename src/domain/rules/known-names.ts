import { isObject, parseJson } from '../../core/platform/json.js';
import { copyRole } from './recipients.js';
import type { Form } from './template-form.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * For rows of a sheet: a row with its roles and addresses as the form writes them, where they differ only in upper and
 * lower case and blanks. A name that may mean two is left as it is, and so is one that the form does not have.
 */
export function knownNames(form: Form): (row: Body) => Body {
  const role = namesAlike([...form.roles.map(({ name }) => name), copyRole]);
  const address = namesAlike(
    form.fields.flatMap(({ subject, data_key: key }) => (key === null ? [] : JSON.stringify([subject, key]))),
  );
  const namedRole = (recipient: unknown): unknown =>
    isObject(recipient) && typeof recipient['role'] === 'string'
      ? { ...recipient, role: role(recipient['role']) }
      : recipient;
  const namedAddress = (value: unknown): unknown => {
    if (!isObject(value) || typeof value['key'] !== 'string') return value;
    const known = parseJson(address(JSON.stringify([value['subject'] ?? null, value['key']]))) as readonly unknown[];
    return { ...value, subject: known[0], key: known[1] };
  };
  return (row) => ({
    ...row,
    ...(Array.isArray(row['recipients']) ? { recipients: row['recipients'].map(namedRole) } : {}),
    ...(Array.isArray(row['values']) ? { values: row['values'].map(namedAddress) } : {}),
  });
}

/** The name itself where it is one of them, else the only one that is alike. */
function namesAlike(names: readonly string[]): (name: string) => string {
  const alike = new Map<string, Set<string>>();
  for (const name of names) alike.set(plain(name), (alike.get(plain(name)) ?? new Set<string>()).add(name));
  return (name) => {
    const [one, another] = alike.get(plain(name)) ?? [];
    return one === undefined || another !== undefined ? name : one;
  };
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
