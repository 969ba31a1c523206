/** Such as `unix:` and `mailto:`; a port follows the colon of a host. */
const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\/\/|\d)/i;

/**
 * Reads the URL of an app as a person writes it: http or https, optionally without the scheme, or a port on this machine
 * with an optional path. Undefined for anything else. It may contain a password, which callers refuse.
 */
export function readAppUrl(text: string): URL | undefined {
  if (otherScheme.test(text)) return undefined;
  // A host of digits alone would be an IP address that nobody means.
  const [, port] = /^:?(\d{1,5}(?:[/?#].*)?)$/.exec(text) ?? [];
  const full =
    port !== undefined ? `http://127.0.0.1:${port}` : /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  const digits = /^(?:[a-z]+:\/\/)?\d+(?:[:/?#]|$)/i.test(full);
  if (url === undefined || digits || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    return undefined;
  url.hash = '';
  return url;
}
