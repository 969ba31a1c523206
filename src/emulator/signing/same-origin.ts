import type { HeaderList } from '../../http/headers.js';

/**
 * Whether a browser says that a form was sent from another site. A page's own token is the proof that counts; this
 * stops a token that leaked from being used by a page that its holder happens to look at. Programs send neither header.
 */
export function isFromElsewhere(headers: HeaderList): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  // Pages that send no referrer send `null` for an origin too, as ours do.
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
