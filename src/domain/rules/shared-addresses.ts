import { type FieldType, unwritableTypes } from '../../contract/resources/template.js';

/** What tells whether two fields take the same value. */
export interface Addressable {
  readonly id: string;
  readonly type: string;
  readonly subject: string | null;
  readonly data_key: string | null;
  /** Null or undefined: a field of its own. The boxes of one question count as one. */
  readonly question_id?: string | null;
}

/** An address that several fields take: one value fills them all (Field, `subject` and `data_key`). */
export interface SharedAddress<T> {
  readonly subject: string | null;
  readonly key: string;
  /** At least two; the first box of each question. */
  readonly fields: readonly T[];
}

/** Every address that more than one field or question takes, in the order of the fields. */
export function sharedAddresses<T extends Addressable>(fields: readonly T[]): readonly SharedAddress<T>[] {
  const takers = new Map<string, Map<string, T>>();
  for (const field of fields) {
    const address = addressKey(field);
    if (address === null) continue;
    const known = takers.get(address) ?? new Map<string, T>();
    const what = field.question_id ?? field.id;
    if (!known.has(what)) known.set(what, field);
    takers.set(address, known);
  }
  return [...takers.values()].flatMap((known) => {
    const [first, ...others] = known.values();
    if (first?.data_key == null || others.length === 0) return [];
    return [{ subject: first.subject, key: first.data_key, fields: [first, ...others] }];
  });
}

/** The addresses of `after` whose fields did not all share one `before`, be it under another name. */
export function newlyShared<T extends Addressable>(
  before: readonly Addressable[],
  after: readonly T[],
): readonly SharedAddress<T>[] {
  const old = new Map(before.map((field) => [field.id, addressKey(field)]));
  return sharedAddresses(after).filter(({ fields }) => {
    const addresses = new Set(fields.map((field) => old.get(field.id) ?? null));
    return addresses.size > 1 || addresses.has(null);
  });
}

/** Whether fields say by themselves that they mean the same: by one label, or by one name in the PDF. */
export function meanTheSame(
  fields: readonly { readonly label: string | null; readonly context?: { readonly widget_name: string | null } }[],
): boolean {
  const isOne = (words: readonly (string | null | undefined)[]): boolean =>
    words[0] != null && words.every((each) => each?.toLowerCase() === words[0]?.toLowerCase());
  return isOne(fields.map(({ label }) => label)) || isOne(fields.map(({ context }) => context?.widget_name));
}

const addressKey = ({ type, subject, data_key: key }: Addressable): string | null =>
  key === null || unwritableTypes.includes(type as FieldType) ? null : JSON.stringify([subject, key]);
