import type { ErrorCode, RetryClass } from '../error-codes.js';
import type { Limits } from '../limits.js';
import type { Operation, Part } from '../operation.js';
import type { Scope } from '../scopes.js';
import type { OperationId } from '../operations.js';
import type { ContractLine, ContractLines } from './line.js';
import type { Translation } from './translation.js';

/** Headers of the service whose names it alone decides. */
export const ownHeaders = [
  'Idempotency-Key',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Service-Signature',
] as const;
export type OwnHeader = (typeof ownHeaders)[number];

/** What a service calls a code, and how it answers with it. */
export interface CodeWords {
  readonly name: string;
  readonly status: number;
  readonly retry: RetryClass;
}

/**
 * The description of one service: ours, with the lines of its contract file laid over it. All code of ours speaks our
 * words; where bytes come and go, they are written in the service's and read from them.
 */
export interface Contract {
  readonly lines: readonly ContractLine[];
  /** Lines that change nothing, because this release says the same. */
  readonly idle: readonly ContractLine[];
  readonly limits: Limits;
  /** The row with the service's path, method, status and bounds; its properties have our names. */
  row(id: OperationId): Operation;
  /** The lines that touch an operation. */
  linesOf(id: string): readonly ContractLine[];
  /** A body, query or answer of ours in the service's words. */
  written(id: string, part: Part, value: unknown): unknown;
  /** A body, query or answer of the service in our words. */
  read(id: string, part: Part, value: unknown): unknown;
  /** What the service writes otherwise in a part of an operation; `delivery` has the part `body` alone. */
  translation(id: string, part: Part): Translation;
  code(code: ErrorCode): CodeWords;
  /** Our name of the service's code; one that we do not know stays. */
  codeNamed(name: string): string;
  header(name: OwnHeader): string;
  scope(name: Scope): string;
}

/** The lines of a file. */
export const linesAsObject = (contract: Contract | undefined): ContractLines =>
  Object.fromEntries((contract?.lines ?? []).map(({ name, value }) => [name, value]));

/** A line that is not valid; `problem` follows its name. */
export class LineRefused extends Error {
  override readonly name = 'LineRefused';
  readonly line: string;
  readonly problem: string;

  constructor(line: string, problem: string) {
    super(`${line} ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

/** The greatest length or number that a contract file gives `body.reason` of an operation; null where it gives none. */
export function maxSaid(
  contract: Pick<Contract, 'linesOf'> | undefined,
  id: OperationId,
  property: string,
): number | null {
  const [, ...steps] = property.split('.');
  const names = steps.map((_, at) => `*.${steps.slice(at).join('.')}.max`);
  const found = contract?.linesOf(id).findLast(({ name }) => name === `${id}.${property}.max` || names.includes(name));
  return typeof found?.value === 'number' ? found.value : null;
}
