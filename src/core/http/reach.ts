import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { type Network, readAuthorities } from './network.js';

/** What can be told of the way to a server before anything is asked of it. */

export type LookedUp =
  | { readonly is: 'found'; readonly addresses: readonly string[] }
  /** The URL names an address, and nothing is looked up. */
  | { readonly is: 'literal' }
  | { readonly is: 'failed'; readonly code: string };

/** Looks the host of a URL up as the system does, within so many milliseconds. */
export async function lookUp({ hostname }: URL, timeout: number): Promise<LookedUp> {
  if (isIP(bare(hostname)) !== 0) return { is: 'literal' };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LookedUp>((resolve) => {
    timer = setTimeout(() => resolve({ is: 'failed', code: 'ETIMEDOUT' }), timeout);
  });
  const found = lookup(hostname, { all: true, verbatim: true }).then(
    (all): LookedUp => ({ is: 'found', addresses: all.map(({ address }) => address) }),
    (error: NodeJS.ErrnoException): LookedUp => ({ is: 'failed', code: error.code ?? 'unknown' }),
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface TlsFacts {
  /** `TLSv1.3`; null when there is no connection. */
  readonly protocol: string | null;
  /** Null when the certificate is trusted; else Node's code, such as `CERT_HAS_EXPIRED`, or that of the connection. */
  readonly problem: string | null;
  /** Who signed the certificate, as it says itself. */
  readonly issuer: string | null;
  /** Milliseconds since 1970. */
  readonly validUntil: number | null;
}

/**
 * Shakes hands with the server of an https URL, directly, and looks at its certificate; nothing is sent. Throws
 * CaFileUnreadable.
 */
export function tlsFacts(url: URL, network: Network, timeout: number): Promise<TlsFacts> {
  const ca = readAuthorities(network);
  const host = bare(url.hostname);
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      // A name alone may stand there.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
      // The certificate is judged here and what is wrong with it told; no byte of ours ever leaves on this connection.
      rejectUnauthorized: false,
    });
    const end = (facts: TlsFacts): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(facts);
    };
    const none = { protocol: null, issuer: null, validUntil: null };
    const timer = setTimeout(() => end({ ...none, problem: 'ETIMEDOUT' }), timeout);
    socket.once('error', (error: NodeJS.ErrnoException) => end({ ...none, problem: error.code ?? 'unknown' }));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      // Declared as an error, and set to its code.
      const problem: unknown = socket.authorized ? null : socket.authorizationError;
      end({
        protocol: socket.getProtocol(),
        problem: problem === null ? null : codeOf(problem),
        issuer: issuerOf(certificate),
        validUntil: dateOf(certificate.valid_to),
      });
    });
  });
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function codeOf(problem: unknown): string {
  if (typeof problem === 'string') return problem.slice(0, 100);
  return problem instanceof Error && 'code' in problem ? String(problem.code) : 'unknown';
}

function issuerOf({ issuer }: Partial<PeerCertificate>): string | null {
  const name: unknown = issuer?.O ?? issuer?.CN;
  return typeof name === 'string' ? name.slice(0, 200) : null;
}

function dateOf(text: string | undefined): number | null {
  const date = Date.parse(text ?? '');
  return Number.isNaN(date) ? null : date;
}
