import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'rolldown/parseAst';
import { allOf, readTree } from '../../src/cli/docs-gen/node.js';
import { filesUnder } from '../support/project/files-under.js';
import { testsIn } from '../support/project/test-titles.js';
import { wholeTree } from '../support/program/tree.js';

/** A turn of phrase that `design/language.md` rules out, and what to write instead. */
interface Turn {
  readonly pattern: RegExp;
  readonly instead: string;
  /** In what users see only: a comment may speak of a box on a page, or of a judge. */
  readonly onlySeen?: true;
}

const turns: readonly Turn[] = [
  { pattern: /(?<!there )\b(?:is|are|was) no (?!longer\b|more than\b)/i, instead: 'is not a valid …, or Invalid …' },
  { pattern: /(?<!there )\b(?:is|are) none\b/i, instead: 'is invalid' },
  { pattern: /\bthere is no such\b/i, instead: 'not found' },
  { pattern: /\bunless told\b/i, instead: 'default:' },
  { pattern: /\banew\b/i, instead: 'again, new' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\bgoes on where\b/i, instead: 'continues' },
  { pattern: /\btells? whether\b/i, instead: 'shows whether', onlySeen: true },
  { pattern: /\bwhoever\b/i, instead: 'anyone who' },
  { pattern: /\bfor ever\b/i, instead: 'permanently, without end' },
  { pattern: /\b(?:is|are|was) looked at\b/i, instead: 'is read, is checked' },
  { pattern: /\bbeforehand\b/i, instead: 'before, in advance' },
  { pattern: /\bwhereof\b/i, instead: 'of which' },
  { pattern: /\b(?:is|are) there (?:already|twice)\b/i, instead: 'already exists, duplicate' },
  { pattern: /\bexists already\b/i, instead: 'already exists' },
  { pattern: /\b(?:boxes|a box|the box|each box|no box|this box)\b/i, instead: 'field', onlySeen: true },
  { pattern: /\bchances?\b/i, instead: 'probability', onlySeen: true },
  {
    pattern: /\b(?:key|key’s|key's) (?:minute|pace)\b|\bkeeps? to the\b.*\bpace\b/i,
    instead: 'rate limit',
    onlySeen: true,
  },
  { pattern: /\b(?:is|are) judged\b|\bjudges?\b/i, instead: 'validate, check', onlySeen: true },
  { pattern: /\bnothing is heard\b|\bwhat comes\b|\bso many\b/i, instead: 'name the thing', onlySeen: true },
  { pattern: /\bits end is\b|\bthe end of a (?:write|request)\b/i, instead: 'outcome', onlySeen: true },
  { pattern: /\bnobody (?:knows|can tell)\b/i, instead: 'unknown' },
  { pattern: /\b(?:is|are|was|were) told\b/i, instead: 'is shown, is reported', onlySeen: true },
];

/** A text of the program, and where it is. */
interface Text {
  readonly place: string;
  readonly text: string;
}

/** The line is counted only for what is wrong: to count it for each of the texts takes seconds. */
const textAt = (path: string, source: string, start: number | undefined, text: string): Text => ({
  text,
  get place() {
    return `${path}:${source.slice(0, start).split('\n').length}`;
  },
});

/** The string literals of the files below a folder that hold a sentence or a part of one, with file and line. */
function literalsUnder(folder: string): readonly Text[] {
  return filesUnder(folder, /\.ts$/).flatMap((path) => literalsOf(path, readFileSync(path, 'utf8')));
}

/** Also the fixed parts of a template literal, each by itself. */
function literalsOf(path: string, source: string): readonly Text[] {
  const found: Text[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, start } = node as { type?: string; value?: unknown; start?: number };
    const text = type === 'TemplateElement' ? (value as { cooked: string }).cooked : value;
    if ((type === 'Literal' || type === 'TemplateElement') && typeof text === 'string' && /\S \S/.test(text)) {
      found.push(textAt(path, source, start, text));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return found;
}

/** The comments of the files below a folder, docstrings included, each as one line. */
const commentsUnder = (folder: string): readonly Text[] =>
  filesUnder(folder).flatMap((path) => commentsOf(path, readFileSync(path, 'utf8')));

function commentsOf(path: string, source: string): readonly Text[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(({ 0: text, index }) =>
    textAt(path, source, index, text.replaceAll(/\s*\n\s*(?:\* ?)?/g, ' ')),
  );
}

/** What is wrong with some texts, a line each: with file, line and what to write. */
function quaintIn(
  texts: readonly Text[],
  allowed: readonly string[],
  among: readonly Turn[] = turns,
): readonly string[] {
  return texts.flatMap((each) =>
    among.flatMap(({ pattern, instead }) => {
      const { text } = each;
      const turn = pattern.exec(text)?.[0];
      if (turn === undefined || allowed.some((phrase) => text.includes(phrase))) return [];
      return [`${each.place}: "${turn.trim()}" in "${text.slice(0, 100)}" (write: ${instead})`];
    }),
  );
}

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
    const missing = commentsUnder('src').flatMap((comment) =>
      thrownIn(comment.text)
        .filter((name) => !known.has(name))
        .map((name) => `${comment.place}: ${name}`),
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
