import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../domain/webhook-address.js';

/**
 * The system's lookup, which fails for names that resolve to a private or loopback address; otherwise a name could
 * bypass the rule for endpoint URLs (Webhook endpoint, `url`).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden !== undefined) {
      return callback(new Error(`it resolves to ${hidden.address}, a private or loopback address`), '', 0);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
