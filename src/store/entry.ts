import type { WriteFacts } from '../contract/recorded-write.js';
import { type Settlement, settlementOf } from '../contract/settlement.js';
import { isObject, type JsonObject } from '../core/platform/json.js';

/** One recorded request: what was about to be sent and, if known, its outcome. */
export interface RecordedRequest extends WriteFacts {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Seconds of system uptime, independent of clock changes. */
  readonly uptime?: number | undefined;
  /** The process that sent it. */
  readonly pid?: number | undefined;
  /** The start time and boot of that process, to distinguish it from later ones with the same ID. */
  readonly mark?: string | undefined;
  /** Undefined when the program ended before it knew: the service may have processed it. */
  readonly settled: RecordedEnd | undefined;
}

export interface RecordedEnd {
  readonly at: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly resource: string | undefined;
  /** The IDs from the rows of a batch. */
  readonly resources?: readonly string[] | undefined;
  readonly unknown: boolean;
  readonly attempts: number;
  /** The `Date` of the response: ISO 8601 UTC. */
  readonly serviceAt?: string | undefined;
}

/** The code of a request that a person closed after checking it at the service. */
export const closedByHand = 'closed_by_hand';

/** The outcome is unknown: the program was killed before, or no response arrived. */
export const isUnsettled = ({ settled }: RecordedRequest): boolean => settled === undefined || settled.unknown;

/** What a request tells of itself and of others with its key. */
export function settlementIn({ settled, key }: Pick<RecordedRequest, 'settled' | 'key'>): Settlement {
  if (settled === undefined || settled.unknown) return 'unknown';
  const { status, code } = settled;
  if (status === undefined) return settlementOf({ kind: 'not_sent' }, key !== undefined);
  return settlementOf(code === undefined ? { kind: 'result' } : { kind: 'refused', code, status }, key !== undefined);
}

export type Intent = Omit<RecordedRequest, 'settled'>;

/** Reads how a write ended. */
export function readEnd(value: unknown): RecordedEnd | undefined {
  if (!isObject(value)) return undefined;
  const { text, number } = fieldsOf(value);
  const at = text('at');
  if (at === undefined) return undefined;
  const { resources } = value;
  return {
    at,
    status: number('status'),
    code: text('code'),
    resource: text('resource'),
    ...(Array.isArray(resources) ? { resources: resources.filter((each) => typeof each === 'string') } : {}),
    unknown: value['unknown'] === true,
    attempts: number('attempts') ?? 1,
    ...whereGiven({ serviceAt: text('serviceAt') }),
  };
}

function fieldsOf(value: JsonObject) {
  return {
    text: (name: string): string | undefined => (typeof value[name] === 'string' ? value[name] : undefined),
    number: (name: string): number | undefined => (typeof value[name] === 'number' ? value[name] : undefined),
  };
}

const whereGiven = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
