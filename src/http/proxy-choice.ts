import { usesProxy, type Network } from './network.js';

/** The proxy that a request goes through; its address holds no password here. */
export interface ChosenProxy {
  readonly variable: 'HTTPS_PROXY' | 'HTTP_PROXY';
  /** `http://proxy.example.test:3128`; null when the variable holds no address. */
  readonly address: string | null;
}

/** Which proxy a request to the URL takes, NO_PROXY regarded as the sender regards it; null for none. */
export function proxyFor(network: Network, url: URL): ChosenProxy | null {
  if (!usesProxy(network, url) || isExempt(network.noProxy, url)) return null;
  const variable = url.protocol === 'https:' && network.httpsProxy !== '' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable === 'HTTPS_PROXY' ? network.httpsProxy : network.httpProxy;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  return { variable, address: parsed === null || parsed.host === '' ? null : `${parsed.protocol}//${parsed.host}` };
}

function isExempt(noProxy: string, { hostname, port, protocol }: URL): boolean {
  if (noProxy === '*') return true;
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy.split(/[,\s]/).some((entry) => {
    const [, name = entry, wanted] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const host = name.replace(/^\*?\./, '').toLowerCase();
    if (host === '' || (wanted !== undefined && wanted !== own)) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}
