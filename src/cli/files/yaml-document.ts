import { Composer, type CST, Document, type LineCounter, Parser, YAMLParseError } from 'yaml';
import { maxDepth } from '../../core/platform/json.js';

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
