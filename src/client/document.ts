import { getEnvelopeDraft } from '../contract/operations/envelopes.js';
import { lazy } from '../core/platform/lazy.js';
import type { Operation } from '../contract/operation.js';
import type { HeaderPair } from '../core/http/headers.js';
import { isLoopback } from '../core/http/network.js';
import { InputRefused } from './failure.js';
import { readBase, type PreparedRequest, type Service } from './request.js';

/** The URL of a sealed document is not an operation of the service; it is downloaded like a PDF. */
export const documentRow = lazy((): Operation => ({ ...getEnvelopeDraft(), id: 'listEnvelopeDocuments' }));

/**
 * Creates the request for a URL from a response (assumption A4). It may be on another host; the API key is sent to the
 * configured origin only, and plain http is allowed only to that origin or on this machine.
 */
export function requestDocument(address: string, service: Service): PreparedRequest {
  const base = readBase(service.baseUrl);
  const url = URL.canParse(address, base.href) ? new URL(address, base.href) : undefined;
  const own = url?.origin === base.origin;
  const here = url !== undefined && isLoopback(url.hostname) && isLoopback(base.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && (own || here)))) {
    throw new InputRefused('url', 'must be an https URL or a URL of the configured service');
  }
  // A user name and password in a URL would become a header for any host.
  if (url.username !== '' || url.password !== '') {
    throw new InputRefused('url', 'must not contain a user name');
  }
  const headers: HeaderPair[] = [
    ['Accept', 'application/pdf'],
    ['User-Agent', service.userAgent ?? 'esign'],
  ];
  if (own) headers.push(['Authorization', `Bearer ${service.apiKey}`]);
  return {
    row: documentRow(),
    method: 'GET',
    url,
    headers,
    json: undefined,
    body: undefined,
    idempotencyKey: undefined,
    ifMatch: undefined,
    cost: 0,
  };
}
