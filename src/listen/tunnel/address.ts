import { isLoopback } from '../../core/http/network.js';
import { badSetting } from './failure.js';

/**
 * Reads a URL from the user or a provider: https, or plain http on this machine. Throws TunnelFailure
 * (`tunnel_setting`) on anything else, on credentials, and on a query or fragment, which the receiver's path would
 * replace.
 */
export function readAddress(text: string): URL {
  const url = parseAddress(text);
  if (url !== undefined) return url;
  throw badSetting(
    `Invalid public URL "${withoutPassword(text)}". Use https:// and a host, without user, query or fragment.`,
    'Example: https://hooks.example.test/some/path',
  );
}

/** The same for the output of a program: undefined if it is not a URL. */
export function parseAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!allowed || url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  return url.search === '' && url.hash === '' ? url : undefined;
}

/** The URL of a path below a public URL, which may have a path of its own, joined by one slash. */
export function behind(base: URL, path: string): URL {
  return new URL(`${base.pathname.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`, base.origin);
}

/** Whether two URLs are the same. */
export function sameAddress(one: URL, other: URL): boolean {
  return behind(one, '').href === behind(other, '').href;
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/, '//…@');
}
