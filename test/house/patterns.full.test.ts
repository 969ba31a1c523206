import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { processorTime } from '../support/processor-time.js';

/** Every pattern of the source code, and whether hostile text makes one of them take more than linear time. */

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The literals of a folder, each once for a file. */
function patternsUnder(folder: string): readonly Pattern[] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return literalsIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })).map((each) => ({ file, ...each }));
  });
  return [...new Map(found.map((each) => [`${each.file} ${each.source} ${each.flags}`, each])).values()];
}

function literalsIn(node: unknown): readonly Omit<Pattern, 'file'>[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
  if (regex !== undefined && regex !== null) return [{ source: regex.pattern, flags: regex.flags }];
  return Object.values(node).flatMap(literalsIn);
}

/** Characters. */
const lengths = [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384] as const;
/** Milliseconds: what is faster for the longest text is linear, since its square is 270 million steps. */
const suspicious = 8;
const generic = [...' \t\na1A./-_([<{"\'\\:=,;*!%#@+~^$|\u0000', 'é', '://', 'a ', 'A ', '1 ', ' a', '. '];

/** The hostile text with which the time of a pattern grows faster than the length of the text; null: none. */
function attackOn({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  const pattern = new RegExp(source, `${flags.replace('g', '')}g`);
  const words = wordsOf(source);
  const pumps = [...new Set([...generic, ...words.flatMap((word) => [word, `${word} `])])];
  const heads = ['', ...words.slice(0, 3), ...(/[:=]/.test(source) ? ['a:', 'a='] : [])];
  // What matches to the end of the text has to fail there.
  const end = flags.includes('m') ? '\u0001' : '\n\u0001';
  for (const head of heads) {
    for (const pump of pumps) {
      const text = (size: number): string => head + pump.repeat(Math.ceil(size / pump.length)) + end;
      if (growsTooFast(pattern, text)) return `${JSON.stringify(head)} and many ${JSON.stringify(pump)}`;
    }
  }
  return null;
}

type TextOf = (length: number) => string;

/** From short texts to longer ones, since a pattern may take hours for a long one. */
function growsTooFast(pattern: RegExp, text: TextOf): boolean {
  const isSlow = (hostile: string): boolean => [1, 2, 3].every(() => clockTime(pattern, hostile) > suspicious);
  const slow = lengths.find((length) => isSlow(text(length)));
  return slow !== undefined && isQuadratic(pattern, text(slow), text(2 * slow));
}

/** Twice the text takes twice as long, or four times and more; a time too short to be suspicious proves neither. */
function isQuadratic(pattern: RegExp, short: string, long: string): boolean {
  const turns = Array.from({ length: 8 }, () => [timeOf(pattern, short), timeOf(pattern, long)] as const);
  const fastest = (which: 0 | 1): number => Math.min(...turns.map((turn) => turn[which]));
  return fastest(1) > 2 * suspicious && fastest(1) > 3 * fastest(0);
}

function clockTime(pattern: RegExp, text: string): number {
  const from = performance.now();
  text.replace(pattern, '');
  return performance.now() - from;
}

function timeOf(pattern: RegExp, text: string): number {
  const spent = processorTime();
  text.replace(pattern, '');
  return spent();
}

/** What stands literally in a pattern: the words between its operators. */
function wordsOf(source: string): readonly string[] {
  const plain = source
    .replaceAll(/\(\?(?:[:=!]|<[=!])/g, '\n')
    .replaceAll(/\\p\{[^}]*\}|\\[bBsSdDwWkpP]|\[[^\]]*\]|\{\d[\d,]*\}/g, '\n')
    .replaceAll(/\\(.)/g, '$1');
  const words = plain.split(/[\n()|?*+^$]+/).filter((word) => word !== '' && word.length <= 40);
  return [...new Set(words)].slice(0, 12);
}

/** Names, labels, answers and lines of other programs come from anybody, so no pattern may take the square of its text. */

const cut: Readonly<Record<string, string>> = {
  [String.raw`src/cli/flags/usage.ts /Allowed choices are (.*)\.$/`]: 'a message is cut to 8,000 characters first',
};

describe('the patterns of the source code', () => {
  it('are found, and a hostile text is found for one that is not linear', () => {
    expect(patternsUnder('src').length).toBeGreaterThan(1_000);
    for (const source of [String.raw`\/+$`, String.raw`ssh:\/\/[^@]*:[^@]*@`]) {
      expect([source, attackOn({ source, flags: 'u' })]).toEqual([source, expect.any(String)]);
    }
    for (const source of [String.raw`(?<!\/)\/+$`, String.raw`ssh:\/\/[^/@:]*:[^/@]*@`]) {
      expect([source, attackOn({ source, flags: 'u' })]).toEqual([source, null]);
    }
  });

  it('take no more than linear time for any hostile text', () => {
    const found = patternsUnder('src').flatMap(({ file, source, flags }) => {
      const name = `${file} /${source}/${flags}`;
      if (cut[name] !== undefined) return [];
      const attack = attackOn({ source, flags });
      return attack === null ? [] : [`${name} with ${attack}`];
    });
    expect(found).toEqual([]);
  });
});
