import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
const textsUnder = (folder: string): readonly { readonly path: string; readonly text: string }[] =>
  filesUnder(folder)
    .filter((path) => !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const source = textsUnder('src');
const tests = textsUnder('test');
const all = [...source, ...tests];
/** Written apart, so that this file does not find itself. */
const marks = new RegExp(`\\b(${['TO-DO', 'FIX-ME', 'X-X-X', 'HA-CK'].join('|').replaceAll('-', '')})\\b`);
const where = (
  found: readonly { readonly path: string; readonly text: string }[],
  wrong: (text: string) => boolean,
): readonly string[] => found.filter(({ text }) => wrong(text)).map(({ path }) => path);

describe('every source file', () => {
  it('is found', () => expect(source.length).toBeGreaterThan(50));

  it('has at most 400 lines, and so has every test', () => {
    expect(where(all, (text) => text.split('\n').length > 401)).toEqual([]);
  });

  it('has named exports only', () => {
    expect(where(source, (text) => /^export default\b/m.test(text) || /\bas default\b/.test(text))).toEqual([]);
  });

  it('is not a barrel: it passes nothing on that it does not define', () => {
    expect(where(source, (text) => /^export \* from/m.test(text))).toEqual([]);
  });

  it('writes nothing to the console', () => {
    expect(where(source, (text) => /\bconsole\./.test(text))).toEqual([]);
  });

  it('has no any and no suppressed check', () => {
    expect(
      where(
        source,
        (text) =>
          /(:\s*any\b|<any>|\bas any\b)/.test(withoutComments(text)) || /@ts-(ignore|expect-error|nocheck)/.test(text),
      ),
    ).toEqual([]);
  });

  it('leaves folders above folders to disk.ts: Node tries without end to make some', () => {
    expect(where(source, (text) => /\bmkdir(Sync)?\([^;]*\brecursive: true/.test(text))).toEqual([]);
  });

  it('lies in no folder that says nothing', () => {
    const vague = /(^|\/)(utils?|helpers?|common|managers?|data|misc)(\.ts|\/)/;
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  it('ends relative imports with .js, or with .json of data', () => {
    expect(
      where(all, (text) => /from '\.{1,2}\/[^']*(?<!\.js|\/(?:recorded-examples|statements)\.json)'/.test(text)),
    ).toEqual([]);
  });

  it('is finished: no mark of work left over', () => {
    expect(where(all, (text) => marks.test(text))).toEqual([]);
  });
});

describe('every test', () => {
  it('runs: none is skipped outright or alone', () => {
    const idle = /\b(it|test|describe)\.(only|skip|todo)\b(?!If)/;
    expect(where(tests, (text) => idle.test(text))).toEqual([]);
  });
});
