import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

const sources = filesUnder('src', /\.ts$/);
const sourcesWith = (pattern: RegExp): readonly string[] =>
  sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));

describe('what `esign help security` says, and only the source can show', () => {
  it('signatures are compared in constant time, in one place', () => {
    const signature = readFileSync('src/domain/webhook/signature.ts', 'utf8');
    expect(signature).toMatch(/function matches\([^)]*\): boolean \{\s*return timingSafeEqual\(/);
    expect(sourcesWith(/createHmac\(/).filter((path) => path.startsWith('src/domain/webhook/'))).toEqual([
      'src/domain/webhook/signature.ts',
    ]);
  });

  it('connections are opened by src/core/http, and by the pages of a browser', () => {
    const opens =
      /from 'node:(?:http|https|http2|tls|dgram)'|from 'undici'|import\('undici'\)|\b(?:globalThis|window)\.fetch\(/;
    const doors = sourcesWith(opens).filter((path) => !path.startsWith('src/core/http/'));
    // It reads a table of names.
    expect(doors).toEqual(['src/emulator/control/request-text.ts']);
  });

  it('no address of anybody is built in', () => {
    const named = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/['"`]https?:\/\/([\w.-]+\.[a-z]{2,})/g)].map(([, host = '']) => host),
    );
    const known = /(^|\.)(example\.(com|test)|invalid|localhost)$/;
    // Names of formats, and one address that a person is told to visit.
    const names = [
      'json-schema.org',
      'openoffice.org',
      'purl.oclc.org',
      'schemas.openxmlformats.org',
      'tailscale.com',
      'www.w3.org',
    ];
    expect([...new Set(named)].filter((host) => !known.test(host) && !names.includes(host))).toEqual([]);
  });
});
