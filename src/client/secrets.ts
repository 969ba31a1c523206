import type { Operation } from '../contract/operation.js';
import type { Mask } from './mask.js';

/** Responses whose `url` is a credential: anyone with it can sign, or read the sealed documents. */
const bearerUrls = new Set(['mintSigningUrl', 'listEnvelopeDocuments']);

/** Response properties that no trace may show, in addition to the general secrets. */
export function hiddenIn(row: Operation): readonly string[] {
  return bearerUrls.has(row.id) ? ['url'] : [];
}

/** Registers the secrets of a response with the mask, so that they are masked wherever they appear later. */
export function learnSecrets(row: Operation, body: unknown, mask: Mask): void {
  const names = new Set(['secret', ...hiddenIn(row)]);
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 6) return;
    for (const [name, item] of Object.entries(value)) {
      if (names.has(name) && typeof item === 'string') mask.add(item);
      else visit(item, depth + 1);
    }
  };
  if (row.id === 'registerWebhook' || row.id === 'rotateWebhookSecret' || bearerUrls.has(row.id)) visit(body, 0);
}
