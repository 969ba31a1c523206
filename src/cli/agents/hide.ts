import { hiddenIn, type Mask } from '../../client/mask.js';
import { type OperationId, operations } from '../../contract/operations.js';

const hidden = '***';
const deepest = 60;
const maxNameLength = 200;
/** A response with a longer text is cut to less of each text. */
const maxTextLength = 50_000;
const secretName = /^(.*_)?(secret|api_?key|authorization|password|token)s?$/i;
const addressName = /^(.*_)?(url|uri|link|href)s?$/i;
const address = /^\s*https?:\/\//i;

/** A copy of a JSON value with its texts and its names changed. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), withTexts(item, change)]));
}

/**
 * A copy of a response without secrets and URLs that are credentials, which must not be part of a conversation. The URL
 * of a webhook endpoint stays. In the response of an operation for such URLs, every URL is hidden, whatever its
 * property name.
 */
export function hideSecrets(id: OperationId, answer: unknown, mask: Pick<Mask, 'text'>): unknown {
  const named = hiddenIn(operations[id]);
  const addressesStay = ['listWebhooks', 'getWebhook', 'updateWebhook'].includes(id);
  const isHidden = (given: string): boolean => {
    // A description mentions secrets but contains none.
    if (id === 'getSpecification') return false;
    const name = given.slice(-maxNameLength).replace(/([a-z\d])([A-Z])/g, '$1_$2');
    return secretName.test(name) || named.includes(given) || (!addressesStay && addressName.test(name));
  };
  const copy = (value: unknown, depth: number, underHidden: boolean): unknown => {
    if (typeof value === 'string') {
      return underHidden || (named.length > 0 && address.test(value))
        ? hidden
        : mask.text(value.slice(0, maxTextLength));
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return hidden;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, underHidden));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        mask.text(name.slice(0, maxTextLength)),
        copy(item, depth + 1, underHidden || isHidden(name)),
      ]),
    );
  };
  return copy(answer, 0, false);
}
