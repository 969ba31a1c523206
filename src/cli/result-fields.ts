import { answerFields } from '../contract/answer-fields.js';
import { type OperationId, operations } from '../contract/operations.js';
import type { Answer, EsignCommand } from './command.js';

/**
 * The fields that `--json` may select in the result of a write command; null when unknown in advance, and for a dry
 * run. By default they are those of its operation's response.
 */
export function resultFields(command: EsignCommand): readonly string[] | null {
  const options = command.opts<Readonly<Record<string, unknown>>>();
  if (options['dryRun'] === true) return null;
  const { answer } = command;
  if (answer === undefined) return ofOnlyWrite(command);
  const known = typeof answer === 'function' ? answer(options) : answer;
  return known === null || isNames(known) ? known : ofAnswer(known.of, known.list);
}

const isNames = (answer: Answer): answer is readonly string[] => Array.isArray(answer);

function ofOnlyWrite({ operations: ids }: EsignCommand): readonly string[] | null {
  const [only, ...more] = ids.filter((id) => operations[id].method !== 'GET');
  return only === undefined || more.length > 0 ? null : ofAnswer(only);
}

function ofAnswer(id: OperationId, list?: string): readonly string[] | null {
  const names = answerFields(operations[id]);
  if (names === null || list === undefined) return names;
  return names.filter((name) => name.startsWith(`${list}.`)).map((name) => name.slice(list.length + 1));
}
