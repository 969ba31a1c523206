import { describe, expect, it } from 'vitest';
import { allOf, readTree } from '../../src/docs-gen/node.js';
import { literalsOf, literalsUnder, quaintIn, turns } from '../support/quaint-words.js';
import { wholeTree } from '../support/tree.js';

const root = readTree(await wholeTree());

/** Phrases in which a listed turn is right. */
const allowed: readonly string[] = ['class="boxes"', 'class="box '];

/** How many texts of a room or folder may still have such a turn. The numbers only go down; all others have none. */
const left: readonly (readonly [room: string, most: number])[] = [
  ['bulk/', 3],
  ['commands/authorisation/', 1],
  ['commands/profile/', 1],
  ['commands/values/', 2],
  ['document/', 26],
  ['envelope/', 6],
  ['names-file/', 6],
  ['rules/', 2],
  ['template/', 4],
  ['wizard/', 4],
];

describe('the words of the program', () => {
  it('say it plainly, in every string of src', () => {
    const found = quaintIn(literalsUnder('src'), allowed);
    const inRoom = (room: string): readonly string[] => found.filter((line) => line.startsWith(`src/${room}`));
    const clean = found.filter((line) => !left.some(([room]) => line.startsWith(`src/${room}`)));
    const over = left.filter(([room, most]) => inRoom(room).length > most).flatMap(([room]) => inRoom(room));
    expect([...clean, ...over]).toEqual([]);
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
