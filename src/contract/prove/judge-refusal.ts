import { isObject } from '../../core/platform/json.js';
import { type ErrorCode, isErrorCode } from '../error-codes.js';
import type { Contract } from '../overlay/contract.js';
import type { ContractLine } from '../overlay/line.js';

/** What a service says in a refusal; null for an answer that is not a refusal, or not in the described form. */
export interface Refusal {
  readonly status: number;
  /** The service's word. */
  readonly code: string;
  readonly message: string;
}

/** Reads a refusal (Errors: a failure if and only if it has an `error` key). */
export function refusalIn(status: number, body: unknown): Refusal | null {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : null;
  const code = error?.['code'];
  const message = error?.['message'];
  if (typeof code !== 'string' || code.length > 100) return null;
  return { status, code, message: typeof message === 'string' ? message.slice(0, 2000) : '' };
}

/** What keeps a question from being answered at all, and says nothing of what was asked. */
const barring: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthenticated: 'the service does not accept the key',
  api_key_owner_removed: 'the owner of the key was removed',
  forbidden: 'the plan does not allow it',
  insufficient_scope: 'the key lacks the scope',
  rate_limited: 'the rate limit is reached',
  internal_error: 'the service failed',
  service_unavailable: 'the service is unavailable',
  request_in_progress: 'an earlier request is still running',
};

/** Why a refusal answers no question; null for one that does. */
export function barredBy(contract: Contract, { code, status }: Refusal): string | null {
  const ours = contract.codeNamed(code);
  const known = isErrorCode(ours) ? barring[ours] : undefined;
  if (known !== undefined) return `${known} (${status} ${code})`;
  return status >= 500 || status === 429 ? `the service responded with ${status} ${code}` : null;
}

export type RefusalJudgement =
  | { readonly kind: 'expected' }
  /** The service's name or status for the code that was expected. */
  | { readonly kind: 'renamed'; readonly lines: readonly ContractLine[] }
  /** Another refusal that we know. */
  | { readonly kind: 'other'; readonly code: string };

/** Compares a refusal that was asked for with the code that it should have. */
export function judgeRefusal(contract: Contract, expected: ErrorCode, refusal: Refusal): RefusalJudgement {
  const ours = contract.codeNamed(refusal.code);
  const words = contract.code(expected);
  const status: readonly ContractLine[] =
    refusal.status === words.status ? [] : [{ name: `codes.${expected}.status`, value: refusal.status }];
  if (ours === expected) return status.length === 0 ? { kind: 'expected' } : { kind: 'renamed', lines: status };
  if (isErrorCode(ours) || !/^[a-z][a-z0-9_]{0,63}$/.test(refusal.code)) return { kind: 'other', code: refusal.code };
  return { kind: 'renamed', lines: [{ name: `codes.${expected}`, value: refusal.code }, ...status] };
}
