import { expect, it } from 'vitest';
import { readNetwork } from '../../../src/core/http/network.js';
import { proxyFor } from '../../../src/core/http/proxy-choice.js';

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
  [{ HTTPS_PROXY: 'proxy.test:3128' }, 'https://api.test', 'HTTPS_PROXY http://proxy.test:3128'],
  [{ HTTPS_PROXY: 'me:secret@10.0.0.1:3128' }, 'https://api.test', 'HTTPS_PROXY http://10.0.0.1:3128'],
  [{ HTTPS_PROXY: 'localhost' }, 'https://api.test', 'HTTPS_PROXY http://localhost'],
  [{ HTTPS_PROXY: 'ftp://proxy.test' }, 'https://api.test', 'HTTPS_PROXY null'],
  [{ ...both, NO_PROXY: '2001:db8::1' }, 'https://[2001:db8::1]', 'none'],
  [{ ...both, NO_PROXY: '2001:DB8:0:0::1' }, 'https://[2001:db8::1]:8443', 'none'],
  [{ ...both, NO_PROXY: '[2001:db8::1]:443' }, 'https://[2001:db8::1]', 'none'],
  [{ ...both, NO_PROXY: '[2001:db8::1]:8443' }, 'https://[2001:db8::1]', 'HTTPS_PROXY http://proxy.test:3128'],
  [{ ...both, NO_PROXY: '2001:db8::/32' }, 'https://[2001:db8:7::1]', 'none'],
  [{ ...both, NO_PROXY: '2001:db8::/32' }, 'https://[2001:db9::1]', 'HTTPS_PROXY http://proxy.test:3128'],
  [{ ...both, NO_PROXY: '10.0.0.0/8,172.16.0.0/12' }, 'https://172.31.4.5', 'none'],
  [{ ...both, NO_PROXY: '10.0.0.0/8' }, 'https://11.0.0.1', 'HTTPS_PROXY http://proxy.test:3128'],
  [{ ...both, NO_PROXY: '10.0.0.0/8' }, 'https://[::ffff:10.1.2.3]', 'none'],
  [{ ...both, NO_PROXY: '10.1.2.3' }, 'https://10.1.2.3', 'none'],
  [
    { ...both, NO_PROXY: '10.0.0.0/33,10.0.0.0/x,10.0.0.0/8/8' },
    'https://10.0.0.0',
    'HTTPS_PROXY http://proxy.test:3128',
  ],
  [{ ...both, NO_PROXY: 'other.test,*' }, 'https://api.test', 'none'],
  [{ ...both, NO_PROXY: '*.api.test' }, 'https://eu.api.test', 'none'],
  [{ ...both, NO_PROXY: '0.0.0.0/0' }, 'https://api.test', 'HTTPS_PROXY http://proxy.test:3128'],
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
