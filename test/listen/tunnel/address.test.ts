import { describe, expect, it } from 'vitest';
import { behind, parseAddress, readAddress, sameAddress } from '../../../src/listen/tunnel/address.js';

describe('a public address', () => {
  it.each([
    'https://hooks.example.test',
    'https://h.test:8443/some/path',
    'http://127.0.0.1:4010',
    'http://localhost:1',
  ])('may be %s', (text) => expect(readAddress(text).href).toBe(new URL(text).href));

  it.each([
    'http://hooks.example.test',
    'ftp://hooks.example.test',
    'https://user:pass@hooks.example.test',
    'https://hooks.example.test/?a=1',
    'https://hooks.example.test/#x',
    'hooks.example.test',
    '',
  ])('may not be %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
    expect(() => readAddress(text)).toThrow(expect.objectContaining({ code: 'tunnel_setting' }));
  });

  it('is refused without its password being repeated', () => {
    expect(() => readAddress('https://me:hunter2@h.test')).toThrow(expect.not.stringContaining('hunter2'));
  });
});

describe('a path behind a public address', () => {
  it.each([
    ['https://h.test', '/tok/probe/1', 'https://h.test/tok/probe/1'],
    ['https://h.test/', 'tok', 'https://h.test/tok'],
    ['https://h.test/p/9100/', '/tok', 'https://h.test/p/9100/tok'],
  ])('of %s and %s is %s', (base, path, whole) => expect(behind(new URL(base), path).href).toBe(whole));

  it('does not tell addresses apart by a slash at the end', () => {
    expect(sameAddress(new URL('https://h.test/p'), new URL('https://h.test/p/'))).toBe(true);
    expect(sameAddress(new URL('https://h.test/p'), new URL('https://h.test/q'))).toBe(false);
  });
});
