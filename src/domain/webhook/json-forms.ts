import { type JsonNode, type JsonStyle, writeLossless } from './lossless-json.js';

/** The forms in which JSON is written: what a body may have been, or may have become, on its way. */
export interface Form<T> {
  readonly value: T;
  /** Empty for the default, which is not worth mentioning. */
  readonly words: string;
}

type Layout = Form<Omit<JsonStyle, 'text'>>;
type Text = Form<JsonStyle['text']>;

const compact: Layout = { value: { indent: undefined, comma: ',', colon: ':' }, words: 'without spaces' };
const spaced: Layout = {
  value: { indent: undefined, comma: ', ', colon: ': ' },
  words: 'with a space after each comma and colon',
};
const byTwo: Layout = { value: { indent: '  ', comma: ',', colon: ': ' }, words: 'indented by two spaces' };
const byFour: Layout = { value: { indent: '    ', comma: ',', colon: ': ' }, words: 'indented by four spaces' };
const byTab: Layout = { value: { indent: '\t', comma: ',', colon: ': ' }, words: 'indented by tabs' };

export const layouts: readonly Layout[] = [compact, spaced, byTwo, byFour, byTab];

const unescaped = (raw: string): string => JSON.stringify(JSON.parse(raw));
const escaped = (text: string, which: RegExp): string =>
  text.replace(which, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inAscii = (raw: string): string => escaped(unescaped(raw), /[\u007f-\uffff]/g);

const kept: Text = { value: (raw) => raw, words: '' };
const plain: Text = { value: unescaped, words: 'with literal characters instead of escapes' };
const ascii: Text = { value: inAscii, words: 'with non-ASCII characters escaped' };
const slashes: Text = { value: (raw) => unescaped(raw).replaceAll('/', '\\/'), words: 'with slashes escaped' };
const asciiSlashes: Text = {
  value: (raw) => inAscii(raw).replaceAll('/', '\\/'),
  words: 'with slashes and non-ASCII characters escaped',
};
const html: Text = {
  value: (raw) => escaped(unescaped(raw), /[<>&\u2028\u2029]/g),
  words: 'with <, > and & escaped',
};
const gson = (raw: string): string => escaped(unescaped(raw), /[<>&='\u2028\u2029]/g);

/** How strings are written, likeliest first; without the forms that make no difference for this JSON. */
export const textsOf = (source: string): readonly Text[] =>
  /[\\\u007f-\uffff]/.test(source) ? [kept, plain, ascii, slashes, asciiSlashes, html] : [kept, slashes, html];

/** With the members of every object sorted by name. */
export function sorted(node: JsonNode): JsonNode {
  if (node.kind === 'scalar') return node;
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(sorted) };
  const members = node.members.map(({ name, value }) => ({ name, value: sorted(value) }));
  return { kind: 'object', members: members.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
}

/** What the library of a language makes of JSON that it has parsed; `words` follow "as". */
export interface JsonWriter {
  readonly words: string;
  readonly write: (node: JsonNode) => string;
}

const writer = (words: string, { value }: Layout, text: JsonStyle['text'], isSorted = false): JsonWriter => ({
  words,
  write: (node) =>
    writeLossless(isSorted ? sorted(node) : node, { ...value, text, number: (raw) => String(Number(raw)) }),
});

/** The usual ones, likeliest first. */
export const jsonWriters: readonly JsonWriter[] = [
  writer('JavaScript writes it', compact, plain.value),
  writer('Python writes it', spaced, ascii.value),
  writer('Python writes it without ASCII escapes', spaced, plain.value),
  writer('PHP writes it', compact, asciiSlashes.value),
  writer('PHP writes it without Unicode escapes', compact, slashes.value),
  writer('Go or Rails writes it', compact, html.value),
  writer('JSON with sorted keys is written', compact, plain.value, true),
  writer('JSON with sorted keys and ASCII escapes is written', compact, ascii.value, true),
  writer('Go writes a map', compact, html.value, true),
  writer('Python writes it with sorted keys', spaced, ascii.value, true),
  writer('Gson writes it', compact, gson),
  writer('JSON is written with an indent of two', byTwo, plain.value),
  writer('Python writes it with an indent of two', byTwo, ascii.value),
  writer('JSON is written with an indent of four', byFour, plain.value),
  writer('Python writes it with an indent of four', byFour, ascii.value),
  writer('PHP writes it with JSON_PRETTY_PRINT', byFour, asciiSlashes.value),
];
