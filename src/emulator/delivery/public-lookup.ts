import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../domain/webhook-address.js';

/**
 * The system's lookup, which fails for a name that leads to any private or loopback address: the rule about where an
 * endpoint may lie would be worth nothing if a name could lead past it (Webhook endpoint, `url`).
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
