import { escapeHiddenPoints, visibleJson } from '../../core/platform/visible-text.js';

/** How a language writes values. */
export interface Language {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
}

/** A JSON string is also one of JavaScript. */
const quoted = (text: string): string => visibleJson(text);

const quotedInPython = (text: string): string => escapeHiddenPoints(JSON.stringify(text));

const isPlain = (text: string): boolean => !text.includes("'") && quoted(text) === `"${text}"`;

export const javascript: Language = {
  name: (name) => (/^[a-z_]\w*$/i.test(name) ? name : javascript.text(name)),
  text: (text) => (isPlain(text) ? `'${text}'` : quoted(text)),
  words: { true: 'true', false: 'false', null: 'null' },
};

export const python: Language = {
  name: quotedInPython,
  text: quotedInPython,
  words: { true: 'True', false: 'False', null: 'None' },
};

/** Code that stands for a value. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const columns = 120;

/** JSON as a literal, on one line where it fits; `indent` is the column of its first line. */
export function literal(language: Language, value: unknown, indent = 0): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return language.text(value);
  if (value === null || value === true || value === false) return language.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const inner = indent + (language === python ? 4 : 2);
  const isList = Array.isArray(value);
  const parts = isList
    ? (value as readonly unknown[]).map((item) => literal(language, item, inner))
    : Object.entries(value as object).map(
        ([name, item]) => `${language.name(name)}: ${literal(language, item, inner)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList || language === python ? '' : ' ';
  const line = parts.length === 0 ? `${open}${close}` : `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent <= columns && !line.includes('\n')) return line;
  const broken = parts.map((part) => `${' '.repeat(inner)}${part},\n`).join('');
  return `${open}\n${broken}${' '.repeat(indent)}${close}`;
}
