import type { Operation } from '../contract/operation.js';
import type { Mask } from './mask.js';

/** Answers whose `url` is a bearer credential: whoever has it can sign, or read the sealed documents. */
const bearerUrls = new Set(['mintSigningUrl', 'listEnvelopeDocuments']);

/** Properties of an operation's answer that no trace may show, beside those that are secret everywhere. */
export function hiddenIn(row: Operation): readonly string[] {
  return bearerUrls.has(row.id) ? ['url'] : [];
}

/** Tells the mask about the secrets in an answer, so that they are hidden wherever they turn up later. */
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
