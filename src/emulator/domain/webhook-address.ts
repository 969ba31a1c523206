import { BlockList, isIP } from 'node:net';

/**
 * Why a URL cannot be registered, as text after `url`; null when it can: https, no credentials, not private or loopback
 * (Webhook endpoint, `url`). Only the URL itself is checked, without a lookup. Where `strict` is false, plain http to
 * this machine is also accepted, so that a receiver can be tested. Ports below 1024 except 443 belong to other
 * protocols (assumed).
 */
export function addressProblem(text: string, strict: boolean): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'must be an absolute https:// address';
  }
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text))
    return 'must not contain credentials';
  if (!strict && ['http:', 'https:'].includes(url.protocol) && ownMachine.includes(url.hostname)) return null;
  if (!/^https:\/\//i.test(text)) return 'must start with https://';
  // The URL parser repairs `https:\\host`, and decodes `%6d` in a name; other parsers do not.
  const authority = /^[^/?#]*/.exec(text.slice('https://'.length))?.[0] ?? '';
  if (authority === '' || /[%\\]/.test(authority)) return 'must have a plain host name';
  if (url.port !== '' && Number(url.port) < 1024) return 'must use port 443, or a port from 1024';
  return hostProblem(url.hostname);
}

const ownMachine = ['127.0.0.1', 'localhost', '[::1]'];
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc|cluster|docker|consul|onion|invalid)$/;

/** The URL parser has already normalized unusual IPv4 forms (`0x7f.1`, `2130706433`). */
function hostProblem(hostname: string): string | null {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  if (family !== 0) return isPublicAddress(host) ? null : notPublic;
  return !host.includes('.') || localNames.test(host) ? notPublic : null;
}

const notPublic = 'must not be a private or loopback address';

/** Whether an IP address is public: not private, loopback or reserved. */
export const isPublicAddress = (address: string): boolean =>
  !reserved().check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Every network outside of the public internet. An IPv4 address inside an IPv6 one is also checked as IPv4.
 * Documentation networks are not listed, except for the newer one of IPv6: they stand for public addresses in tests.
 */
const reservedNetworks = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4
  ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10
  fec0::/10 ff00::/8`;

function reserved(): BlockList {
  const list = new BlockList();
  for (const network of reservedNetworks.trim().split(/\s+/)) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
