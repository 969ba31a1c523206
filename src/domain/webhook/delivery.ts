// Tests with a DOM have no global one.
import { TextDecoder } from 'node:util';
import type { DeliveryWords } from '../../contract/overlay/line.js';
import { type DeliveryBody, parseDelivery } from './parse-delivery.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The same for bytes; undefined when they are not UTF-8. */
export function readDelivery(body: Uint8Array, contract?: Pick<DeliveryWords, 'read'>): DeliveryBody | undefined {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    // Not UTF-8.
    return undefined;
  }
  return parseDelivery(text, contract);
}
