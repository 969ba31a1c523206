import { isObject, parseJson } from '../platform/json.js';
import type { RunSettings } from './result-line.js';
import type { RowIdentity } from './row-identity.js';

/** The first line of a ledger: which run it is of. */
export interface RunLine {
  readonly type: 'run';
  readonly version: 1;
  /** ISO 8601 UTC, like every `at`. */
  readonly at: string;
  readonly name: string;
  /** The full path of the rows or the plan; null for stdin. */
  readonly file: string | null;
  readonly settings: RunSettings;
  /** The deadline of every row, fixed when the run began. */
  readonly expires_at: string | null;
}

/** A start of the run. */
interface StartLine {
  readonly type: 'start';
  readonly at: string;
  /** The rows of the file, or of the part that this machine sends. */
  readonly rows: number;
}

/**
 * Rows of the whole file that a start of one part has read and no earlier one: other parts may have sent them. Several
 * lines tell of many.
 */
export interface ReadLine {
  readonly type: 'read';
  readonly at: string;
  readonly by: RowIdentity['by'];
  /** Digests of eight bytes each, in base64, of the identities; see `SeenRows`. */
  readonly ids: string;
  /** Digests of six bytes each, of the people of the same rows; null where the people are the identity. */
  readonly who: string | null;
}

/** A row is about to leave: on the disk before its first byte does. */
export interface SentLine {
  readonly type: 'sent';
  readonly at: string;
  /** The same by the service's clock; null or missing where it was not known. */
  readonly service_at?: string | null;
  /** The row's place in the ledger: its identity, and its number among those of the same identity. */
  readonly slot: string;
  /** The slot of the row that another machine has sent again with other content; missing otherwise. */
  readonly again_of?: string;
  readonly row: number;
  readonly line: number;
  readonly identity: RowIdentity;
  readonly content: string;
  readonly key: string;
  /** What is sent; null where it is known to be answered already. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** How it ended. */
export interface EndLine {
  readonly type: 'end';
  readonly at: string;
  readonly slot: string;
  readonly key: string;
  readonly status: 'created' | 'refused' | 'unknown';
  readonly envelope: string | null;
  readonly code: string | null;
}

export type LedgerLine = RunLine | StartLine | ReadLine | SentLine | EndLine;

/** Reads one line; undefined for one that is not whole or that this version does not know. */
export function readLedgerLine(text: string): LedgerLine | undefined {
  const value = parseJson(text);
  return isLedgerLine(value) ? value : undefined;
}

function isLedgerLine(value: unknown): value is LedgerLine {
  if (!isObject(value) || !isTime(value['at'])) return false;
  const { type, version, name, file, settings, expires_at: expires, rows, slot, key, envelope, code, status } = value;
  switch (type) {
    case 'run':
      return (
        version === 1 &&
        isText(name) &&
        isTextOrNull(file) &&
        isObject(settings) &&
        Array.isArray(settings['run']) &&
        isTextOrNull(expires)
      );
    case 'start':
      return Number.isSafeInteger(rows);
    case 'read':
      return isKind(value['by']) && isText(value['ids']) && isTextOrNull(value['who']);
    case 'sent':
      return isSent(value);
    case 'end':
      return (
        isText(slot) &&
        isText(key) &&
        isTextOrNull(envelope) &&
        isTextOrNull(code) &&
        ['created', 'refused', 'unknown'].includes(String(status))
      );
    default:
      return false;
  }
}

function isSent(value: Readonly<Record<string, unknown>>): boolean {
  const { slot, key, row, line, identity, content, body, service_at: serviceAt = null, again_of: againOf = '' } = value;
  return (
    (serviceAt === null || isTime(serviceAt)) &&
    isText(againOf) &&
    isText(slot) &&
    isText(key) &&
    Number.isSafeInteger(row) &&
    Number.isSafeInteger(line) &&
    isObject(identity) &&
    isText(identity['id']) &&
    isText(identity['who']) &&
    isKind(identity['by']) &&
    isText(content) &&
    (body === null || isObject(body))
  );
}

const isKind = (value: unknown): boolean => ['id_column', 'external_ref', 'recipients'].includes(String(value));
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));
