import { dataKeyProblem } from '../contract/data-key.js';
import type { BoxType } from './read-document.js';

/** What a text tag such as `{{Label;role=Tenant;type=text;key=person.full_name}}` says. */
export interface TagWords {
  readonly label: string;
  readonly type: BoxType;
  readonly role: string | null;
  readonly key: string | null;
  readonly subject: string | null;
  readonly required: boolean;
  readonly options: readonly string[] | null;
}

const TYPES: ReadonlySet<string> = new Set<BoxType>([
  'text',
  'date',
  'signature',
  'initials',
  'date_signed',
  'signer_name',
  'signer_email',
  'signer_title',
  'signer_company',
  'tickbox',
  'dropdown',
]);
const PARTS: ReadonlySet<string> = new Set(['role', 'type', 'key', 'subject', 'required', 'options']);
const LONGEST_NAME = 200;
const LONGEST_SUBJECT = 100;

/** What the tags of other services have, and what to write for it. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ['checkbox', 'type=tickbox'],
  ['number', 'type=text'],
  ['phone', 'type=text'],
  ['cells', 'type=text'],
  ['select', 'type=dropdown'],
  ['radio', 'type=dropdown, or one tickbox for each option'],
  ['multiple', 'one tickbox for each option'],
  ['datenow', 'type=date_signed'],
  ['stamp', 'type=signature'],
]);
const OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['default', 'the value into the envelope'],
  ['default_value', 'the value into the envelope'],
  ['readonly', 'the value into the envelope, and lock it'],
  ['option', 'options=One|Two with type=dropdown'],
  ['name', 'the label first, without "name="'],
]);
const PLACEHOLDER =
  /^(signature|initials|name|email|date|text|number|checkbox|dropdown|radio)\s*,\s*(r\d+)\s*(?:,|$)/iu;
const PLACEHOLDER_TYPES: ReadonlyMap<string, string> = new Map([
  ['name', 'signer_name'],
  ['email', 'signer_email'],
  ['number', 'text'],
  ['checkbox', 'tickbox'],
  ['radio', 'dropdown'],
]);

function insteadOf(others: ReadonlyMap<string, string>, name: string): string {
  const write = others.get(name.toLowerCase());
  return write === undefined ? '' : `; write ${write}`;
}

/** `{{signature, r1}}` of another service would otherwise be a text field of that name. */
function insteadOfPlaceholder(inside: string): string | null {
  const [, kind, role] = PLACEHOLDER.exec(inside.trim()) ?? [];
  if (kind === undefined || role === undefined) return null;
  const type = PLACEHOLDER_TYPES.get(kind.toLowerCase()) ?? kind.toLowerCase();
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;
  return `is a placeholder of another service; write {{${label};type=${type};role=${role}}}`;
}

/** Reads the inside of a tag: the label first, then `name=value` parts in any order. Answers what is wrong as a string. */
export function parseTag(inside: string): TagWords | string {
  const placeholder = insteadOfPlaceholder(inside);
  if (placeholder !== null) return placeholder;
  const [label = '', ...rest] = inside.split(';').map((part) => part.trim());
  if (label === '') return 'has no label';
  if (label.length > LONGEST_NAME) return `has a label of more than ${LONGEST_NAME} characters`;
  const parts = new Map<string, string>();
  for (const part of rest) {
    const cut = part.indexOf('=');
    const name = (cut < 0 ? part : part.slice(0, cut)).trim();
    if (cut < 0 || !PARTS.has(name)) return `has an unknown part "${name}"${insteadOf(OTHER_PARTS, name)}`;
    if (parts.has(name)) return `says ${name} twice`;
    parts.set(name, part.slice(cut + 1).trim());
  }
  return readParts(label, parts);
}

function readParts(label: string, parts: ReadonlyMap<string, string>): TagWords | string {
  const empty = [...parts].find(([, value]) => value === '');
  if (empty !== undefined) return `has an empty ${empty[0]}`;
  const type = parts.get('type') ?? 'text';
  if (!isType(type)) return `has an unknown type "${type}"${insteadOf(OTHER_TYPES, type)}`;
  const required = parts.get('required') ?? 'true';
  if (required !== 'true' && required !== 'false') return `has required=${required}, which is neither true nor false`;
  const key = parts.get('key') ?? null;
  const keyProblem = key === null ? null : dataKeyProblem(key);
  if (keyProblem !== null) return `has a key that ${keyProblem}`;
  const role = parts.get('role') ?? null;
  if (role !== null && role.length > LONGEST_NAME) return `has a role of more than ${LONGEST_NAME} characters`;
  const subject = parts.get('subject') ?? null;
  if (subject !== null && subject.length > LONGEST_SUBJECT)
    return `has a subject of more than ${LONGEST_SUBJECT} characters`;
  const options =
    parts
      .get('options')
      ?.split('|')
      .map((option) => option.trim()) ?? null;
  if (type === 'dropdown' && options === null) return 'is a dropdown without options';
  if (type !== 'dropdown' && options !== null) return 'has options but is not a dropdown';
  if (options?.includes('')) return 'has an empty option';
  return { label, type, role, key, subject, required: required === 'true', options };
}

function isType(type: string): type is BoxType {
  return TYPES.has(type);
}

const LEAST_WIDTH: Readonly<Record<BoxType, number>> = {
  text: 90,
  date: 70,
  signature: 130,
  initials: 44,
  date_signed: 70,
  signer_name: 110,
  signer_email: 120,
  signer_title: 90,
  signer_company: 110,
  tickbox: 0,
  dropdown: 90,
};
const LEAST_HEIGHT: Readonly<Partial<Record<BoxType, number>>> = { signature: 30, initials: 20 };

/** How large the field of a tag is at least, in points, however small the tag; a tickbox is as wide as it is high. */
export const leastBox = (type: BoxType): { readonly width: number; readonly height: number } => ({
  width: LEAST_WIDTH[type],
  height: LEAST_HEIGHT[type] ?? 0,
});
