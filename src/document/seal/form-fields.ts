import { PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { Unsupported } from './malformed.js';
import { dictAt, itemsAt, nameAt, type OpenRevision, textAt } from './open-revision.js';

/** A field of a form, or a widget of one: an object that can change on its own. */
export interface FormField {
  /** The object's number, or its place where it stands inside another one. */
  readonly key: string;
  /** Full name, with dots. */
  readonly name: string;
  /** `Sig`, `Tx` and the like; null where nothing says. */
  readonly type: string | null;
  readonly dict: PdfDict;
  readonly value: PdfObject | undefined;
}

const maxFields = 50_000;
const deepest = 60;

/** Every field and widget of a form, by its key. */
export function formFields(revision: OpenRevision): ReadonlyMap<string, FormField> {
  const found = new Map<string, FormField>();
  const visit = (
    item: PdfObject,
    key: string,
    above: Pick<FormField, 'name' | 'type' | 'value'>,
    depth: number,
  ): void => {
    const dict = standingAlone(revision.resolve(item));
    const own = item instanceof PdfRef ? keyOf(item) : key;
    if (dict === null || found.has(own)) return;
    if (depth > deepest || found.size >= maxFields) throw new Unsupported('its form is too large');
    const part = textAt(revision, dict, 'T');
    const field = {
      key: own,
      name: [above.name, part ?? ''].filter((each) => each !== '').join('.'),
      type: nameAt(revision, dict, 'FT') ?? above.type,
      dict,
      value: revision.resolve(dict.get('V')) ?? above.value,
    };
    found.set(own, field);
    for (const [index, kid] of itemsAt(revision, dict, 'Kids').entries())
      visit(kid, `${own}/${index}`, field, depth + 1);
  };
  const form = dictAt(revision, revision.catalog, 'AcroForm');
  for (const [index, item] of itemsAt(revision, form, 'Fields').entries()) {
    visit(item, `field ${index}`, { name: '', type: null, value: undefined }, 0);
  }
  return found;
}

/** The dictionary of a page, a field or an annotation: one with data of its own could be drawn as well. */
export function standingAlone(value: PdfObject | undefined): PdfDict | null {
  if (value instanceof PdfStream) throw new Unsupported('a page, a field or an annotation is a stream');
  return value instanceof PdfDict ? value : null;
}

export const keyOf = ({ objectNumber, generation }: PdfRef): string => `${objectNumber} ${generation}`;

/** The signatures that a form names. */
export const signaturesOf = (fields: ReadonlyMap<string, FormField>): readonly PdfDict[] => [
  ...new Set(
    [...fields.values()].flatMap(({ type, value }) => (type === 'Sig' && value instanceof PdfDict ? [value] : [])),
  ),
];
