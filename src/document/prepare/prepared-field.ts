import type { BoxType, Rect } from '../read-document.js';

/** A field as somebody drew it on a page, before the document is uploaded. */
export interface PreparedField {
  /** 1-based. */
  readonly page: number;
  readonly type: BoxType;
  /** What the signer reads beside it. */
  readonly label: string;
  /** Who fills it in, by the name of the role; null for nobody in particular. */
  readonly role: string | null;
  /** Of a tickbox that belongs to a group, the group decides instead. */
  readonly required: boolean;
  /** Fractions of the page as displayed, from the top left. */
  readonly rect: Rect;
  /** The choices of a dropdown; null for every other type. */
  readonly options: readonly string[] | null;
  /** In characters; null for no limit. */
  readonly max_length: number | null;
  /** Whether each character has its own compartment; needs `max_length`. */
  readonly comb: boolean;
  readonly multiline: boolean;
  /** The further lines of a text, each a place of its own on the page; absent for none. */
  readonly more?: readonly Rect[];
  /** The name of the question that a tickbox answers; null when it stands alone. */
  readonly group: string | null;
  /** What a tick answers to its question; null when it stands alone. */
  readonly option: string | null;
  /** The data key that fills it in; null for none. */
  readonly key: string | null;
  /** Whose data the key is for; undefined for the signer's own. */
  readonly subject?: string;
}

/** A question that several tickboxes answer: choose one, or choose many. */
export interface PreparedGroup {
  readonly name: string;
  /** What the signer is asked. */
  readonly label: string | null;
  readonly min_selected: number;
  readonly max_selected: number;
}

/** All that somebody drew on a document. */
export interface PreparedForm {
  readonly fields: readonly PreparedField[];
  readonly groups: readonly PreparedGroup[];
}

/** A field and, as fields of its words, its further lines: a form field is one place. */
export const linesOf = ({ more = [], ...field }: PreparedField): readonly PreparedField[] => [
  field,
  ...more.map((rect) => ({ ...field, rect, required: false, key: null })),
];

/** The data keys that fields of several people have: one value fills them all, since a prepared field names no subject. */
export function keysOfSeveral(fields: readonly Pick<PreparedField, 'role' | 'key'>[]): ReadonlySet<string> {
  const roles = new Map<string, Set<string | null>>();
  for (const { role, key } of fields) {
    if (key !== null) roles.set(key, (roles.get(key) ?? new Set()).add(role));
  }
  return new Set([...roles].flatMap(([key, { size }]) => (size > 1 ? [key] : [])));
}

/** How many fields a document may have, and so a question ticks. */
export const mostTicks = 5_000;

/** What kind of form field a type is; one button of several is a kid of its question's field. */
export function fieldKind(type: BoxType): 'Tx' | 'Ch' | 'Btn' | 'Sig' {
  switch (type) {
    case 'signature':
    case 'initials':
      return 'Sig';
    case 'tickbox':
      return 'Btn';
    case 'dropdown':
      return 'Ch';
    case 'text':
    case 'date':
    case 'date_signed':
    case 'signer_name':
    case 'signer_email':
    case 'signer_title':
    case 'signer_company':
      return 'Tx';
  }
}
