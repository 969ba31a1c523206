import type { OperationId } from '../../contract/operations.js';
import type { Scope } from '../../contract/scopes.js';
import type { ApiKey, Organisation } from './organisation.js';
import { Refusal } from './refusal.js';

/** Operations outside of the Free plan; only the one example is described (Authentication 6). */
const paidOnly: readonly OperationId[] = ['createTemplate'];

/** Throws forbidden when the plan excludes the operation or cannot be determined (Authentication 6). */
export function requirePlan(organisation: Organisation, operation: OperationId): void {
  switch (organisation.plan) {
    case 'paid':
      return;
    case 'free':
      if (paidOnly.includes(operation))
        throw new Refusal('forbidden', 'The Free plan does not include this operation.');
      return;
    case 'unknown':
      throw new Refusal('forbidden', 'The plan of the organisation could not be determined.');
  }
}

/**
 * Throws insufficient_scope, naming the scope as the service calls it, in WWW-Authenticate too; a key without scopes has
 * all (Authentication 3, 5).
 */
export function requireScope(key: ApiKey, scope: Scope | null, called: (scope: Scope) => string = (own) => own): void {
  if (scope === null || key.scopes.length === 0) return;
  const name = called(scope);
  if (key.scopes.some((held) => called(held) === name)) return;
  throw new Refusal('insufficient_scope', `This API key lacks the scope ${name}.`, {
    'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${name}"`,
  });
}
