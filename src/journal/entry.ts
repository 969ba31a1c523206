import { lineOf, readLine } from './lines.js';

/** One write as this machine recorded it: what was about to be sent and, if known, how it ended. */
export interface RecordedRequest {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly fingerprint: string;
  readonly host: string;
  readonly profile: string | undefined;
  /** The ETag that the write depended on. */
  readonly ifMatch?: string | undefined;
  /** The start of a digest of the API key: tells keys apart and gives none away. */
  readonly credential?: string | undefined;
  /** The process that sent it. */
  readonly pid?: number | undefined;
  /** When and where that process began, which tells it from its successors of the same number. */
  readonly mark?: string | undefined;
  /** Undefined when the program ended before it knew: the service may or may not have acted. */
  readonly settled: RecordedEnd | undefined;
}

export interface RecordedEnd {
  readonly at: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly resource: string | undefined;
  /** What the rows of a batch made. */
  readonly resources?: readonly string[] | undefined;
  readonly unknown: boolean;
  readonly attempts: number;
}

/** Nobody knows how it ended: the program did not live to see it, or no answer came. */
export const isUnsettled = ({ settled }: RecordedRequest): boolean => settled === undefined || settled.unknown;

export type Intent = Omit<RecordedRequest, 'settled'>;
export type Entry =
  | ({ readonly kind: 'intent' } & Intent)
  | ({ readonly kind: 'settled'; readonly id: string } & RecordedEnd);

/** The ids of the largest batch fit. */
const longestLine = 32_768;

/** Writes an entry as one line. */
export const writeEntry = (entry: Entry): string => lineOf(entry);

/** Reads one line; undefined for a blank, torn, foreign or overlong one. */
export function readEntry(line: string): Entry | undefined {
  if (line.length > longestLine) return undefined;
  const fields = readLine(line);
  if (fields === undefined) return undefined;
  const text = (name: string): string | undefined => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const number = (name: string): number | undefined => (typeof fields[name] === 'number' ? fields[name] : undefined);
  const [id, at] = [text('id'), text('at')];
  if (id === undefined || at === undefined) return undefined;
  if (fields['kind'] === 'settled') {
    return {
      kind: 'settled',
      id,
      at,
      status: number('status'),
      code: text('code'),
      resource: text('resource'),
      ...texts(fields['resources']),
      unknown: fields['unknown'] === true,
      attempts: number('attempts') ?? 1,
    };
  }
  const [operation, method, path] = [text('operation'), text('method'), text('path')];
  const [fingerprint, host] = [text('fingerprint'), text('host')];
  if (fields['kind'] !== 'intent' || operation === undefined || method === undefined || path === undefined) {
    return undefined;
  }
  if (fingerprint === undefined || host === undefined) return undefined;
  return {
    kind: 'intent',
    id,
    at,
    operation,
    method,
    path,
    fingerprint,
    host,
    key: text('key'),
    profile: text('profile'),
    ifMatch: text('ifMatch'),
    credential: text('credential'),
    pid: number('pid'),
    mark: text('mark'),
  };
}

function texts(value: unknown): { readonly resources?: readonly string[] } {
  return Array.isArray(value) ? { resources: value.filter((each) => typeof each === 'string') } : {};
}

/** Joins intents with their ends, in the order in which they were recorded. */
export function joinEntries(entries: readonly Entry[]): RecordedRequest[] {
  const requests = new Map<string, RecordedRequest>();
  for (const entry of entries) {
    if (entry.kind === 'intent') {
      const { kind: _kind, ...intent } = entry;
      if (!requests.has(entry.id)) requests.set(entry.id, { ...intent, settled: undefined });
      continue;
    }
    const request = requests.get(entry.id);
    const { kind: _kind, id: _id, ...end } = entry;
    if (request !== undefined) requests.set(entry.id, { ...request, settled: end });
  }
  return [...requests.values()];
}
