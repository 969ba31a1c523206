/**
 * `unreachable` no connection · `untrusted` the TLS certificate was refused · `proxy` the proxy refused or its address
 * is unusable · `proxy_unreachable` no connection to the proxy, or none through it ·
 * `reset` the connection broke · `timeout` a time limit passed · `aborted` the caller stopped it ·
 * `closed` the sender was closed · `protocol` what came back is not HTTP · `too_large` a size limit was passed.
 */
export type SendReason =
  | 'unreachable'
  | 'untrusted'
  | 'proxy'
  | 'proxy_unreachable'
  | 'reset'
  | 'timeout'
  | 'aborted'
  | 'closed'
  | 'protocol'
  | 'too_large';

/** No whole answer came back over the wire, and whether the request can have reached the other side. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly reason: SendReason;
  /** False only when surely not one byte of the request was handed to the connection. */
  readonly sent: boolean;
  /** A kept connection broke before a byte of this answer: the other side had probably ended it already. */
  readonly isStale: boolean;

  constructor(reason: SendReason, sent: boolean, message: string, cause?: unknown, isStale = false) {
    super(message, { cause });
    this.reason = reason;
    this.sent = sent;
    this.isStale = isStale;
  }
}

const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_PRX_TLS',
]);

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection came about in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped coming',
  UND_ERR_SOCKET: 'the other side closed the connection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  EPROTO: 'no TLS connection came about',
};

/** The codes of what this side ends. */
const endsHere = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/** The codes of a proxy that is not there: what a tunnel fails with comes from behind it. */
const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/**
 * Names the reason of a failure of undici, Node or TLS by its code; for the message, `where` is the host, and `proxy`
 * what stands between, such as `http://proxy.example.test:3128 (HTTPS_PROXY)`.
 */
export function readSendFailure(error: unknown, sent: boolean, where: string, proxy?: string): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = codeOf(error);
  const reason = words[code] ?? (code === '' ? String(error instanceof Error ? error.message : error) : code);
  if (untrusted.has(code)) {
    return new SendFailure('untrusted', false, `the certificate of ${where} is not trusted (${code})`, error);
  }
  const refused = error instanceof Error && !sent ? /^Proxy response \((\d{3})\)/.exec(error.message) : null;
  if (refused !== null) {
    const words = `the proxy ${proxy ?? ''} refused the connection to ${where} (status ${refused[1]})`;
    return new SendFailure('proxy', false, words.replace('  ', ' '), error);
  }
  if (!sent && proxy !== undefined && !endsHere.has(code)) {
    const way = absent.has(code) ? `the proxy ${proxy}` : `${where} through the proxy ${proxy}`;
    return new SendFailure('proxy_unreachable', false, `no connection to ${way}: ${reason}`, error);
  }
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new SendFailure('too_large', sent, `the answer's headers from ${where} are too large`, error);
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new SendFailure('timeout', sent, `${where}: ${reason}`, error);
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return new SendFailure('closed', sent, 'the connection was closed here', error);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return new SendFailure('reset', sent, `the answer from ${where} is not of the length it announced`, error);
  }
  // undici says so of a 101 that nobody asked for.
  const isMisplaced = code === 'UND_ERR_SOCKET' && error instanceof Error && error.message === 'bad upgrade';
  if (isMisplaced || (error instanceof Error && error.name === 'HTTPParserError')) {
    return new SendFailure('protocol', sent, `${where} does not answer in HTTP`, error);
  }
  if (!sent) return new SendFailure('unreachable', false, `no connection to ${where}: ${reason}`, error);
  return new SendFailure('reset', true, `the connection to ${where} broke: ${reason}`, error);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}
