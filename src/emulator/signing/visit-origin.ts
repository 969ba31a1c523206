import { isIP } from 'node:net';
import type { ServedRequest } from '../../core/http/serve.js';
import type { ActOrigin } from '../domain/act-origin.js';
import type { HeaderList } from '../../core/http/headers.js';

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

/**
 * Whether the browser reports that a form comes from another site. The token of the page is the real protection; this
 * prevents the use of a leaked token by a page in its holder's browser. Programs send neither header.
 */
export function isFromElsewhere(headers: HeaderList): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  // Pages without a referrer also send `null` as origin, like these pages.
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
