import { ConfigFailure } from './failure.js';

/**
 * Validates a base URL and removes final slashes: https, or http on this machine only, without credentials, query and
 * fragment. Throws ConfigFailure.
 */
export function checkBaseUrl(text: string, givenBy: string): string {
  const refuse = (why: string): never => {
    throw new ConfigFailure(
      'base_url_invalid',
      `The base URL from ${givenBy} ${why}.`,
      'Use a URL such as https://api.example.com, without the path of an operation.',
    );
  };
  const url = URL.canParse(text) ? new URL(text) : refuse('is not a valid URL');
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  if (url.search !== '' || url.hash !== '') refuse('must not contain a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    refuse('must use https; http is allowed on this machine only');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must use https');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/**
 * A checked base URL without the beginning of every path of the service: people copy it from an example of a request, and
 * each request would go to `/api/v1/api/v1`.
 */
export function withoutApiPath(baseUrl: string): string {
  const url = new URL(baseUrl);
  const own = url.pathname.replace(/\/api\/v1\/?$/, '');
  return own === url.pathname ? baseUrl : checkBaseUrl(`${url.origin}${own}`, 'an API path');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
