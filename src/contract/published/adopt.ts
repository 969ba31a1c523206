import { openApi } from '../openapi.js';
import { operations } from '../operations.js';
import type { Contract } from '../overlay/contract.js';
import type { ContractLine } from '../overlay/line.js';
import { plainContract } from '../overlay/plain-contract.js';
import { readContract } from '../overlay/read-contract.js';
import { type Comparison, compareDescriptions } from './compare.js';
import type { Difference } from './difference.js';
import { inFewLines } from './few-lines.js';

/** A published description, and the contract that makes ours the same as far as that can be told. */
export interface Adoption {
  readonly version: Comparison['version'];
  /** Of the contract file, those that were there before included. */
  readonly lines: readonly ContractLine[];
  readonly settled: readonly Difference[];
  /** Differences that no line can express, or that have several `candidates`. */
  readonly unsettled: readonly Difference[];
}

/** A property inside a renamed one is found only once that one is known. */
const maxRounds = 8;

/** Compares with a published description until nothing more can be settled. Throws DescriptionUnreadable. */
export function adopt(published: unknown, before: Contract = plainContract): Adoption {
  let contract = before;
  let lines: readonly ContractLine[] = before.lines;
  const settled: Difference[] = [];
  let comparison = compareWith(published, contract);
  for (let round = 0; round < maxRounds; round += 1) {
    const found = comparison.differences.filter(({ correction }) => correction !== null);
    const added = unique(found.flatMap(({ correction }) => correction ?? []));
    if (added.length === 0) break;
    settled.push(...found);
    lines = [...lines, ...added];
    contract = readContract(Object.fromEntries(lines.map(({ name, value }) => [name, value])));
    comparison = compareWith(published, contract);
  }
  return { version: comparison.version, lines: inFewLines(lines), settled, unsettled: comparison.differences };
}

/** The published description beside ours as a contract lays it out. Throws DescriptionUnreadable. */
export const compareWith = (published: unknown, contract: Contract = plainContract): Comparison =>
  compareDescriptions(openApi(inOurWords(contract)), published, contract);

/** With the service's bounds and our names: the comparison itself knows what those are called there. */
const inOurWords = (contract: Contract): Contract => ({
  ...plainContract,
  row: (id) => {
    const { body, query } = contract.row(id);
    return { ...operations[id], body, query };
  },
});

const unique = (lines: readonly ContractLine[]): readonly ContractLine[] => [
  ...new Map(lines.map((line) => [line.name, line])).values(),
];
