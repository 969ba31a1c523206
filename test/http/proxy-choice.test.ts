import { expect, it } from 'vitest';
import { readNetwork } from '../../src/http/network.js';
import { proxyFor } from '../../src/http/proxy-choice.js';

const chosen = (environment: Readonly<Record<string, string>>, url: string): string => {
  const proxy = proxyFor(readNetwork(environment), new URL(url));
  return proxy === null ? 'none' : `${proxy.variable} ${proxy.address}`;
};
const both = { HTTPS_PROXY: 'http://me:secret@proxy.test:3128', HTTP_PROXY: 'http://plain.test' };

it.each([
  [{}, 'https://api.test', 'none'],
  [both, 'https://api.test', 'HTTPS_PROXY http://proxy.test:3128'],
  [both, 'http://api.test', 'HTTP_PROXY http://plain.test'],
  [{ HTTP_PROXY: 'http://plain.test' }, 'https://api.test', 'HTTP_PROXY http://plain.test'],
  [{ HTTPS_PROXY: 'proxy:3128:x' }, 'https://api.test', 'HTTPS_PROXY null'],
  [both, 'http://127.0.0.1:4747', 'none'],
  [{ ...both, NO_PROXY: '*' }, 'https://api.test', 'none'],
  [{ ...both, NO_PROXY: 'other.test, .api.test' }, 'https://eu.api.test', 'none'],
  [{ ...both, NO_PROXY: 'API.test' }, 'https://api.test', 'none'],
  [{ ...both, NO_PROXY: 'api.test:8443' }, 'https://api.test', 'HTTPS_PROXY http://proxy.test:3128'],
  [{ ...both, NO_PROXY: 'api.test:443' }, 'https://api.test', 'none'],
  [{ ...both, NO_PROXY: 'pi.test' }, 'https://api.test', 'HTTPS_PROXY http://proxy.test:3128'],
])('%j leads to %s by %s', (environment, url, expected) => {
  expect(chosen(environment, url)).toBe(expected);
});
