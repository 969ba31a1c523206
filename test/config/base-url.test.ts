import { describe, expect, it } from 'vitest';
import { checkBaseUrl } from '../../src/config/base-url.js';
import { ConfigFailure } from '../../src/config/failure.js';

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
    ['http://api.example.test', 'must be https'],
    ['http://127.0.0.1.evil.test', 'must be https'],
    ['http://localhost.evil.test', 'must be https'],
    ['ftp://api.example.test', 'must be https'],
    ['javascript:alert(1)', 'must be https'],
    ['file:///etc/passwd', 'must be https'],
    ['https://user:secret@api.example.test', 'holds credentials'],
    ['https://api.example.test/?a=b', 'holds a query'],
    ['https://api.example.test/#x', 'holds a query or a fragment'],
    ['api.example.test', 'is no URL'],
    ['', 'is no URL'],
  ])('refuses %s: it %s', (text, why) => {
    expect(() => checkBaseUrl(text, '--base-url')).toThrow(ConfigFailure);
    expect(() => checkBaseUrl(text, '--base-url')).toThrow(`The base address of --base-url ${why}`);
  });

  it('does not repeat credentials in its refusal', () => {
    expect(() => checkBaseUrl('https://user:hunter2@x.test', 'ESIGN_BASE_URL')).not.toThrow('hunter2');
  });
});
