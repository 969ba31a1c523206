import { expect, it } from 'vitest';
import { isFromElsewhere } from '../../../src/emulator/signing/same-origin.js';
import { HeaderList } from '../../../src/core/http/headers.js';

const host = ['Host', '127.0.0.1:4747'] as const;

it.each([
  ['a program, which sends neither header', [], false],
  ['a browser, from the page itself', [['Sec-Fetch-Site', 'same-origin']], false],
  ['a browser, from another site', [['Sec-Fetch-Site', 'cross-site']], true],
  ['a browser, from another port', [['Sec-Fetch-Site', 'same-site']], true],
  ['an older browser, from the page itself, which sends no referrer', [['Origin', 'null']], false],
  ['an older browser, from the page itself', [['Origin', 'http://127.0.0.1:4747']], false],
  ['an older browser, from another site', [['Origin', 'https://evil.example']], true],
  ['an origin that is none', [['Origin', 'evil']], true],
] as const)('a form from %s', (_, headers, elsewhere) => {
  expect(isFromElsewhere(new HeaderList([host, ...headers]))).toBe(elsewhere);
});
