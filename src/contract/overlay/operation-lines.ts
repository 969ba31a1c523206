import type { Operation } from '../operation.js';
import { operations } from '../operations.js';
import type { Part } from '../property-paths.js';
import type { Schema } from '../schema.js';
import { namesAt, propertiesOf } from '../structure.js';
import { type Bound, withBound } from './bounds.js';
import { LineRefused } from './contract.js';
import { schemaOfPart, type Target, type TargetId } from './targets.js';
import { emptyTranslation, type InstantFormat, instantFormats, type Translation, withWords } from './translation.js';

/** One operation as far as lines have changed it. */
export interface Draft {
  /** Undefined for a delivery. */
  readonly row: Operation | undefined;
  readonly words: Readonly<Record<Part, Translation>>;
}

export const emptyDraft = (id: TargetId): Draft => ({
  row: id === 'delivery' ? undefined : operations[id],
  words: { body: emptyTranslation(), query: emptyTranslation(), answer: emptyTranslation() },
});

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The draft with the line applied, or itself when it says what is so anyway. Throws LineRefused. */
export function applyOperationLine(name: string, { id, what }: Target, value: unknown, draft: Draft): Draft {
  const { row } = draft;
  if (row !== undefined) {
    if (what === 'path') return withRow(draft, row, { path: readPath(name, value, row) });
    if (what === 'method') return withRow(draft, row, { method: readMethod(name, value, row) });
    if (what === 'status') return withStatus(name, value, draft, row);
  }
  const [, part, whole = ''] = /^(body|query|answer)\.(.+)$/s.exec(what) ?? [];
  if (part !== 'body' && part !== 'query' && part !== 'answer') {
    throw new LineRefused(name, 'must end in path, method or status, or name a property of body, query or answer');
  }
  const schema = schemaOfPart(id, part);
  const [, path = '', word] = /^([^=]*)=(.*)$/s.exec(whole) ?? [null, whole, undefined];
  if (word !== undefined) return withValue(name, { part, path, schema }, { value: word, as: value }, draft);
  const [, under = '', keyword] = /^(.*)\.(format|min|max)$/s.exec(path) ?? [];
  if (keyword === 'format') return withFormat(name, { part, path: under, schema }, value, draft);
  if (keyword === 'min' || keyword === 'max') {
    return withOtherBound(name, { part, path: under, schema }, { kind: keyword, value: value as number }, draft);
  }
  return withName(name, { part, path, schema }, value, draft);
}

/** Where a line changes a property. */
interface Place {
  readonly part: Part;
  readonly path: string;
  readonly schema: Schema | null;
}

function withRow(draft: Draft, row: Operation, change: Partial<Operation>): Draft {
  const same = Object.entries(change).every(([key, value]) => row[key as keyof Operation] === value);
  return same ? draft : { ...draft, row: { ...row, ...change } };
}

function withStatus(name: string, value: unknown, draft: Draft, row: Operation): Draft {
  if (!Number.isInteger(value) || Number(value) < 200 || Number(value) > 299) {
    throw new LineRefused(name, 'must be the status of a success, such as 202');
  }
  if (value === row.answer.status) return draft;
  return { ...draft, row: { ...row, answer: { ...row.answer, status: Number(value) } } };
}

function readPath(name: string, value: unknown, row: Operation): string {
  const refuse = (problem: string): never => {
    throw new LineRefused(name, problem);
  };
  if (typeof value !== 'string' || !/^\/[\w.~!$&'()*+,;=:@{}/-]{1,300}$/.test(value)) {
    return refuse('must be a path below the base address, such as /api/v1/envelopes/{envelopeId}/dispatch');
  }
  if (value.split('/').some((part, at) => (part === '' && at > 0) || /^\.{1,2}(;|$)/.test(part))) {
    return refuse('must not have empty parts, nor `.` and `..`');
  }
  const found = [...value.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter).toSorted();
  const wanted = Object.keys(row.parameters).toSorted();
  const stray = /[{}]/.test(value.replace(/\{\w+\}/g, ''));
  if (stray || found.join() !== wanted.join()) {
    const all = wanted.map((parameter) => `{${parameter}}`).join(' and ');
    return refuse(wanted.length === 0 ? 'must have no parameter' : `must have ${all} once`);
  }
  return value;
}

function readMethod(name: string, value: unknown, { method }: Operation): Operation['method'] {
  const other = writes.find((one) => one === value);
  if (method === 'GET') throw new LineRefused(name, 'cannot be corrected: what reads must not become a write');
  if (other === undefined) throw new LineRefused(name, `must be one of ${writes.join(', ')}`);
  return other;
}

function withName(name: string, { part, path, schema }: Place, value: unknown, draft: Draft): Draft {
  const known = schema === null ? null : namesAt(schema, path);
  if (known === null && schema !== null && knows(schema, path, value)) return draft;
  if (known === null) throw new LineRefused(name, `names no property of its ${part}`);
  if (typeof value !== 'string' || !/^[A-Za-z_][\w-]{0,63}$/.test(value) || value === '__proto__') {
    throw new LineRefused(name, 'must be the name that the service has for it');
  }
  if (path.split('.').at(-1) === value) return draft;
  const words = withWords(draft.words[part], path, { to: value });
  if (words === null || known.includes(value)) {
    throw new LineRefused(name, `takes the name \`${value}\`, which another property has`);
  }
  const outside =
    part === 'body' ? draft.row?.outsideFingerprint?.map((one) => (one === path ? value : one)) : undefined;
  return {
    row: draft.row === undefined || outside === undefined ? draft.row : { ...draft.row, outsideFingerprint: outside },
    words: { ...draft.words, [part]: words },
  };
}

/** Whether the contract has the service's name by now: then the line has done its work, and an upgrade breaks nothing. */
const knows = (schema: Schema, path: string, value: unknown): boolean =>
  typeof value === 'string' &&
  namesAt(
    schema,
    path.replace(/[^.]*$/, () => value),
  ) !== null;

function withValue(
  name: string,
  { part, path, schema }: Place,
  { value, as }: { readonly value: string; readonly as: unknown },
  draft: Draft,
): Draft {
  const facts = schema === null ? undefined : propertiesOf(schema).find((one) => one.path === path);
  if (facts === undefined) throw new LineRefused(name, `names no property of its ${part}`);
  if (typeof as !== 'string' || !/^[\w.:-]{1,100}$/.test(as)) {
    throw new LineRefused(name, 'must be the word that the service has for the value');
  }
  if (facts.values !== null && !facts.values.includes(value)) {
    if (facts.values.includes(as)) return draft;
    throw new LineRefused(name, `names a value that it cannot have; it has ${facts.values.join(', ')}`);
  }
  if (value === as) return draft;
  const words = withWords(draft.words[part], path, { value, as });
  if (words === null) throw new LineRefused(name, `takes the word \`${as}\`, which another value has`);
  return { ...draft, words: { ...draft.words, [part]: words } };
}

function withFormat(name: string, { part, path, schema }: Place, value: unknown, draft: Draft): Draft {
  const facts = schema === null ? undefined : propertiesOf(schema).find((one) => one.path === path);
  if (facts === undefined) throw new LineRefused(name, `names no property of its ${part}`);
  if (!facts.isInstant) throw new LineRefused(name, 'names a property that is not an instant');
  const format = instantFormats.find((one): one is InstantFormat => one === value);
  if (format === undefined) throw new LineRefused(name, `must be one of ${instantFormats.join(', ')}`);
  const words = withWords(draft.words[part], path, { format });
  return words === null ? draft : { ...draft, words: { ...draft.words, [part]: words } };
}

function withOtherBound(name: string, { part, path }: Place, bound: Bound, draft: Draft): Draft {
  const { row } = draft;
  if (!Number.isInteger(bound.value) || bound.value < 0 || bound.value > 1_000_000_000) {
    throw new LineRefused(name, 'must be a whole number');
  }
  const schema = row === undefined || part === 'answer' ? null : row[part];
  const changed = schema === null ? null : withBound(schema, path, bound);
  if (row === undefined || changed === null) throw new LineRefused(name, 'names a property that has no such bound');
  return { ...draft, row: { ...row, [part]: changed } };
}
