import { diagnose } from './diagnose.js';
import { type ReceivedDelivery, readReceived } from './received.js';
import { bytesOfText } from './signature.js';

/**
 * The public entry `@esign-cli/esign/webhook/explain`. It is apart from `@esign-cli/esign/webhook` because an app needs
 * it while somebody looks for a mistake, and the other with every delivery.
 */

export type { ReceivedDelivery } from './received.js';

/**
 * Explains why a delivery does not verify (Events, Signature), for your own log; null when it does. Never send it to the
 * caller. Throws TypeError as `verifyDelivery` does.
 */
export function explainDelivery(received: ReceivedDelivery): string | null {
  const diagnosis = diagnose(readReceived(received, bytesOfText));
  return diagnosis === undefined ? null : `${diagnosis.sentence} ${diagnosis.hint}`;
}
