import { isLoopback } from '../http/network.js';
import { badSetting } from './failure.js';

/**
 * Reads an address given by the user or by a provider: https, or plain http on this machine. Throws TunnelFailure
 * (`tunnel_setting`) on anything else, on credentials, and on a query or fragment, which a receiver's path would lose.
 */
export function readAddress(text: string): URL {
  const url = parseAddress(text);
  if (url !== undefined) return url;
  throw badSetting(
    `Invalid public URL "${withoutPassword(text)}". Use https:// and a host, without user, query or fragment.`,
    'Example: https://hooks.example.test/some/path',
  );
}

/** The same for text that a program printed: undefined where it is no address. */
export function parseAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!allowed || url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  return url.search === '' && url.hash === '' ? url : undefined;
}

/** The address of a path behind a public address, which may have a path of its own: both joined by one slash. */
export function behind(base: URL, path: string): URL {
  return new URL(`${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`, base.origin);
}

/** Whether two addresses lead to the same place. */
export function sameAddress(one: URL, other: URL): boolean {
  return behind(one, '').href === behind(other, '').href;
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/, '//…@');
}
