import { BlockList, isIP } from 'node:net';
import { usesProxy, type Network } from './network.js';

/** The proxy that a request goes through. */
export interface ChosenProxy {
  readonly variable: 'HTTPS_PROXY' | 'HTTP_PROXY';
  /** With the password that it may hold; null when the variable holds no usable address. */
  readonly url: URL | null;
  /** `http://proxy.example.test:3128`, without a password, to be shown; null like `url`. */
  readonly address: string | null;
}

/**
 * Which proxy a request to the URL takes; null for none. The only reading of the variables: undici's own knows no
 * networks in NO_PROXY, and no IPv6 address without brackets.
 */
export function proxyFor(network: Network, url: URL): ChosenProxy | null {
  if (!usesProxy(network, url) || isExempt(network.noProxy, url)) return null;
  const variable = url.protocol === 'https:' && network.httpsProxy !== '' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = readProxy(variable === 'HTTPS_PROXY' ? network.httpsProxy : network.httpProxy);
  return { variable, url: proxy, address: proxy === null ? null : `${proxy.protocol}//${proxy.host}` };
}

/** An address without a scheme is one of a proxy that speaks plain HTTP, as in curl. */
function readProxy(text: string): URL | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  return url !== null && schemes.has(url.protocol) && url.host !== '' ? url : null;
}

/** Those that undici speaks to. */
const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/** NO_PROXY: `*`, host names with their subdomains, IP addresses and networks, the first three also with a port. */
function isExempt(noProxy: string, { hostname, port, protocol }: URL): boolean {
  const host = bare(hostname).replace(/\.$/, '');
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy.split(/[,\s]+/).some((entry) => {
    const { name, port: wanted = own } = splitPort(entry);
    if (name === '' || wanted !== own) return false;
    if (name === '*') return true;
    if (isIP(host) !== 0) return isWithin(name, host);
    const domain = name
      .toLowerCase()
      .replace(/^\*?\./, '')
      .replace(/\.$/, '');
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  });
}

/** The colons of a bare IPv6 address separate no port. */
function splitPort(entry: string): { readonly name: string; readonly port?: string } {
  const [, bracketed, ofBracketed] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { name: bracketed, ...(ofBracketed === undefined ? {} : { port: ofBracketed }) };
  const [, name, port] = /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return name === undefined || port === undefined ? { name: entry } : { name, port };
}

/** Whether an address is one of an entry, `10.1.2.3` or `10.0.0.0/8`, however it is written. */
function isWithin(entry: string, address: string): boolean {
  const [text = '', length, more] = entry.split('/');
  const named = bare(text);
  const family = isIP(named);
  if (family === 0 || named.includes('%') || more !== undefined) return false;
  const bits = length === undefined ? undefined : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  if (bits !== undefined && bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(named, kind);
  else list.addSubnet(named, bits, kind);
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$/g, '');
