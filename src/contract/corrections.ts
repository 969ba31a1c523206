import type { Schema } from './schema.js';
import type { Operation } from './operation.js';
import { isOperationId, type OperationId, operationIds, operations } from './operations.js';
import { type Part, propertiesNamed, schemaAt } from './property-paths.js';
import { namesAt } from './structure.js';
import { addName, emptyNames, type Names, renamed } from './names.js';

/** What a service does otherwise than the contract says, one line each, until a release says it too. */

export interface Correction {
  /** `sendEnvelope.path`, `getEnvelope.answer.recipients[].external_ref`, `*.external_ref`. */
  readonly name: string;
  readonly value: string | number;
}

/** The contract's rows as corrected, and the names of properties on the wire. */
export interface Corrections {
  readonly lines: readonly Correction[];
  /** Those that change nothing: the contract says so by itself, since a release has caught up with them. */
  readonly idle: readonly Correction[];
  row(id: OperationId): Operation;
  /** The lines that touch an operation. */
  linesOf(id: string): readonly Correction[];
  /** A body or a query of ours under the names of the service. */
  written(id: string, part: 'body' | 'query', value: unknown): unknown;
  /** An answer of the service under our names. */
  read(id: string, value: unknown): unknown;
  /** The renamed properties of one part, ours to the service's, by the path of the object that holds them. */
  names(id: string, part: Part): Names;
}

/** A line that is no correction; `problem` follows its name. */
export class CorrectionRefused extends Error {
  override readonly name = 'CorrectionRefused';
  readonly line: string;
  readonly problem: string;

  constructor(line: string, problem: string) {
    super(`${line} ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

const maxLines = 200;
const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Draft {
  readonly row: Operation;
  readonly names: Readonly<Record<Part, Names>>;
}

/**
 * Reads the lines of an override file: `operation.path`, `operation.method`, `operation.status`, and the service's name
 * of a property under `operation.body`, `.query` or `.answer`, or under `*` wherever a path ends so. Throws
 * CorrectionRefused for the first that is none.
 */
export function readCorrections(given: Readonly<Record<string, unknown>>): Corrections {
  const entries = Object.entries(given);
  if (entries.length > maxLines) throw new CorrectionRefused(`${entries.length} lines`, `are more than ${maxLines}`);
  const drafts = new Map<OperationId, Draft>();
  const touched = new Map<string, Correction[]>();
  const idle: Correction[] = [];
  const lines = entries.map(([name, value]): Correction => {
    // Checked when it is applied: nothing but these two is accepted.
    const line = { name, value: value as string | number };
    let changes = false;
    for (const { id, what } of targetsOf(name, value)) {
      const draft = drafts.get(id) ?? { row: operations[id], names: noNames() };
      const next = corrected(name, what, value, draft);
      drafts.set(id, next);
      changes ||= next !== draft;
      touched.set(id, [...(touched.get(id) ?? []), line]);
    }
    if (!changes) idle.push(line);
    return line;
  });
  refuseSharedAddress(drafts);
  const draftOf = (id: string): Draft | undefined => (isOperationId(id) ? drafts.get(id) : undefined);
  return {
    lines,
    idle,
    row: (id) => drafts.get(id)?.row ?? operations[id],
    linesOf: (id) => [...new Set(touched.get(id))],
    written: (id, part, value) => renamed(value, draftOf(id)?.names[part], 'to'),
    read: (id, value) => renamed(value, draftOf(id)?.names.answer, 'from'),
    names: (id, part) => draftOf(id)?.names[part] ?? emptyNames(),
  };
}

const noNames = (): Draft['names'] => ({ body: emptyNames(), query: emptyNames(), answer: emptyNames() });

interface Target {
  readonly id: OperationId;
  /** `path`, `answer.recipients[].email`. */
  readonly what: string;
}

/** The one operation that a line names, or all the places that end as it says. */
function targetsOf(name: string, value: unknown): readonly Target[] {
  const [, id = '', what = ''] = /^(\w+|\*)\.(.+)$/s.exec(name) ?? [];
  if (id === '*') {
    const found = propertiesNamed(what).map(({ id: one, part, path }) => ({ id: one, what: `${part}.${path}` }));
    // With none left, a release may have taken the service's name over.
    const known = typeof value === 'string' && propertiesNamed(what.replace(/[^.]*$/, () => value)).length > 0;
    if (found.length === 0 && !known) throw new CorrectionRefused(name, 'names no property of any operation');
    return found;
  }
  if (!isOperationId(id)) throw new CorrectionRefused(name, 'names no operation; `esign api --list` lists them');
  return [{ id, what }];
}

function corrected(name: string, what: string, value: unknown, draft: Draft): Draft {
  const { row } = draft;
  switch (what) {
    case 'path': {
      const path = readPath(name, value, row);
      return path === row.path ? draft : { ...draft, row: { ...row, path } };
    }
    case 'method': {
      const method = readMethod(name, value, row);
      return method === row.method ? draft : { ...draft, row: { ...row, method } };
    }
    case 'status': {
      if (!Number.isInteger(value) || Number(value) < 200 || Number(value) > 299) {
        throw new CorrectionRefused(name, 'must be the status of a success, such as 202');
      }
      const status = Number(value);
      return status === row.answer.status ? draft : { ...draft, row: { ...row, answer: { ...row.answer, status } } };
    }
    default:
      return withName(name, what, value, draft);
  }
}

function readPath(name: string, value: unknown, row: Operation): string {
  const refuse = (problem: string): never => {
    throw new CorrectionRefused(name, problem);
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
  if (method === 'GET') throw new CorrectionRefused(name, 'cannot be corrected: what reads must not become a write');
  if (other === undefined) throw new CorrectionRefused(name, `must be one of ${writes.join(', ')}`);
  return other;
}

function withName(name: string, what: string, value: unknown, draft: Draft): Draft {
  const [, part, path = ''] = /^(body|query|answer)\.(.+)$/s.exec(what) ?? [];
  if (part !== 'body' && part !== 'query' && part !== 'answer') {
    throw new CorrectionRefused(
      name,
      'must end in path, method or status, or name a property of body, query or answer',
    );
  }
  const { row } = draft;
  const schema = schemaAt(row, part);
  const known = schema === null ? null : namesAt(schema, path);
  if (known === null && schema !== null && knows(schema, path, value)) return draft;
  if (known === null) throw new CorrectionRefused(name, `names no property of its ${part}`);
  if (typeof value !== 'string' || !/^[A-Za-z_][\w-]{0,63}$/.test(value) || value === '__proto__') {
    throw new CorrectionRefused(name, 'must be the name that the service has for it');
  }
  if (path.split('.').at(-1) === value) return draft;
  const names = addName(draft.names[part], path, value);
  if (names === null || known.includes(value)) {
    throw new CorrectionRefused(name, `takes the name \`${value}\`, which another property has`);
  }
  const outside = part === 'body' ? row.outsideFingerprint?.map((one) => (one === path ? value : one)) : undefined;
  return {
    row: outside === undefined ? row : { ...row, outsideFingerprint: outside },
    names: { ...draft.names, [part]: names },
  };
}

/** Whether the contract has the service's name by now: then the line has done its work, and an upgrade breaks nothing. */
const knows = (schema: Schema, path: string, value: unknown): boolean =>
  typeof value === 'string' &&
  namesAt(
    schema,
    path.replace(/[^.]*$/, () => value),
  ) !== null;

/** A line that was copied and half changed must not make one operation of two. */
function refuseSharedAddress(drafts: ReadonlyMap<OperationId, Draft>): void {
  const taken = new Map<string, OperationId>();
  const rows = operationIds.map((id) => [id, drafts.get(id)?.row ?? operations[id]] as const);
  for (const [id, { method, path }] of rows) {
    const address = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    const other = taken.get(address);
    if (other !== undefined) {
      const line = drafts.has(id) ? id : other;
      throw new CorrectionRefused(`${line}.path`, `is also that of ${line === id ? other : id}`);
    }
    taken.set(address, id);
  }
}
