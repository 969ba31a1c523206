import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { securityTopic } from '../../src/cli/docs-gen/security-topic.js';
import { proofs } from '../support/security-proofs.js';

/** The sentences of `esign help security`; what it lists counts as one each. */
const prose = [...securityTopic.description, ...securityTopic.parts.flatMap(({ paragraphs = [] }) => paragraphs)];
const sentences = prose.flatMap((paragraph) => paragraph.split(/(?<=[.:]) (?=[A-Z`])/));
const files = securityTopic.parts
  .filter(({ heading }) => heading === 'FILES')
  .flatMap(({ items = [] }) => items.map(([term, about]) => `${term}: ${about}`));
const all = [...sentences, ...files];

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const sourcesWith = (pattern: RegExp): readonly string[] =>
  sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).toSorted();

describe('each sentence of `esign help security`', () => {
  it('has a proof, and no proof is of a sentence that is gone', () => {
    const proven = proofs.map(([begins]) => begins);
    expect(all.filter((sentence) => proven.filter((begins) => sentence.startsWith(begins)).length !== 1)).toEqual([]);
    expect(proven.filter((begins) => !all.some((sentence) => sentence.startsWith(begins)))).toEqual([]);
  });

  it.each(proofs.filter(([, , path]) => path !== 'no claim'))('%s … %s', (begins, ends, path, name) => {
    expect(all.find((sentence) => sentence.startsWith(begins))).toMatch(
      new RegExp(`${ends.replace(/[.()]/g, '\\$&')}$`),
    );
    expect([path, existsSync(path)]).toEqual([path, true]);
    expect(readFileSync(path, 'utf8')).toContain(name);
  });

  it('none of it is proven by a test that is not run', () => {
    for (const [, , path] of proofs) if (path !== 'no claim') expect(path).toMatch(/^test\/.*\.test\.ts$/);
  });
});

describe('what only the source can show', () => {
  it('signatures are compared in constant time, in one place', () => {
    const signature = readFileSync('src/domain/webhook/signature.ts', 'utf8');
    expect(signature).toMatch(/function matches\([^)]*\): boolean \{\s*return timingSafeEqual\(/);
    // The other one explains a failure, after the verdict.
    const makers = ['src/domain/webhook/mismatch.ts', 'src/domain/webhook/signature.ts'];
    expect(sourcesWith(/createHmac\(/).filter((path) => path.startsWith('src/domain/webhook/'))).toEqual(makers);
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
