import type { Mask } from '../client/mask.js';
import { hiddenIn } from '../client/secrets.js';
import { type OperationId, operations } from '../contract/operations.js';

const hidden = '***';
const deepest = 60;
const secretName = /^(.*_)?(secret|api_?key|authorization|password|token)$/i;
const addressName = /^(.*_)?(url|link|href)$/i;

/**
 * A copy of an answer without what must not pass through a conversation: secrets, and addresses that are credentials
 * for whoever has them. The address of a webhook endpoint is the caller's own and stays.
 */
export function hideSecrets(id: OperationId, answer: unknown, mask: Pick<Mask, 'text'>): unknown {
  const named = hiddenIn(operations[id]);
  const addressesStay = ['listWebhooks', 'getWebhook', 'updateWebhook'].includes(id);
  const isHidden = (name: string): boolean => {
    // A description names secrets and holds none.
    if (id === 'getSpecification') return false;
    return secretName.test(name) || named.includes(name) || (!addressesStay && addressName.test(name));
  };
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return mask.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return hidden;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        mask.text(name),
        isHidden(name) && typeof item === 'string' ? hidden : copy(item, depth + 1),
      ]),
    );
  };
  return copy(answer, 0);
}
