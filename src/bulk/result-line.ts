import { inOneOrder } from '../contract/one-order.js';
import { isObject, parseJson } from '../json.js';

/** What makes two runs the same: a results file belongs to one, so that nothing is taken for done that is not. */
export interface RunSettings {
  readonly host: string;
  /** Of the API key. */
  readonly mode: 'live' | 'test' | 'unknown';
  readonly template_id: string;
  /** What tells the run apart from others with the same rows. */
  readonly run: readonly string[];
  readonly send: boolean;
  readonly brand_id: string | null;
  readonly completion_delivery: string | null;
  /** The deadline that was asked for: an instant, or milliseconds from the start of the run. */
  readonly deadline: string | number | null;
  readonly way: 'rows' | 'batches';
}

/** How one row ended. `unknown`: no answer came, and the same command finds out. */
export interface RowResult {
  readonly row: number;
  readonly line: number;
  readonly key: string;
  readonly status: 'created' | 'failed' | 'unknown';
  readonly envelope_id: string | null;
  readonly envelope_status: string | null;
  /** An earlier attempt had made it. */
  readonly replayed: boolean;
  readonly code: string | null;
  readonly message: string | null;
  /** The exit code that the row alone would have ended with. */
  readonly exit_code: number;
  /** The key of the batch whose answer told of the row; the key is spent, also for a row that was refused. */
  readonly batch?: string;
}

/** A batch that is about to leave: until its rows have results, the same rows go again under the same key. */
export interface BatchIntent {
  readonly key: string;
  readonly row_keys: readonly string[];
  /** The block of the file's rows that it is of, from 1; none in files of earlier versions. */
  readonly block?: number;
}

export type ResultLine =
  | { readonly type: 'run'; readonly at: string; readonly settings: RunSettings; readonly expires_at: string | null }
  | ({ readonly type: 'batch'; readonly at: string } & BatchIntent)
  /** A row is about to leave by itself. */
  | { readonly type: 'left'; readonly at: string; readonly key: string }
  | ({ readonly type: 'row'; readonly at: string } & RowResult);

export const writeLine = (line: ResultLine): string => `${JSON.stringify(line)}\n`;

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
  return names.filter((name) => inOneOrder(one[name] ?? null) !== inOneOrder(other[name] ?? null));
}
