import { getEnvelopeDraft } from '../contract/operations/envelopes.js';
import { lazy } from '../platform/lazy.js';
import type { Operation } from '../contract/operation.js';
import type { HeaderPair } from '../http/headers.js';
import { isLoopback } from '../http/network.js';
import { InputRefused } from './failure.js';
import { readBase, type PreparedRequest, type Service } from './request.js';

/** A sealed document's own address is no operation of the service; it is fetched as if it were a reading of a PDF. */
export const documentRow = lazy((): Operation => ({ ...getEnvelopeDraft(), id: 'listEnvelopeDocuments' }));

/**
 * Makes the request for the address that the service named (assumption A4). It may lie on another host; the API key is
 * sent to the configured origin alone, and plain http is spoken only to that origin or within this machine.
 */
export function requestDocument(address: string, service: Service): PreparedRequest {
  const base = readBase(service.baseUrl);
  const url = URL.canParse(address, base.href) ? new URL(address, base.href) : undefined;
  const own = url?.origin === base.origin;
  const here = url !== undefined && isLoopback(url.hostname) && isLoopback(base.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && (own || here)))) {
    throw new InputRefused('url', 'must be an https URL or a URL of the configured service');
  }
  // An address with a name and password in it would make them a header for whatever host it names.
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
