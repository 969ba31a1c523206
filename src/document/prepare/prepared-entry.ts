import { isObject, parseJson } from '../../core/platform/json.js';
import { dataKeyProblem } from '../../contract/data-key.js';
import { fieldTypes } from '../../contract/resources/template.js';
import { limits } from '../../contract/limits.js';
import type { BoxType } from '../read-document.js';
import { mostTicks, type PreparedField, type PreparedGroup } from './prepared-field.js';

/** What a PDF form cannot say of a field that was drawn: JSON in one entry of the widget, `PREPARED_ENTRY`. */
export interface PreparedEntry extends Pick<PreparedField, 'type' | 'role' | 'key' | 'subject' | 'option'> {
  /** Of a radio button, whose tooltip is that of the whole question; null for what the tooltip says. */
  readonly label: string | null;
  readonly group: PreparedGroup | null;
  /** It is a further line of the field before it. */
  readonly line?: true;
}

/** In characters of JSON: an entry of the longest texts, each character escaped, is shorter. */
const LONGEST = 10_000;

/** Reads the entry of a widget, which anybody may have written; null for anything but a valid one. */
export function readPreparedEntry(text: string): PreparedEntry | null {
  if (text === '' || text.length > LONGEST) return null;
  const said = parseJson(text);
  if (!isObject(said) || said['v'] !== 1 || !isType(said['type'])) return null;
  const [label, role, key, subject, option] = ['label', 'role', 'key', 'subject', 'option'].map(
    (name) => said[name] ?? null,
  );
  if (!isShort(label, limits.labelLength) || !isShort(role, limits.nameLength)) return null;
  if (!isShort(option, limits.labelLength) || !isShort(key, limits.dataKeyLength)) return null;
  if (key !== null && dataKeyProblem(key) !== null) return null;
  if (!isShort(subject, limits.subjectKeyLength)) return null;
  const group = said['group'] === undefined ? null : groupOf(said['group']);
  const isOfGroup = said['group'] !== undefined;
  if (isOfGroup !== (option !== null) || (isOfGroup && group === null)) return null;
  const more = { ...(subject === null ? {} : { subject }), ...(said['line'] === true ? { line: true as const } : {}) };
  return { type: said['type'], label, role, key, ...more, option, group };
}

/** The text of the entry; what is null is left out. */
export function writePreparedEntry(entry: PreparedEntry): string {
  const said = Object.entries(entry).filter(([, value]) => value != null);
  return JSON.stringify({ v: 1, ...Object.fromEntries(said) });
}

function groupOf(said: unknown): PreparedGroup | null {
  if (!isObject(said)) return null;
  const { name, label = null, min_selected: min, max_selected: max } = said;
  if (typeof name !== 'string' || name === '' || !isShort(name, limits.labelLength)) return null;
  if (!isShort(label, limits.labelLength) || !isCount(min) || !isCount(max) || max < 1 || min > max) return null;
  return { name, label, min_selected: min, max_selected: max };
}

const isType = (value: unknown): value is BoxType => (fieldTypes as readonly unknown[]).includes(value);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostTicks;
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

function isShort(value: unknown, longest: number): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= longest && !UNSEEN.test(value));
}
