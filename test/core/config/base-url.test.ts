import { describe, expect, it } from 'vitest';
import { checkBaseUrl, withoutApiPath } from '../../../src/core/config/base-url.js';
import { ConfigFailure } from '../../../src/core/config/failure.js';

describe('a base address', () => {
  it.each([
    ['https://api.example.test', 'https://api.example.test'],
    ['https://api.example.test/', 'https://api.example.test'],
    ['https://API.example.test:443/v//', 'https://api.example.test/v'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('%s', (text, expected) => expect(checkBaseUrl(text, 'a test')).toBe(expected));

  it.each([
    ['http://api.example.test', 'must use https'],
    ['http://127.0.0.1.evil.test', 'must use https'],
    ['http://localhost.evil.test', 'must use https'],
    ['ftp://api.example.test', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['file:///etc/passwd', 'must use https'],
    ['https://user:secret@api.example.test', 'must not contain credentials'],
    ['https://api.example.test/?a=b', 'must not contain a query'],
    ['https://api.example.test/#x', 'must not contain a query or a fragment'],
    ['api.example.test', 'is not a valid URL'],
    ['', 'is not a valid URL'],
  ])('refuses %s: it %s', (text, why) => {
    expect(() => checkBaseUrl(text, '--base-url')).toThrow(ConfigFailure);
    expect(() => checkBaseUrl(text, '--base-url')).toThrow(`The base URL from --base-url ${why}`);
  });

  it.each([
    ['https://api.example.test/api/v1', 'https://api.example.test'],
    ['https://api.example.test/gateway/api/v1', 'https://api.example.test/gateway'],
    ['https://api/v1', 'https://api/v1'],
    ['https://api.example.test/myapi/v1', 'https://api.example.test/myapi/v1'],
    ['https://api.example.test/api/v1/x', 'https://api.example.test/api/v1/x'],
    ['https://api.example.test', 'https://api.example.test'],
  ])('%s without the beginning of every path is %s', (text, expected) => {
    expect(withoutApiPath(checkBaseUrl(text, 'a test'))).toBe(expected);
    expect(withoutApiPath(checkBaseUrl(`${text}/`, 'a test'))).toBe(expected);
  });

  it('does not repeat credentials in its refusal', () => {
    expect(() => checkBaseUrl('https://user:hunter2@x.test', 'ESIGN_BASE_URL')).not.toThrow('hunter2');
  });
});
