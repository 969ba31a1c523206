import { isErrorCode } from '../error-codes.js';
import type { Operation } from '../operation.js';
import { isScope } from '../scopes.js';
import { type OperationId, operationIds } from '../operations.js';
import { type Contract, LineRefused } from './contract.js';
import type { ContractLine, LineValue } from './line.js';
import { applyOperationLine, draftedRow, emptyDraft, type Draft } from './operation-lines.js';
import { hasInstants, instantsOf, outlineOf } from './outline.js';
import { plainCode } from './plain-contract.js';
import { isServiceLine, applyServiceLine, emptyServiceDraft, everyInstant } from './service-lines.js';
import { targetsOf } from './targets.js';
import { emptyTranslation, type InstantFormat, translated, type Translation, withInstants } from './translation.js';

const maxLines = 500;

/**
 * Reads the lines of a contract file. Of an operation: `sendEnvelope.path`, `.method`, `.status`; of a property under
 * `.body`, `.query` or `.answer`, or under `*` wherever a path ends so: its name (`*.external_ref`), the service's word
 * for a value (`*.status=sent`), `.format`, `.min` and `.max`. Of the whole service: `codes.`, `headers.`, `events.`,
 * `scopes.`, `limits.` and `format.instants`. Throws LineRefused for the first that is not valid.
 */
export function readContract(given: Readonly<Record<string, unknown>>): Contract {
  const entries = Object.entries(given);
  if (entries.length > maxLines) throw new LineRefused(`${entries.length} lines`, `are more than ${maxLines}`);
  const drafts = new Map<string, Draft>();
  const touched = new Map<string, Set<ContractLine>>();
  const idle: ContractLine[] = [];
  let service = emptyServiceDraft();
  const lines = entries.map(([name, value]): ContractLine => {
    // Checked when it is applied: nothing but these is accepted.
    const line = { name, value: value as LineValue };
    let changes = false;
    if (isServiceLine(name)) {
      const next = applyServiceLine(name, value, service);
      changes = next !== service;
      service = next;
    }
    // All instants are written otherwise when they are asked for, which most never are.
    for (const target of name === everyInstant ? [] : targetsOf(name, value)) {
      const draft = drafts.get(target.id) ?? emptyDraft();
      const next = applyOperationLine(name, target, value, draft);
      drafts.set(target.id, next);
      changes ||= next !== draft;
      touched.set(target.id, (touched.get(target.id) ?? new Set()).add(line));
    }
    if (!changes) idle.push(line);
    return line;
  });
  refuseSharedAddress(drafts);
  refuseSharedCodes(new Map([...service.codes].map(([code, { name }]) => [code, name])));
  const translation = translations(drafts, service.instants);
  const touches = ({ name }: ContractLine, id: string): boolean => name === everyInstant && hasInstants(id);
  const rows = new Map<OperationId, Operation>();
  const code: Contract['code'] = (one) => service.codes.get(one) ?? plainCode(one);
  const scope: Contract['scope'] = (name) => service.scopes.get(name) ?? name;
  return {
    lines,
    idle,
    limits: service.limits,
    row: (id) => {
      const row = rows.get(id) ?? inItsScope(draftedRow(id, drafts.get(id) ?? emptyDraft()), scope);
      rows.set(id, row);
      return row;
    },
    linesOf: (id) => lines.filter((line) => touched.get(id)?.has(line) === true || touches(line, id)),
    written: (id, part, value) => translated(value, translation(id, part), 'to'),
    read: (id, part, value) => translated(value, translation(id, part), 'from'),
    translation,
    code,
    codeNamed: (name) => [...service.codes].find(([, words]) => words.name === name)?.[0] ?? name,
    header: (name) => service.headers.get(name) ?? name,
    scope,
  };
}

/**
 * What each part of an operation has of its own, with the format of the instants: laid over it when it is asked for.
 */
function translations(drafts: ReadonlyMap<string, Draft>, format: InstantFormat | null): Contract['translation'] {
  if (format === null) return (id, part) => drafts.get(id)?.words[part] ?? emptyTranslation();
  const made = new Map<string, Translation>();
  return (id, part) => {
    const key = `${id}.${part}`;
    const words =
      made.get(key) ?? withInstants(drafts.get(id)?.words[part] ?? emptyTranslation(), instantsOf(id, part), format);
    made.set(key, words);
    return words;
  };
}

/** A line that was copied and half changed must not make one operation of two. */
function refuseSharedAddress(drafts: ReadonlyMap<string, Draft>): void {
  const taken = new Map<string, OperationId>();
  for (const id of operationIds) {
    const { method, path } = { ...outlineOf(id), ...drafts.get(id) };
    const address = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    const other = taken.get(address);
    if (other !== undefined) {
      const line = drafts.has(id) ? id : other;
      throw new LineRefused(`${line}.path`, `is also that of ${line === id ? other : id}`);
    }
    taken.set(address, id);
  }
}

function inItsScope(row: Operation, called: Contract['scope']): Operation {
  const { scope } = row;
  const name = scope !== null && isScope(scope) ? called(scope) : scope;
  return name === scope ? row : { ...row, scope: name };
}

/** Two codes under one name could not be told apart. */
function refuseSharedCodes(names: ReadonlyMap<string, string>): void {
  for (const [own, name] of names) {
    const isOther = isErrorCode(name) && name !== own && (names.get(name) ?? name) === name;
    const isTwin = [...names].some(([other, its]) => other !== own && its === name);
    if (isOther || isTwin) throw new LineRefused(`codes.${own}`, `takes the name \`${name}\`, which another code has`);
  }
}
