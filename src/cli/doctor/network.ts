import { proxyFor } from '../../core/http/proxy-choice.js';
import { lookUp, type TlsFacts, tlsFacts } from '../../core/http/reach.js';
import { CaFileUnreadable } from '../../core/http/network.js';
import { failed, type Finding, finding, type DoctorContext } from './finding.js';

/** The network path to the service: DNS, proxy, TLS certificate. */

const timeoutMs = 10_000;
const day = 86_400_000;
const soon = 14;

export async function checkNetwork(doctorContext: DoctorContext): Promise<readonly Finding[]> {
  const { baseUrl, network } = doctorContext;
  if (baseUrl === null) return [];
  const url = new URL(baseUrl);
  const proxy = proxyFor(network, url);
  if (proxy !== null) {
    const facts = { variable: proxy.variable, address: proxy.address };
    if (proxy.address === null) {
      const hint = `Correct ${proxy.variable}, or unset it.`;
      return [failed('proxy', 8, `${proxy.variable} is not a valid proxy URL.`, { hint, facts })];
    }
    const words = `${proxy.address} (${proxy.variable}) resolves the host name and forwards the connection.`;
    return [finding('proxy', 'ok', words, { hint: 'To bypass it, set NO_PROXY.', facts })];
  }
  const name = await checkName(url);
  const isReachable = name.state === 'ok' && url.protocol === 'https:';
  return [name, ...(isReachable ? await checkTls(doctorContext, url) : [])];
}

async function checkName(url: URL): Promise<Finding> {
  const found = await lookUp(url, timeoutMs);
  switch (found.is) {
    case 'literal':
      return finding('dns', 'ok', `${url.hostname} is an IP address, so no lookup is needed.`);
    case 'found':
      return finding('dns', 'ok', `${url.hostname} resolves to ${found.addresses.slice(0, 4).join(', ')}.`, {
        facts: { addresses: found.addresses },
      });
    case 'failed': {
      const why = found.code === 'ENOTFOUND' ? 'was not found in DNS' : `could not be looked up (${found.code})`;
      const hint = 'Check the base URL with `esign whoami`, and the DNS settings of this machine.';
      return failed('dns', 8, `${url.hostname} ${why}.`, { hint, facts: { code: found.code } });
    }
  }
}

async function checkTls({ context, network }: DoctorContext, url: URL): Promise<readonly Finding[]> {
  try {
    return [tlsFinding(url, await tlsFacts(url, network, timeoutMs), context.clock.now(), network.caFile)];
  } catch (failure) {
    if (!(failure instanceof CaFileUnreadable)) throw failure;
    return [authoritiesUnreadable('tls', failure)];
  }
}

/** No request is sent while the requested certificate authorities are missing. */
export function authoritiesUnreadable(check: string, { path }: CaFileUnreadable): Finding {
  const hint = 'Set ESIGN_CA_FILE to a PEM file with at least one certificate.';
  return failed(check, 2, `Cannot read the certificate authorities in ${path}.`, { hint });
}

function tlsFinding(url: URL, tls: TlsFacts, now: number, caFile: string | undefined): Finding {
  const validUntil = tls.validUntil === null ? null : new Date(tls.validUntil).toISOString();
  const facts = { ...tls, validUntil: undefined, valid_until: validUntil, ca_file: caFile ?? null };
  if (tls.problem !== null) {
    const [words, hint] = problemWords(url, tls);
    return failed('tls', 8, words, { hint, facts });
  }
  const days = tls.validUntil === null ? null : Math.floor((tls.validUntil - now) / day);
  const signed = tls.issuer === null ? '' : `, issued by ${tls.issuer}`;
  const words = `${tls.protocol ?? 'TLS'}${signed}${days === null ? '' : `, valid for ${days} more days`}.`;
  if (days === null || days >= soon) return finding('tls', 'ok', words, { facts });
  return finding('tls', 'warning', words, { hint: 'Ask the operator of this host to renew its certificate.', facts });
}

function problemWords(url: URL, { problem, issuer, protocol }: TlsFacts): readonly [words: string, hint: string] {
  const by = issuer === null ? '' : ` (issued by ${issuer})`;
  if (protocol === null)
    return [
      `${url.host} does not complete the TLS handshake (${problem}).`,
      'Check the base URL and any firewall in between.',
    ];
  switch (problem) {
    case 'CERT_HAS_EXPIRED':
      return [
        `The certificate of ${url.host} has expired${by}.`,
        'Check the clock of this machine. If it is correct, the certificate must be renewed.',
      ];
    case 'CERT_NOT_YET_VALID':
      return [`The certificate of ${url.host} is not valid yet${by}.`, 'Check the clock of this machine.'];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [
        `The certificate is not valid for ${url.hostname}${by}.`,
        'Check the base URL. It may belong to another service.',
      ];
    default:
      return [
        `The certificate of ${url.host} is not trusted${by}: ${problem}.`,
        'If the service or a proxy uses a private certificate authority, set ESIGN_CA_FILE.',
      ];
  }
}
