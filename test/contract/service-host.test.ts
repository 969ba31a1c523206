import { expect, it } from 'vitest';
import { oneHost, serviceAddress, serviceHost } from '../../src/contract/service-host.js';

it.each([
  ['http://localhost:8080', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://LOCALHOST:8080/base/', '127.0.0.1:8080', 'http://127.0.0.1:8080/base'],
  ['http://[::1]:8080', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost', '127.0.0.1', 'http://127.0.0.1'],
  ['https://localhost.example.com', 'localhost.example.com', 'https://localhost.example.com'],
  ['http://[::12]:80', '[::12]', 'http://[::12]'],
])('%s is %s', (address, host, whole) => {
  expect([serviceHost(address), serviceAddress(address)]).toEqual([host, whole]);
  expect(oneHost(host)).toBe(host);
});
