import { errorCodes, isErrorCode, type ErrorCode, type RetryClass } from '../error-codes.js';
import { eventNames } from '../events.js';
import { limits, type Limits } from '../limits.js';
import { type CodeWords, LineRefused, ownHeaders, type OwnHeader } from './contract.js';
import { isScope, type Scope } from '../scopes.js';
import { type InstantFormat, instantFormats } from './translation.js';

/** What the lines about the whole service change. */
export interface ServiceDraft {
  readonly codes: ReadonlyMap<ErrorCode, CodeWords>;
  readonly headers: ReadonlyMap<OwnHeader, string>;
  readonly scopes: ReadonlyMap<Scope, string>;
  readonly limits: Limits;
  /** How every instant is written for which no line says otherwise; null: as ISO 8601 text. */
  readonly instants: InstantFormat | null;
}

export const emptyServiceDraft = (): ServiceDraft => ({
  codes: new Map(),
  headers: new Map(),
  scopes: new Map(),
  limits,
  instants: null,
});

/** A line of the whole service, and not of an operation. */
export const isServiceLine = (name: string): boolean => /^(?:codes|headers|scopes|events|limits|format)\./.test(name);

/** The line about all instants, which has more places than any other. */
export const everyInstant = 'format.instants';

const word = /^[A-Za-z][\w.-]{0,63}$/;
const retries: readonly RetryClass[] = [
  'none',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'request_in_progress',
  'turn',
];

/** The draft with the line applied, or itself when it says what is so anyway. Throws LineRefused. */
export function applyServiceLine(name: string, value: unknown, draft: ServiceDraft): ServiceDraft {
  const [, kind = '', what = ''] = /^(\w+)\.(.+)$/s.exec(name) ?? [];
  switch (kind) {
    case 'codes':
      return withCode(name, what, value, draft);
    case 'headers':
      return withHeader(name, what, value, draft);
    case 'scopes':
      return withScope(name, what, value, draft);
    case 'limits':
      return withLimit(name, what, value, draft);
    case 'events':
      // The places of its name are changed with the operations that have them.
      if (!eventNames.some((event) => event === what)) throw new LineRefused(name, 'names no event');
      if (typeof value !== 'string' || !word.test(value)) throw new LineRefused(name, 'must be the name of an event');
      return draft;
    default:
      if (what !== 'instants')
        throw new LineRefused(name, 'is not a line of a contract file; did you mean `format.instants`?');
      return { ...draft, instants: readInstantFormat(name, value) };
  }
}

/** The format that a line names. Throws LineRefused. */
export function readInstantFormat(name: string, value: unknown): InstantFormat {
  const format = instantFormats.find((one) => one === value);
  if (format === undefined) throw new LineRefused(name, `must be one of ${instantFormats.join(', ')}`);
  return format;
}

function withCode(name: string, what: string, value: unknown, draft: ServiceDraft): ServiceDraft {
  const [code = '', property] = what.split('.', 2);
  if (!isErrorCode(code)) throw new LineRefused(name, 'names no error code; `esign error` lists them');
  const { status, retry } = errorCodes[code];
  const before = draft.codes.get(code) ?? { name: code, status, retry };
  const change = codeChange(name, property, value);
  const after: CodeWords = { ...before, ...change };
  const changes = after.name !== before.name || after.status !== before.status || after.retry !== before.retry;
  return changes ? { ...draft, codes: new Map(draft.codes).set(code, after) } : draft;
}

function codeChange(name: string, property: string | undefined, value: unknown): Partial<CodeWords> {
  switch (property) {
    case undefined:
      if (typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value)) return { name: value };
      throw new LineRefused(name, 'must be the name that the service has for the code');
    case 'status':
      if (Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599) return { status: Number(value) };
      throw new LineRefused(name, 'must be the status of a refusal, such as 409');
    case 'retry': {
      const retry = retries.find((one) => one === value);
      if (retry !== undefined) return { retry };
      throw new LineRefused(name, `must be one of ${retries.join(', ')}`);
    }
    default:
      throw new LineRefused(name, 'must end in the code itself, or in status or retry');
  }
}

function withHeader(name: string, what: string, value: unknown, draft: ServiceDraft): ServiceDraft {
  const header = ownHeaders.find((one) => one.toLowerCase() === what.toLowerCase());
  if (header === undefined) throw new LineRefused(name, `names none of the headers ${ownHeaders.join(', ')}`);
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value)) {
    throw new LineRefused(name, 'must be the name of a header');
  }
  const reserved = /^(?:authorization|content-.*|host|connection|transfer-encoding|cookie|if-match|etag|date)$/i;
  const others = ownHeaders.filter((one) => one !== header).map((one) => draft.headers.get(one) ?? one);
  if (reserved.test(value) || others.some((other) => other.toLowerCase() === value.toLowerCase())) {
    throw new LineRefused(name, `takes the name \`${value}\`, which another header has`);
  }
  if ((draft.headers.get(header) ?? header) === value) return draft;
  return { ...draft, headers: new Map(draft.headers).set(header, value) };
}

function withScope(name: string, what: string, value: unknown, draft: ServiceDraft): ServiceDraft {
  if (!isScope(what)) throw new LineRefused(name, 'names no scope; `esign api --list` lists them');
  // It stands between quotes in a header (RFC 6750).
  if (typeof value !== 'string' || !/^[A-Za-z][\w.:/*-]{0,99}$/.test(value)) {
    throw new LineRefused(name, 'must be the name that the service has for the scope');
  }
  if ((draft.scopes.get(what) ?? what) === value) return draft;
  return { ...draft, scopes: new Map(draft.scopes).set(what, value) };
}

/** Lengths of properties, which a line names by the property: `voidEnvelope.body.reason.max`. */
const isLength = (what: string): boolean => what.endsWith('Length') && what !== 'idempotencyKeyLength';

function withLimit(name: string, what: string, value: unknown, draft: ServiceDraft): ServiceDraft {
  if (isLength(what))
    throw new LineRefused(name, 'is a length of a property; name it like `voidEnvelope.body.reason.max`');
  const steps = what.split('.');
  const before = steps.reduce<unknown>((found, step) => memberOf(found, step), draft.limits);
  const numbers = Array.isArray(before);
  if (typeof before !== 'number' && !numbers) throw new LineRefused(name, 'names no limit');
  if (numbers ? !isLadder(value) : !isCount(value)) {
    throw new LineRefused(name, numbers ? 'must be a list of 1 to 50 numbers' : 'must be a number above 0');
  }
  if (JSON.stringify(before) === JSON.stringify(value)) return draft;
  return { ...draft, limits: withMember(draft.limits, steps, value) as Limits };
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1_000_000_000;

const isLadder = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 50 &&
  value.every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0 && one <= 1_000_000);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function withMember(object: object, [first = '', ...rest]: readonly string[], value: unknown): object {
  const inner = rest.length === 0 ? value : withMember(memberOf(object, first) as object, rest, value);
  return { ...object, [first]: inner };
}
