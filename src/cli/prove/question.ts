import type { OperationId } from '../../contract/operations.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { FactName, Question } from '../../contract/prove/probe.js';
import { isObject } from '../../core/platform/json.js';

/** Why a question cannot be asked. */
export const missingWords: Readonly<Record<FactName, string>> = {
  template: 'no template was created',
  etag: 'the template was not read with an ETag',
  draft: 'no draft was created',
  sent: 'nothing was sent',
  endpoint: 'no webhook endpoint was registered',
  address: 'no webhook endpoint was registered',
  rateLimit: 'the service did not say its rate limit',
};

/** The question without properties that the service does not know. */
export function without(question: Question, paths: readonly string[]): Question {
  return paths.length === 0 ? question : { ...question, body: paths.reduce(removed, question.body) };
}

function removed(value: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace('[]', '');
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  const inside = value[name];
  const below = rest.join('.');
  return {
    ...value,
    [name]: Array.isArray(inside) ? inside.map((item: unknown) => removed(item, below)) : removed(inside, below),
  };
}

/** Whether a property of the body that a service did not know has another name by now. */
export function isRenamed(contract: Contract, operation: OperationId, path: string): boolean {
  const nested = path
    .split('.')
    .reduceRight<unknown>(
      (inside, step) => (step.endsWith('[]') ? { [step.slice(0, -2)]: [inside] } : { [step]: inside }),
      'x',
    );
  return JSON.stringify(contract.written(operation, 'body', nested)) !== JSON.stringify(nested);
}
