import { type ErrorCode, errorCodes, type ErrorCodeRow } from '../error-codes.js';
import { limits } from '../limits.js';
import { operations } from '../operations.js';
import type { CodeWords, Contract } from './contract.js';
import { emptyTranslation } from './translation.js';

/** Our description as it is. */
export const plainContract: Contract = {
  lines: [],
  idle: [],
  limits,
  row: (id) => operations[id],
  linesOf: () => [],
  written: (_id, _part, value) => value,
  read: (_id, _part, value) => value,
  translation: () => emptyTranslation(),
  code: plainCode,
  codeNamed: (name) => name,
  header: (name) => name,
  scope: (name) => name,
};

/** What we call a code, and how we expect a service to answer with it. */
export function plainCode(code: ErrorCode): CodeWords {
  const { status, retry }: ErrorCodeRow = errorCodes[code];
  return { name: code, status, retry };
}
