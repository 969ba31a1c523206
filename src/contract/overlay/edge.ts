import { isObject } from '../../core/platform/json.js';
import { isErrorCode } from '../error-codes.js';
import type { Part } from '../operation.js';
import { type Contract, ownHeaders } from './contract.js';
import { type Direction, translatedPath } from './translation.js';

/** What comes from a service and goes to one, where it meets the code that speaks our words. */

/** An answer of the service in our words: a result, or a refusal with our code and our paths. */
export function readAnswerBody(contract: Contract, id: string, value: unknown): unknown {
  return isRefusal(value) ? refusalIn(contract, id, value, 'from') : contract.read(id, 'answer', value);
}

/** An answer of ours in the words of the service. */
export function writeAnswerBody(contract: Contract, id: string, value: unknown): unknown {
  return isRefusal(value) ? refusalIn(contract, id, value, 'to') : contract.written(id, 'answer', value);
}

interface Refusal {
  readonly error: Readonly<Record<string, unknown>>;
}

const isRefusal = (value: unknown): value is Refusal => isObject(value) && isObject(value['error']);

function refusalIn(contract: Contract, id: string, body: Refusal, direction: Direction): unknown {
  const { code, message } = body.error;
  const translated =
    typeof code !== 'string' ? code : direction === 'from' ? contract.codeNamed(code) : theirs(contract, code);
  return {
    ...body,
    error: {
      ...body.error,
      code: translated,
      message: typeof message === 'string' ? messageIn(contract, id, message, direction) : message,
    },
  };
}

const theirs = (contract: Contract, code: string): string => (isErrorCode(code) ? contract.code(code).name : code);

/** A message that begins with the path of a property names it in the other's words (Errors). */
function messageIn(contract: Contract, id: string, message: string, direction: Direction): string {
  const [path = ''] = /^[\w.[\]-]+(?= )/.exec(message) ?? [];
  const header = ownHeaders.find((name) => (direction === 'to' ? name : contract.header(name)) === path);
  if (header !== undefined)
    return `${direction === 'to' ? contract.header(header) : header}${message.slice(path.length)}`;
  for (const part of ['body', 'query'] satisfies Part[]) {
    const other = translatedPath(path, contract.translation(id, part), direction);
    if (other !== path) return `${other}${message.slice(path.length)}`;
  }
  return message;
}

/** The headers with those that the service names otherwise under the names of the direction. */
export function headersIn<Pair extends readonly [name: string, value: string]>(
  contract: Contract,
  pairs: readonly Pair[],
  direction: Direction,
): readonly (readonly [name: string, value: string])[] {
  const renamed = ownHeaders.flatMap((own) => {
    const other = contract.header(own);
    return other === own ? [] : [direction === 'to' ? ([own, other] as const) : ([other, own] as const)];
  });
  if (renamed.length === 0) return pairs;
  const sources = new Map(renamed.map(([from, to]) => [from.toLowerCase(), to]));
  // A header under our name is not one of a service that has renamed it.
  const stale = new Set(direction === 'from' ? renamed.map(([, to]) => to.toLowerCase()) : []);
  return pairs.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const to = sources.get(key);
    if (to !== undefined) return [[to, value] as const];
    return stale.has(key) ? [] : [[name, value] as const];
  });
}
