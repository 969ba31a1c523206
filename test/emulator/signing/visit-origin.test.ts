import { describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/core/http/headers.js';
import { isFromElsewhere, visitOrigin } from '../../../src/emulator/signing/visit-origin.js';

const from = (remoteAddress: string | undefined, headers: readonly (readonly [string, string])[]) =>
  visitOrigin({ remoteAddress, headers: new HeaderList(headers) }, 'link');

describe('where a visitor of a signing page comes from', () => {
  it('is the address of the connection, whatever a header claims, and the name of the browser', () => {
    const headers = [
      ['User-Agent', 'Mozilla/5.0 (Test)'],
      ['X-Forwarded-For', '198.51.100.9'],
    ] as const;
    expect(from('203.0.113.7', headers)).toEqual({ way: 'link', address: '203.0.113.7', device: 'Mozilla/5.0 (Test)' });
  });

  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::2', '2001:db8::2'],
    ['nonsense', null],
    [undefined, null],
  ])('is written as an IP address: %s', (address, expected) => {
    expect(from(address, []).address).toBe(expected);
  });

  it('is one short line of visible characters', () => {
    const { device } = from('::1', [['User-Agent', `A\u009b31m\tB${'x'.repeat(9_000)}`]]);
    expect(device).toMatch(/^A 31m Bx+…$/);
    expect(device).toHaveLength(160);
    expect(from('::1', [['User-Agent', ' ']]).device).toBeNull();
  });
});

describe('same origin', () => {
  const host = ['Host', '127.0.0.1:4747'] as const;

  it.each([
    ['a program, which sends neither header', [], false],
    ['a browser, from the page itself', [['Sec-Fetch-Site', 'same-origin']], false],
    ['a browser, from another site', [['Sec-Fetch-Site', 'cross-site']], true],
    ['a browser, from another port', [['Sec-Fetch-Site', 'same-site']], true],
    ['an older browser, from the page itself, which sends no referrer', [['Origin', 'null']], false],
    ['an older browser, from the page itself', [['Origin', 'http://127.0.0.1:4747']], false],
    ['an older browser, from another site', [['Origin', 'https://evil.example']], true],
    ['an invalid origin', [['Origin', 'evil']], true],
  ] as const)('a form from %s', (_, headers, elsewhere) => {
    expect(isFromElsewhere(new HeaderList([host, ...headers]))).toBe(elsewhere);
  });
});
