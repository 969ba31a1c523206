import type { Operation, Part } from '../operation.js';
import { operations, type OperationId } from '../operations.js';
import { type Bound, withBound } from './bounds.js';
import { LineRefused } from './contract.js';
import { boundedAt, outlineOf, propertyAt, type TargetId, type TargetOutline } from './outline.js';
import { readInstantFormat } from './service-lines.js';
import type { Target } from './targets.js';
import { emptyTranslation, type Translation, changeWords } from './translation.js';

/** One operation as far as lines have changed it. */
export interface Draft {
  readonly method?: Operation['method'];
  readonly path?: string;
  readonly status?: number;
  readonly bounds: readonly PlacedBound[];
  readonly words: Readonly<Record<Part, Translation>>;
}

interface PlacedBound {
  readonly part: 'body' | 'query';
  readonly path: string;
  readonly bound: Bound;
}

export const emptyDraft = (): Draft => ({
  bounds: [],
  words: { body: emptyTranslation(), query: emptyTranslation(), answer: emptyTranslation() },
});

/** The row of an operation with what its draft changes. */
export function draftedRow(id: OperationId, { words, bounds, ...draft }: Draft): Operation {
  const row: Operation = operations[id];
  const renamed = row.outsideFingerprint?.map((one) => words.body[one]?.to ?? one);
  const isRenamed = renamed?.join() !== row.outsideFingerprint?.join();
  if (Object.keys(draft).length === 0 && bounds.length === 0 && !isRenamed) return row;
  const { method = row.method, path = row.path, status = row.answer.status } = draft;
  const outside = renamed === undefined ? {} : { outsideFingerprint: renamed };
  return bounds.reduce(
    (found: Operation, { part, path: at, bound }) => {
      const schema = found[part];
      return schema === null ? found : { ...found, [part]: withBound(schema, at, bound) ?? schema };
    },
    { ...row, method, path, answer: { ...row.answer, status }, ...outside },
  );
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Another draft with the line applied, or itself when it says what is so anyway. Throws LineRefused. */
export function applyOperationLine(name: string, { id, what }: Target, value: unknown, draft: Draft): Draft {
  const outline = outlineOf(id);
  if (id !== 'delivery') {
    if (what === 'path') return withRow(draft, outline, { path: readPath(name, value, outline) });
    if (what === 'method') return withRow(draft, outline, { method: readMethod(name, value, outline) });
    if (what === 'status') return withRow(draft, outline, { status: readStatus(name, value) });
  }
  const [, part, whole = ''] = /^(body|query|answer)\.(.+)$/s.exec(what) ?? [];
  if (part !== 'body' && part !== 'query' && part !== 'answer') {
    throw new LineRefused(name, 'must end in path, method or status, or name a property of body, query or answer');
  }
  const [, path = '', word] = /^([^=]*)=(.*)$/s.exec(whole) ?? [null, whole, undefined];
  if (word !== undefined) return withValue(name, { id, part, path }, { value: word, as: value }, draft);
  const [, under = '', keyword] = /^(.*)\.(format|min|max)$/s.exec(path) ?? [];
  if (keyword === 'format') return withFormat(name, { id, part, path: under }, value, draft);
  if (keyword === 'min' || keyword === 'max') {
    return withOtherBound(name, { id, part, path: under }, { kind: keyword, value: value as number }, draft);
  }
  return withName(name, { id, part, path }, value, draft);
}

/** Where a line changes a property. */
interface Place {
  readonly id: TargetId;
  readonly part: Part;
  readonly path: string;
}

type RowChange = Pick<Draft, 'method' | 'path' | 'status'>;

function withRow(draft: Draft, outline: TargetOutline, change: RowChange): Draft {
  const before = { ...outline, ...draft };
  const same = Object.entries(change).every(([key, value]) => before[key as keyof RowChange] === value);
  return same ? draft : { ...draft, ...change };
}

function readStatus(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 299) return value;
  throw new LineRefused(name, 'must be the status of a success, such as 202');
}

function readPath(name: string, value: unknown, { parameters }: TargetOutline): string {
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
  const wanted = parameters.toSorted();
  const stray = /[{}]/.test(value.replace(/\{\w+\}/g, ''));
  if (stray || found.join() !== wanted.join()) {
    const all = wanted.map((parameter) => `{${parameter}}`).join(' and ');
    return refuse(wanted.length === 0 ? 'must have no parameter' : `must have ${all} once`);
  }
  return value;
}

function readMethod(name: string, value: unknown, { method }: TargetOutline): Operation['method'] {
  const other = writes.find((one) => one === value);
  if (method === 'GET') throw new LineRefused(name, 'cannot be corrected: what reads must not become a write');
  if (other === undefined) throw new LineRefused(name, `must be one of ${writes.join(', ')}`);
  return other;
}

function withName(name: string, { id, part, path }: Place, value: unknown, draft: Draft): Draft {
  const facts = propertyAt(id, part, path);
  const taken = typeof value === 'string' && propertyAt(id, part, sibling(path, value)) !== undefined;
  // The contract has the service's name by now: the line has done its work, and an upgrade breaks nothing.
  if (facts === undefined && taken) return draft;
  if (facts === undefined) throw new LineRefused(name, `names no property of its ${part}`);
  if (typeof value !== 'string' || !/^[A-Za-z_][\w-]{0,63}$/.test(value) || value === '__proto__') {
    throw new LineRefused(name, 'must be the name that the service has for it');
  }
  if (path.split('.').at(-1) === value) return draft;
  if (taken || !changeWords(draft.words[part], path, { to: value })) {
    throw new LineRefused(name, `takes the name \`${value}\`, which another property has`);
  }
  return { ...draft };
}

const sibling = (path: string, name: string): string => path.replace(/(?<![^.])[^.]*$/, () => name);

function withValue(
  name: string,
  { id, part, path }: Place,
  { value, as }: { readonly value: string; readonly as: unknown },
  draft: Draft,
): Draft {
  const facts = propertyAt(id, part, path);
  if (facts === undefined) throw new LineRefused(name, `names no property of its ${part}`);
  if (typeof as !== 'string' || !/^[\w.:-]{1,100}$/.test(as)) {
    throw new LineRefused(name, 'must be the word that the service has for the value');
  }
  if (facts.values !== null && !facts.values.includes(value)) {
    if (facts.values.includes(as)) return draft;
    throw new LineRefused(name, `names a value that it cannot have; it has ${facts.values.join(', ')}`);
  }
  if (value === as) return draft;
  if (changeWords(draft.words[part], path, { value, as })) return { ...draft };
  throw new LineRefused(name, `takes the word \`${as}\`, which another value has`);
}

function withFormat(name: string, { id, part, path }: Place, value: unknown, draft: Draft): Draft {
  const facts = propertyAt(id, part, path);
  if (facts === undefined) throw new LineRefused(name, `names no property of its ${part}`);
  if (!facts.isInstant) throw new LineRefused(name, 'names a property that is not an instant');
  const format = readInstantFormat(name, value);
  return changeWords(draft.words[part], path, { format }) ? { ...draft } : draft;
}

function withOtherBound(name: string, { id, part, path }: Place, bound: Bound, draft: Draft): Draft {
  if (!Number.isInteger(bound.value) || bound.value < 0 || bound.value > 1_000_000_000) {
    throw new LineRefused(name, 'must be a whole number');
  }
  if (part === 'answer' || boundedAt(id, part, path)?.[bound.kind] !== true) {
    throw new LineRefused(name, 'names a property that has no such bound');
  }
  return { ...draft, bounds: [...draft.bounds, { part, path, bound }] };
}
