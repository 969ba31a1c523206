import { Composer, type CST, Document, LineCounter, type Node, Parser, YAMLParseError } from 'yaml';
import { maxDepth } from './json.js';
import { Misplaced, type Place } from './misplaced.js';

/** One YAML or JSON document, with the places of its nodes. */
export interface PlacedDocument {
  readonly document: Document.Parsed;
  /** What the parser says, without a full stop. */
  readonly errors: readonly Misplaced[];
  /** Where a node begins; where the file begins for a missing one. */
  placeOf(node: unknown): Place;
  /** A mistake at a node, in words that begin with a small letter. */
  at(node: unknown, message: string): Misplaced;
}

export function parsePlaced(text: string): PlacedDocument {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const mistake = ({ line, column }: Place, message: string): Misplaced => new Misplaced(line, column, message);
  const placeOf = (node: unknown): Place => place((node as Node | null)?.range?.[0] ?? 0);
  return {
    document,
    errors: document.errors.map(({ pos, message }) => mistake(place(pos[0]), message.replace(/\.$/, ''))),
    placeOf,
    at: (node, message) => mistake(placeOf(node), message),
  };
}

/** An error of the parser in words that begin with a small letter. */
export const lowered = ({ line, column, message }: Misplaced): Misplaced =>
  new Misplaced(line, column, message.charAt(0).toLowerCase() + message.slice(1));

/**
 * One YAML or JSON document, with its errors in `errors`. Nesting deeper than 64 levels is rejected: parsers recurse
 * for each level, and a small file of brackets would overflow their stack.
 */
export function parseYaml(text: string, lines: LineCounter): Document.Parsed {
  const parser = new Parser(lines.addNewLine);
  const tokens = [...parser.parse(text)];
  const tooDeep = offsetBelow(tokens, maxDepth);
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: true };
  if (tooDeep !== null) return broken(tooDeep, `this is nested deeper than ${maxDepth} levels`);
  const documents = [...new Composer(options).compose(tokens, true, text.length)];
  const [document, second] = documents;
  if (document === undefined) return broken(0, 'the file is empty');
  if (second !== undefined) {
    const at = second.range[0];
    document.errors.push(new YAMLParseError([at, at + 1], 'MULTIPLE_DOCS', 'the file contains more than one document'));
  }
  return document;
}

/** The offset at which the tokens are nested deeper than `levels`; null if they are not. Does not recurse. */
function offsetBelow(tokens: readonly CST.Token[], levels: number): number | null {
  const waiting: { readonly token: CST.Token; readonly level: number }[] = tokens.map((token) => ({ token, level: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, level } = next;
    if (token.type === 'document') {
      if (token.value !== undefined) waiting.push({ token: token.value, level });
      continue;
    }
    if (!('items' in token)) continue;
    if (level >= levels) return token.offset;
    for (const { key, value } of token.items as readonly CST.CollectionItem[]) {
      if (key !== undefined && key !== null) waiting.push({ token: key, level: level + 1 });
      if (value !== undefined) waiting.push({ token: value, level: level + 1 });
    }
  }
  return null;
}

function broken(at: number, message: string): Document.Parsed {
  const document = new Document() as Document.Parsed;
  document.errors.push(new YAMLParseError([at, at + 1], 'BAD_COLLECTION_TYPE', message));
  return document;
}
