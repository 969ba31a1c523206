import * as v from 'valibot';
import { lazy } from '../core/platform/lazy.js';

/** The blocks that bodies are built from, and the one way a problem is named: by its property path. */

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export const isUuid = (text: string): boolean => uuidPattern.test(text);
/**
 * Base64 with its padding. A file of fifty megabytes is one such text, so it is told by decoding, which skips what is
 * not one of its letters; a pattern takes ten times as long.
 */
export const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return false;
  // Of a character beyond ASCII the decoder would take one half for a letter.
  if (Buffer.byteLength(text) !== text.length) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Buffer.from(text, 'base64').length === (text.length / 4) * 3 - padding;
};
export const isPersonId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** An ISO 8601 instant with a zone that names a real moment (a 30 February is refused). */
export const isInstant = (text: string): boolean => {
  if (!instantPattern.test(text) || Number.isNaN(Date.parse(text))) return false;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  const days = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  return day !== undefined && day <= days;
};

type Keywords = Readonly<Record<string, unknown>>;

/** What a check means in JSON Schema, where the check itself cannot be told. */
const inJsonSchema = (keywords: Keywords) => v.metadata<string, Keywords>(keywords);

/** A schema with more to say in JSON Schema; what it accepts stays. */
export const noted = <const S extends v.GenericSchema>(schema: S, keywords: Keywords): S =>
  v.pipe(schema, v.metadata<v.InferOutput<S>, Keywords>(keywords)) as unknown as S;

/** The keyword that names a component of the OpenAPI document; json-schema.ts takes it out. */
export const componentKeyword = 'x-component';
/** A schema that OpenAPI documents hold once, under this name. */
export const named = <const S extends v.GenericSchema>(name: string, schema: S): S =>
  noted(schema, { [componentKeyword]: name });

/**
 * Whether the description of the service shows a property. One without a mark is like what it stands in: a resource is
 * described, a request body is as its operation.
 */
export const assumed = <const S extends v.GenericSchema>(assumption: string, schema: S): S =>
  noted(schema, { 'x-basis': 'assumed', 'x-assumption': assumption });
export const described = <const S extends v.GenericSchema>(schema: S): S => noted(schema, { 'x-basis': 'described' });

/**
 * Where a bound of a request comes from: a section of the description, or a reading. That may be a wrong
 * guess, so the client only warns of it (see `withoutGuesses`).
 */
export type BoundBasis = { readonly said: string } | { readonly guess: string };

/** The keyword of `by`; json-schema.ts takes it out. */
export const boundKeyword = 'x-bound';
/** Says where the check before it comes from; every check of a request says so, or stands in an assumed part. */
export const by = <T>(basis: BoundBasis | undefined) => v.metadata<T, Keywords>({ [boundKeyword]: basis });

export const anyText = v.string('must be a string');

/** In any case of letters: one ID is one value. */
export const uuid = v.pipe(
  v.string('must be a string'),
  v.check(isUuid, 'must be a uuid'),
  by({ said: 'Resources' }),
  v.toLowerCase(),
  inJsonSchema({ format: 'uuid' }),
);
/** An ID that names nothing when it is not a UUID. */
export const anyId = v.pipe(anyText, v.toLowerCase());
export const instant = v.pipe(
  v.string('must be a string'),
  v.check(isInstant, 'must be an ISO 8601 instant with a zone, such as 2026-12-01T12:00:00Z'),
  by({ said: 'POST /api/v1/envelopes' }),
  inJsonSchema({ format: 'date-time' }),
);
export const flag = v.boolean('must be true or false');
export const anyNumber = v.number('must be a number');
export const integer = v.pipe(anyNumber, v.integer('must be a whole number'));

/** Properties of answers, which are described closer than they are checked. */
export const count = noted(integer, { minimum: 0 });
export const ordinal = noted(integer, { minimum: 1 });
export const address = noted(anyText, { format: 'uri' });
export const mailbox = noted(anyText, { format: 'email', maxLength: 254 });
export const upTo = (max: number) => noted(anyText, { maxLength: max });

/** A check for a text of at most `max` characters, which reads as a limit, so that another module can find it. */
export const atMost = (max: number) =>
  Object.assign(
    v.check<string, string>(
      // Counted only where it may fit: the characters of a text of a hundred megabytes would fill the memory.
      (value) => value.length <= 2 * max && [...value].length <= max,
      `must be at most ${max} characters`,
    ),
    { max },
  );

/** Text of 1 to `max` characters that is not blank. `blank`: where it is said that spaces alone do not count. */
export const text = (max: number, length?: BoundBasis, blank: BoundBasis = { guess: 'text.blank' }) =>
  v.pipe(
    v.string('must be a string'),
    v.check((value) => value !== '', 'must not be blank'),
    by(length),
    inJsonSchema({ minLength: 1 }),
    atMost(max),
    by(length),
    inJsonSchema({ maxLength: max }),
    v.check((value) => value === '' || value.trim() !== '', 'must not be blank'),
    by(blank),
    inJsonSchema({ pattern: '\\S' }),
  );

/** One address, not a list or a name with one. */
const isOneAddress = (value: string): boolean => /^[^\s,;]+@[^\s@,;]+$/.test(value);
const isUsualAddress = (value: string): boolean =>
  value.length <= 254 && /^[^\s@<>",;.]+(\.[^\s@<>",;.]+)*@[^\s@<>",;.]+(\.[^\s@<>",;.]+)+$/.test(value);

export const email = v.pipe(
  v.string('must be a string'),
  v.check(isOneAddress, 'must be an e-mail address'),
  by({ said: 'Recipient' }),
  v.check((value) => !isOneAddress(value) || isUsualAddress(value), 'must be an e-mail address'),
  by({ guess: 'recipient.address' }),
  inJsonSchema({ format: 'email', maxLength: 254 }),
);

/** A file's bytes as text. */
export const base64 = v.pipe(
  anyText,
  v.check(isBase64, 'must be base64'),
  v.description('The bytes of the file in base64'),
  inJsonSchema({ contentEncoding: 'base64' }),
);

export const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, `must be one of ${names.join(', ')}`);

/** A request body: a property that the operation does not know is refused, by its name. */
export const request = <const T extends v.ObjectEntries>(entries: T) => v.strictObject(entries, strictMessage);

/** An answer: properties that we do not know pass through. */
export const answer = <const T extends v.ObjectEntries>(entries: T) => v.looseObject(entries, 'must be an object');

/** A named answer, or part of one, made when it is first asked for; `assumption` marks it as one that we assume. */
export const resource = <const T extends v.ObjectEntries>(name: string, entries: () => T, assumption?: string) =>
  lazy(() => {
    const found = named(name, answer(entries()));
    return assumption === undefined ? found : assumed(assumption, found);
  });

/** An answer that we alone define: these properties and no others. */
export const shape = <const T extends v.ObjectEntries>(entries: T) => v.object(entries, 'must be an object');

/** Blocks for places that describe requests and answers of their own, without naming the package that checks them. */
export const optional = v.optional;
export const nullable = v.nullable;
export const yes = v.literal(true, 'must be true');
export const listOf = <const S extends Schema>(item: S) => v.array(item, 'must be an array');
export const eitherOf = v.union;
export const textByName = v.record(anyText, anyText);
export const atLeast = (min: number) =>
  v.pipe(v.number('must be a number'), v.minValue(min, `must be at least ${min}`));
export const integerFrom = (min: number, max: number) =>
  v.pipe(integer, v.minValue(min, `must be at least ${min}`), v.maxValue(max, `must be at most ${max}`));
/** A schema with one rule more: `message` follows the path of what breaks it. */
export const rule = <const S extends Schema>(schema: S, holds: (value: v.InferOutput<S>) => boolean, message: string) =>
  v.pipe(schema, v.check<v.InferOutput<S>, string>(holds, message));

function strictMessage(issue: v.StrictObjectIssue): string {
  if (issue.expected === 'never') return 'is not a property of this request';
  if (issue.received === 'undefined') return 'is required';
  return 'must be an object';
}

export type Schema = v.GenericSchema;
export type OutputOf<S extends Schema> = v.InferOutput<S>;

export interface Problem {
  /** As the service writes it: `recipients[0].email`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** Every problem of a value, named by its path, in the order of the properties; empty when the value is right. */
export function problems(schema: Schema, value: unknown): readonly Problem[] {
  const read = readValue(schema, value);
  return 'problems' in read ? read.problems : [];
}

/** The value with defaults filled in, or every problem of it. */
export function readValue<T extends Schema>(
  schema: T,
  value: unknown,
): { readonly value: v.InferOutput<T> } | { readonly problems: readonly Problem[] } {
  // Valibot takes an array for an object; a body that is one is malformed as a whole.
  if (Array.isArray(value) && schema.type !== 'array')
    return { problems: [{ path: '', message: 'must be an object' }] };
  const result = v.safeParse(schema, value);
  return result.success ? { value: result.output } : { problems: result.issues.map(toProblem) };
}

/** The first problem of a value, or null. */
export function firstProblem(schema: Schema, value: unknown): Problem | null {
  return problems(schema, value)[0] ?? null;
}

/** The value with defaults filled in; call it only with a value that has no problem. */
export function filled<T extends Schema>(schema: T, value: unknown): v.InferOutput<T> {
  return v.parse(schema, value);
}

function toProblem(issue: v.BaseIssue<unknown>): Problem {
  const path = writePath((issue.path ?? []).map((item) => ('key' in item ? item.key : '')));
  const missing = issue.received === 'undefined' && issue.path !== undefined && issue.expected !== 'never';
  return { path, message: missing ? 'is required' : issue.message };
}

/** `['recipients', 0, 'email']` → `recipients[0].email`. */
export function writePath(keys: readonly unknown[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/** Where a check of a whole array finds its fault: the property `key` of the item at `index`. */
export function pathTo(items: readonly object[], index: number, key: string): [v.ArrayPathItem, v.ObjectPathItem] {
  const item = items[index] as Record<string, unknown>;
  return [
    { type: 'array', origin: 'value', input: [...items], key: index, value: item },
    { type: 'object', origin: 'value', input: item, key, value: item[key] },
  ];
}
