/** Parses JSON without losing its formatting: numbers and strings keep their exact characters. */
export type JsonNode =
  | { readonly kind: 'scalar'; readonly raw: string }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

interface JsonMember {
  /** The name as written, with its quotes. */
  readonly name: string;
  readonly value: JsonNode;
}

/** The layout of JSON and its string encoding. */
export interface JsonStyle {
  /** The indentation of one level; undefined for a single line. */
  readonly indent: string | undefined;
  readonly comma: string;
  readonly colon: string;
  /** Rewrites a string from its original form, including the quotes. */
  readonly text: (raw: string) => string;
  /** Rewrites a number (default: as written). */
  readonly number?: (raw: string) => string;
}

const deepest = 64;
const token = /[\t\n\r ]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*"|[-+\d.eEtrufalsn]+))/y;

/** Parses a text; undefined when it is not JSON, or nested deeper than any delivery. */
export function readLossless(text: string): JsonNode | undefined {
  try {
    JSON.parse(text);
  } catch {
    // Not JSON.
    return undefined;
  }
  // The text is valid JSON, so the following only splits it.
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) tokens.push(match[1] ?? match[2] ?? '');
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const value = (depth: number): JsonNode => {
    if (depth > deepest) throw new RangeError('too deep');
    const first = next();
    if (first === '{') return { kind: 'object', members: until('}', () => member(depth)) };
    if (first === '[') return { kind: 'list', items: until(']', () => value(depth + 1)) };
    return { kind: 'scalar', raw: first };
  };
  const member = (depth: number): JsonMember => {
    const name = next();
    at += 1;
    return { name, value: value(depth + 1) };
  };
  const until = <T>(end: string, read: () => T): T[] => {
    const found: T[] = [];
    while (tokens[at] !== end) {
      found.push(read());
      if (tokens[at] === ',') at += 1;
    }
    at += 1;
    return found;
  };
  try {
    return value(0);
  } catch (failure) {
    if (failure instanceof RangeError) return undefined;
    throw failure;
  }
}

/** Writes a node in a style; true, false and null stay as written. */
export function writeLossless(node: JsonNode, style: JsonStyle, level = 0): string {
  const { indent, comma, colon, text } = style;
  switch (node.kind) {
    case 'scalar':
      if (node.raw.startsWith('"')) return text(node.raw);
      return style.number !== undefined && /^[-\d]/.test(node.raw) ? style.number(node.raw) : node.raw;
    case 'list':
    case 'object': {
      const parts =
        node.kind === 'list'
          ? node.items.map((item) => writeLossless(item, style, level + 1))
          : node.members.map(({ name, value }) => `${text(name)}${colon}${writeLossless(value, style, level + 1)}`);
      const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}'];
      if (parts.length === 0 || indent === undefined) return `${open}${parts.join(comma)}${close}`;
      const line = `\n${indent.repeat(level + 1)}`;
      return `${open}${line}${parts.join(`,${line}`)}\n${indent.repeat(level)}${close}`;
    }
  }
}
