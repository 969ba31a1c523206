import { isIP } from 'node:net';
import type { ServedRequest } from '../../core/http/serve.js';
import type { ActOrigin } from '../domain/act-origin.js';

const longestDevice = 160;

/**
 * Where a visitor of a page comes from: the address of the connection itself, since any client can write a
 * `Forwarded` header, and the name of the browser as one short line of visible characters.
 */
export function visitOrigin(
  { headers, remoteAddress }: Pick<ServedRequest, 'headers' | 'remoteAddress'>,
  way: ActOrigin['way'],
): ActOrigin {
  const address = (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/s, '');
  const device = (headers.get('user-agent') ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    way,
    address: isIP(address) === 0 ? null : address,
    device: device === '' ? null : device.length > longestDevice ? `${device.slice(0, longestDevice - 1)}…` : device,
  };
}
