import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { filesUnder } from './files-under.js';

/** A turn of phrase that `design/language.md` rules out, and what to write instead. */
export interface Turn {
  readonly pattern: RegExp;
  readonly instead: string;
  /** In what users see only: a comment may speak of a box on a page, or of a judge. */
  readonly onlySeen?: true;
}

export const turns: readonly Turn[] = [
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
export interface Text {
  readonly place: string;
  readonly text: string;
}

/** The string literals of the files below a folder that hold a sentence or a part of one, with file and line. */
export function literalsUnder(folder: string): readonly Text[] {
  return filesUnder(folder, /\.ts$/).flatMap((path) => literalsOf(path, readFileSync(path, 'utf8')));
}

/** Also the fixed parts of a template literal, each by itself. */
export function literalsOf(path: string, source: string): readonly Text[] {
  const found: Text[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, start } = node as { type?: string; value?: unknown; start?: number };
    const text = type === 'TemplateElement' ? (value as { cooked: string }).cooked : value;
    if ((type === 'Literal' || type === 'TemplateElement') && typeof text === 'string' && /\S \S/.test(text)) {
      const line = source.slice(0, start).split('\n').length;
      found.push({ place: `${path}:${line}`, text });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return found;
}

/** The comments of the files below a folder, docstrings included, each as one line. */
export const commentsUnder = (folder: string): readonly Text[] =>
  filesUnder(folder).flatMap((path) => commentsOf(path, readFileSync(path, 'utf8')));

export function commentsOf(path: string, source: string): readonly Text[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(({ 0: text, index }) => ({
    place: `${path}:${source.slice(0, index).split('\n').length}`,
    text: text.replaceAll(/\s*\n\s*(?:\* ?)?/g, ' '),
  }));
}

/** What is wrong with some texts, a line each: with file, line and what to write. */
export function quaintIn(
  texts: readonly Text[],
  allowed: readonly string[],
  among: readonly Turn[] = turns,
): readonly string[] {
  return texts.flatMap(({ place, text }) =>
    among.flatMap(({ pattern, instead }) => {
      const turn = pattern.exec(text)?.[0];
      if (turn === undefined || allowed.some((phrase) => text.includes(phrase))) return [];
      return [`${place}: "${turn.trim()}" in "${text.slice(0, 100)}" (write: ${instead})`];
    }),
  );
}
