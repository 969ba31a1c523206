import { describe, expect, it } from 'vitest';
import { allOf, readTree } from '../../src/cli/docs-gen/node.js';
import { literalsOf, literalsUnder, quaintIn, turns } from '../support/quaint-words.js';
import { wholeTree } from '../support/tree.js';

const root = readTree(await wholeTree());

/** Phrases in which a listed turn is right. */
const allowed: readonly string[] = ['class="boxes"', 'class="box '];

describe('the words of the program', () => {
  it('say it plainly, in every string of src', () => {
    const found = quaintIn(literalsUnder('src'), allowed);
    expect(found).toEqual([]);
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
