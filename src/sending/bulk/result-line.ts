import { canonicalJson } from '../../contract/canonical-json.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { RunSettings } from '../../store/runs.js';
import type { RowResult } from './bulk-line.js';

export type ResultLine =
  | {
      readonly type: 'run';
      readonly at: string;
      /** Files of earlier versions do not tell it. */
      readonly name?: string;
      readonly settings: RunSettings;
      readonly expires_at: string | null;
    }
  /** Earlier versions wrote it before a batch, and before a row by itself. */
  | { readonly type: 'batch'; readonly at: string; readonly key: string; readonly row_keys: readonly string[] }
  | { readonly type: 'left'; readonly at: string; readonly key: string }
  | ({
      readonly type: 'row';
      readonly at: string;
      readonly identity?: RowIdentity;
      readonly content?: string;
      /** The row's place in the record of the machine that sent it. */
      readonly slot?: string;
    } & RowResult);

/** Reads one line; undefined for one that is torn or foreign. */
export function readLine(text: string): ResultLine | undefined {
  const value = parseJson(text);
  return isResultLine(value) ? value : undefined;
}

function isResultLine(value: unknown): value is ResultLine {
  if (!isObject(value)) return false;
  const { type, at, settings, expires_at: expires, key, row_keys: rowKeys, row, status, envelope_id: envelope } = value;
  if (typeof at !== 'string') return false;
  switch (type) {
    case 'run':
      return isObject(settings) && isTextOrNull(expires);
    case 'batch':
      return typeof key === 'string' && Array.isArray(rowKeys) && rowKeys.every((each) => typeof each === 'string');
    case 'left':
      return typeof key === 'string';
    case 'row':
      return (
        typeof key === 'string' &&
        typeof row === 'number' &&
        ['created', 'failed', 'unknown'].includes(String(status)) &&
        isTextOrNull(envelope)
      );
    default:
      return false;
  }
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** The settings in which two runs differ, by their names. */
export function differences(one: RunSettings, other: RunSettings): readonly (keyof RunSettings)[] {
  const names = Object.keys(one) as (keyof RunSettings)[];
  return names.filter((name) => canonicalJson(one[name] ?? null) !== canonicalJson(other[name] ?? null));
}
