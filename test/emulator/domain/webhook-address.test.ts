import { describe, expect, it } from 'vitest';
import { addressProblem } from '../../../src/emulator/domain/webhook-address.js';

describe('the address of an endpoint', () => {
  it.each([
    'https://hooks.example.com/a',
    'https://hooks.example.com:8443/a?b=c',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    'https://203.0.113.10/',
    'https://[2001:db8::10]/',
    'https://xn--bcher-kva.example/',
  ])('%s may be registered', (url) => expect(addressProblem(url, true)).toBeNull());

  it.each([
    ['hooks.example.com', 'absolute'],
    ['//hooks.example.com/a', 'absolute'],
    ['http://hooks.example.com/a', 'https'],
    ['ftp://hooks.example.com/a', 'https'],
    ['https://user:secret@hooks.example.com/', 'credentials'],
    ['https://user@hooks.example.com/', 'credentials'],
    ['https://@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com/a b', 'spaces'],
    ['https://hooks.example.com/\u0000', 'control'],
    [' https://hooks.example.com/', 'spaces'],
    ['https:\\\\example.com\\', 'https://'],
    ['https:example.com', 'https://'],
    ['https:/example.com', 'https://'],
    ['https:///example.com', 'a plain host name'],
    ['https://exa%6dple.com/', 'a plain host name'],
    ['https://example.com\\@hooks.example.net/', 'credentials'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
  ])('%s may not: %s', (url, why) => expect(addressProblem(url, true)).toContain(why));

  it.each([
    'localhost',
    'localhost.',
    'LOCALHOST',
    'app.localhost',
    'printer.local',
    'db.internal',
    'intranet',
    'router.lan',
    'kubernetes.default.svc',
    'hooks.default.svc.cluster.local',
    'nas.home.arpa',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[5f00::1]',
    '[3fff::1]',
    '[3fff:fff::1]',
  ])('%s is not on the public internet', (host) =>
    expect(addressProblem(`https://${host}/hook`, true)).toBe('must not be a private or loopback address'),
  );

  it.each(['172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '11.0.0.1', '[::ffff:8.8.8.8]'])(
    '%s lies just outside of the private networks',
    (host) => expect(addressProblem(`https://${host}/hook`, true)).toBeNull(),
  );

  it.each(['http://127.0.0.1:3000/a', 'http://localhost:3000/a', 'http://[::1]:3000/a', 'https://localhost/a'])(
    '%s may be registered unless strict',
    (url) => {
      expect(addressProblem(url, false)).toBeNull();
      expect(addressProblem(url, true)).not.toBeNull();
    },
  );

  it.each([
    'http://192.168.1.1/a',
    'http://127.0.0.2/a',
    'http://app.localhost/a',
    'http://user@localhost/a',
    'ftp://localhost/a',
  ])('%s may not be registered even so', (url) => expect(addressProblem(url, false)).not.toBeNull());
});
