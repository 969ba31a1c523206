import type { OperationId } from '../../contract/operations.js';
import { Refusal } from '../domain/refusal.js';
import type { Faults } from '../faults.js';

/** Whoever reads an answer that was asked for can tell it from the service's own. */
export const askedFor = { 'Esign-Fault': 'answer' } as const;

/** An answer of nothing but a status, as a proxy in front of the service gives it: a 5xx without an `error` key. */
export class BareAnswer extends Error {
  override readonly name = 'BareAnswer';
  readonly code = 'bare_answer';
  readonly status: number;

  constructor(status: number) {
    super(`a bare ${status}`);
    this.status = status;
  }
}

/**
 * Right before a handler: uses up a fault that was asked for. Holds the request, throws a Refusal with the code, or
 * throws BareAnswer. `reset` is the seconds that a rate_limited answer names.
 */
export async function meetFault(faults: Faults, id: OperationId, reset: () => number): Promise<void> {
  const effect = faults.take(`operation:${id}`);
  if (effect === null) return;
  if ('hold' in effect) return await faults.released();
  if ('bare_status' in effect) throw new BareAnswer(effect.bare_status);
  const headers: Readonly<Record<string, string>> =
    effect.code === 'rate_limited' ? { 'Retry-After': String(reset()) } : {};
  throw new Refusal(effect.code, 'This refusal was asked for through the emulator’s faults.', {
    ...headers,
    ...askedFor,
  });
}
