import { UsageFailure } from '../failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';

export interface KeyValueShape {
  /** The flag as typed, for messages. */
  readonly flag: string;
  /** The valid names. A dash counts as an underscore. */
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Names that can be given without a value, which means `true`. */
  readonly alone?: readonly string[];
  readonly example: string;
}

/**
 * Parses `name=value,name=value`. Write a comma inside a value as `\,`, or quote the value (`name="Mokoena, Thandi"`).
 * Throws UsageFailure that names the invalid part.
 */
export function parseKeyValueList(text: string, shape: KeyValueShape): ReadonlyMap<string, string> {
  const refuse = (why: string): never => {
    throw new UsageFailure(`${shape.flag}: ${why}${/[.?]$/.test(why) ? '' : '.'}`, {
      code: 'invalid_value',
      hint: `Example: ${shape.flag} '${shape.example}'`,
    });
  };
  const pairs = new Map<string, string>();
  for (const part of split(text, refuse)) {
    const alone = part.value === null && (shape.alone ?? []).includes(canonical(part.name));
    const name = canonical(part.name);
    if (!shape.names.includes(name)) {
      const close = nearest(name, shape.names);
      refuse(`unknown name "${part.name}"${close === null ? '' : `. Did you mean "${close}"?`}`);
    }
    if (part.value === null && !alone) refuse(`\`${part.name}\` has no value`);
    if (pairs.has(name)) refuse(`duplicate \`${name}\``);
    pairs.set(name, part.value ?? 'true');
  }
  const missing = shape.required.filter((name) => (pairs.get(name) ?? '').trim() === '');
  if (missing.length > 0) refuse(`missing ${missing.map((name) => `\`${name}\``).join(' and ')}`);
  return pairs;
}

interface Part {
  readonly name: string;
  readonly value: string | null;
}

const canonical = (name: string): string => name.trim().replaceAll('-', '_');

function split(text: string, refuse: (why: string) => never): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const name = /^[^=,]*/.exec(text.slice(at))?.[0] ?? '';
    at += name.length;
    if (text[at] !== '=') {
      if (name.trim() === '') refuse('a name is missing before a comma');
      parts.push({ name: name.trim(), value: null });
      at += 1;
      continue;
    }
    const read = text[at + 1] === '"' ? quoted(text, at + 2, refuse) : bare(text, at + 1);
    parts.push({ name: name.trim(), value: read.value });
    at = read.end + 1;
  }
  return parts;
}

/** Up to the next comma; `\,` and `\\` are a comma and a backslash. */
function bare(text: string, from: number): { value: string; end: number } {
  const { value, end } = readTo(',', text, from);
  return { value: value.trim(), end };
}

/** Up to the closing quote; `\"` and `\\` stand for themselves. */
function quoted(text: string, from: number, refuse: (why: string) => never): { value: string; end: number } {
  const { value, end } = readTo('"', text, from);
  if (end >= text.length) refuse('a closing double quote is missing');
  if (end + 1 < text.length && text[end + 1] !== ',') refuse('a comma is missing after a closing quote');
  return { value, end: end + 1 };
}

function readTo(mark: string, text: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from;
  while (at < text.length && text[at] !== mark) {
    if (text[at] === '\\' && (text[at + 1] === mark || text[at + 1] === '\\')) at += 1;
    value += text[at];
    at += 1;
  }
  return { value, end: at };
}
