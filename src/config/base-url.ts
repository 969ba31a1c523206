import { ConfigFailure } from './failure.js';

/**
 * Checks a base address and writes it without a final slash: https, or http to this machine only, no credentials, no
 * query, no fragment. Throws ConfigFailure.
 */
export function checkBaseUrl(text: string, givenBy: string): string {
  const refuse = (why: string): never => {
    throw new ConfigFailure(
      'base_url_invalid',
      `The base address of ${givenBy} ${why}.`,
      'Give an address such as https://api.example.com, without a path to an operation.',
    );
  };
  const url = URL.canParse(text) ? new URL(text) : refuse('is no URL');
  if (url.username !== '' || url.password !== '') refuse('holds credentials');
  if (url.search !== '' || url.hash !== '') refuse('holds a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) refuse('must be https: http is for this machine only');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must be https');
  return url.href.replace(/\/+$/, '');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
