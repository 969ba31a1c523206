import type { HeaderList } from '../../core/http/headers.js';

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
