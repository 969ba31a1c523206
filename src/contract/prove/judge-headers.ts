import type { Contract, OwnHeader } from '../overlay/contract.js';
import { namesAlike } from '../published/alike.js';
import type { Judgement } from './judge-answer.js';

/** Compares the headers of a success with those that it should have, by the names that the service has for them. */
export function judgeHeaders(
  contract: Contract,
  expected: readonly OwnHeader[],
  answered: readonly (readonly [name: string, value: string])[],
): Judgement {
  const names = answered.map(([name]) => name);
  const missing = expected.filter((own) => !has(names, contract.header(own)));
  const judged = missing.map((own) => {
    const alike = names.filter((name) => namesAlike(own, name) && !expected.some((other) => isSame(other, name)));
    const [name] = alike;
    return name !== undefined && alike.length === 1
      ? { line: { name: `headers.${own}`, value: name } }
      : { problem: `the header ${contract.header(own)} is missing` };
  });
  return {
    lines: judged.flatMap(({ line }) => line ?? []),
    problems: judged.flatMap(({ problem }) => problem ?? []),
  };
}

/** The name that a message gives the key's header: `Missing header X-Request-Key`. */
export function keyHeaderSaid(message: string, own: string): string | null {
  const words = message.match(/\b[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+\b/g) ?? [];
  return words.find((word) => /key|idempot/i.test(word) && !isSame(word, own)) ?? null;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const has = (names: readonly string[], wanted: string): boolean => names.some((name) => isSame(name, wanted));
