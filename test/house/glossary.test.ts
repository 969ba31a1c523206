import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allOf, readTree } from '../../src/cli/docs-gen/node.js';
import { commentsOf, commentsUnder, literalsOf, literalsUnder, quaintIn, turns } from '../support/quaint-words.js';
import { filesUnder } from '../support/files-under.js';
import { testsIn } from '../support/test-titles.js';
import { wholeTree } from '../support/tree.js';

const root = readTree(await wholeTree());

/** Phrases in which a listed turn is right. */
const allowed: readonly string[] = ['class="boxes"', 'class="box ', '[event.signed-anew]'];

const named = String.raw`[A-Z][a-z]\w+(?: \([^)]*\))?`;
const thrown = new RegExp(String.raw`\b[Tt]hrows (?:an? )?(${named}(?:(?:,| or|, or| and) ${named})*)`, 'g');
/** The errors that a comment names: `Throws A, B (6) or C.` */
const thrownIn = (comment: string): readonly string[] =>
  [...comment.matchAll(thrown)].flatMap(
    ([, names = '']) => names.replaceAll(/\([^)]*\)/g, '').match(/\b[A-Z]\w+/g) ?? [],
  );

describe('the words of the program', () => {
  it('say it plainly, in every string of src', () => {
    const found = quaintIn(literalsUnder('src'), allowed);
    expect(found).toEqual([]);
  });

  it('say it plainly in every comment, and in the titles of tests', () => {
    const everywhere = turns.filter(({ onlySeen }) => onlySeen !== true);
    const titles = filesUnder('test', /\.test\.ts$/).flatMap((path) =>
      testsIn(readFileSync(path, 'utf8')).map(({ title }) => ({ place: path, text: title })),
    );
    const comments = [...commentsUnder('src'), ...commentsUnder('test')];
    expect(quaintIn([...comments, ...titles], allowed, everywhere)).toEqual([]);
  });

  it('name the errors that there are, in every docstring', () => {
    const builtIn = ['Error', 'RangeError', 'TypeError', 'SyntaxError', 'AggregateError'];
    const declared = filesUnder('src').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:class|type|interface) ([A-Z]\w+)/g)].map(([, name]) => name),
    );
    const known = new Set([...builtIn, ...declared]);
    const missing = commentsUnder('src').flatMap(({ place, text }) =>
      thrownIn(text)
        .filter((name) => !known.has(name))
        .map((name) => `${place}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are short in summaries: at most 60 characters, beginning with a capital, no full stop', () => {
    const wrong = allOf(root).filter(({ summary }) => !/^[A-Z].{1,59}$/.test(summary) || summary.endsWith('.'));
    expect(wrong.map(({ path, summary }) => `${path}: ${summary}`)).toEqual([]);
  });
});

describe('the rule itself', () => {
  it('finds each turn, and the parts of a template', () => {
    const source = 'const a = `x ${b} is no uuid`;\nthrow new Error("There is no such file");\n';
    expect(quaintIn(literalsOf('a.ts', source), [])).toEqual([
      expect.stringContaining('a.ts:1: "is no"'),
      expect.stringContaining('a.ts:2: "There is no such"'),
    ]);
    expect(quaintIn(literalsOf('a.ts', source), ['is no uuid', 'no such file'])).toEqual([]);
    expect(new Set(turns.map(({ pattern }) => pattern.source)).size).toBe(turns.length);
  });

  it('finds a turn in a comment that is broken over lines, and the errors that it names', () => {
    const turn = ['an', 'ew'].join('');
    const source = [
      '/**',
      ' * It is made',
      ` * ${turn}. Throws Refusal, Stopped (6) or Gone.`,
      ' */',
      `/${'/'} ${turn}`,
    ];
    const found = commentsOf('a.ts', source.join('\n'));
    expect(quaintIn(found, [])).toEqual(
      ['a.ts:1', 'a.ts:5'].map((place) => expect.stringContaining(`${place}: "${turn}"`)),
    );
    expect(thrownIn(found[0]?.text ?? '')).toEqual(['Refusal', 'Stopped', 'Gone']);
  });

  it('leaves the right use of a word alone', () => {
    const right = ['There is no API key.', 'It is no longer used.', 'Check the mailbox again.'];
    expect(
      quaintIn(
        right.map((text) => ({ place: 'a', text })),
        [],
      ),
    ).toEqual([]);
  });
});
