import { readFileSync, statSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

const caLimit = 8 * 1024 * 1024;

/** How this machine reaches the network: proxies and certificate authorities, from the usual variables. */
export interface Network {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
  /** A PEM file of certificate authorities trusted besides the built-in ones. */
  readonly caFile: string | undefined;
  /** Node reads this one itself, but only while no list of authorities is given. */
  readonly nodeCaFile: string | undefined;
}

/** Reads HTTP_PROXY, HTTPS_PROXY, NO_PROXY (the lower-case spelling wins), ESIGN_CA_FILE and NODE_EXTRA_CA_CERTS. */
export function readNetwork(environment: Readonly<Record<string, string | undefined>>): Network {
  const either = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  return {
    httpProxy: either('HTTP_PROXY'),
    httpsProxy: either('HTTPS_PROXY'),
    noProxy: either('NO_PROXY'),
    caFile: environment['ESIGN_CA_FILE'] || undefined,
    nodeCaFile: environment['NODE_EXTRA_CA_CERTS'] || undefined,
  };
}

/** Whether a request to the URL goes through a proxy. This machine itself is always spoken to directly. */
export function usesProxy(network: Network, url: URL): boolean {
  if (isLoopback(url.hostname)) return false;
  return url.protocol === 'https:' ? network.httpsProxy !== '' || network.httpProxy !== '' : network.httpProxy !== '';
}

/** Whether a name or an address of a URL is this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The authorities to trust, or undefined for Node's own; throws when the file cannot be read or holds none. */
export function readAuthorities(network: Network): string[] | undefined {
  if (network.caFile === undefined) return undefined;
  const own = readPem(network.caFile);
  if (own === undefined) throw new CaFileUnreadable(network.caFile);
  const extra = network.nodeCaFile === undefined ? undefined : readPem(network.nodeCaFile);
  return [...rootCertificates, ...(extra === undefined ? [] : [extra]), own];
}

/** The file of certificate authorities that was asked for is missing, too large or holds no certificate. */
export class CaFileUnreadable extends Error {
  override readonly name = 'CaFileUnreadable';
  readonly code = 'ca_file_unreadable';
  readonly path: string;

  constructor(path: string) {
    super(`the file of certificate authorities ${path} cannot be read, or holds no certificate`);
    this.path = path;
  }
}

function readPem(path: string): string | undefined {
  try {
    if (statSync(path).size > caLimit) return undefined;
    const text = readFileSync(path, 'latin1');
    return text.includes('-----BEGIN CERTIFICATE-----') ? text : undefined;
  } catch {
    // The caller says that the file cannot be read.
    return undefined;
  }
}
