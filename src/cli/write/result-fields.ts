import { type OperationId, operations } from '../../contract/operations.js';
import type { EsignCommand } from '../flags/command.js';
import type { Operation } from '../../contract/operation.js';
import type { Schema } from '../../contract/schema.js';
import { fieldPaths, propertyPaths } from '../../contract/structure.js';

/**
 * The fields that `--json` may select in the output of a command; null when unknown in advance, for a dry run, and for
 * the response of a read, which may have more than we know.
 */
export async function resultFields(command: EsignCommand): Promise<readonly string[] | null> {
  const options = command.opts<Readonly<Record<string, unknown>>>();
  if (options['dryRun'] === true || command.noOutput !== null) return null;
  const output = command.outputInUse();
  const printed = output === undefined ? defaultOutput(command.operations) : output.printed;
  if (printed === null) return null;
  if (typeof printed === 'function') return shapeFields(await printed(await import('../../contract/shape-blocks.js')));
  const { operations: ids } = command;
  const isRead = ids.length > 0 && ids.every((id) => operations[id].method === 'GET');
  return isRead ? null : ofAnswer(printed.of, printed.list);
}

function ofAnswer(id: OperationId, list?: string): readonly string[] | null {
  const names = answerFields(operations[id]);
  if (names === null || list === undefined) return names;
  return names.filter((name) => name.startsWith(`${list}.`)).map((name) => name.slice(list.length + 1));
}

/** The operation whose response a command prints that says nothing else: its only write, or else its only operation. */
export function defaultOutput(
  ids: readonly OperationId[],
): { readonly of: OperationId; readonly list?: string } | null {
  const writes = ids.filter((id) => operations[id].method !== 'GET');
  const [only, ...more] = writes.length > 0 ? writes : ids;
  return only === undefined || more.length > 0 || operations[only].answer.kind !== 'json' ? null : { of: only };
}

/**
 * The names that `--json` may pick from the answer of an operation, those inside of others with a dot
 * (`recipients.email`); null for an operation that answers with no JSON.
 */
export const answerFields = ({ answer }: Operation): readonly string[] | null =>
  answer.kind === 'json' ? propertyPaths(answer.body).map((path) => path.replaceAll('[]', '')) : null;

/**
 * The same for a shape of our own: of a list, those of its items, which `data` holds. Inside of resources of the service
 * every name may be picked; null where that is all there is.
 */
export function shapeFields(shape: Schema): readonly string[] | null {
  const alternatives = fieldPaths(shape);
  const itemsOf = (paths: readonly string[]): readonly string[] => paths.filter((path) => path.startsWith('data[].'));
  // The items of a list are resources of the service.
  if (alternatives.some((paths) => paths.includes('data[]') && itemsOf(paths).length === 0)) return null;
  const names = alternatives.flatMap((paths) => {
    const ofItems = itemsOf(paths).map((path) => path.slice('data[].'.length));
    return (ofItems.length > 0 ? ofItems : paths).map((path) => path.replaceAll('[]', ''));
  });
  return names.length === 0 ? null : [...new Set(names)];
}
