import { isMap, isScalar, isSeq, LineCounter, type Node, type YAMLMap } from 'yaml';
import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { formulaErrorWords, isFormulaError } from '../../core/platform/formula-error.js';
import { readTick } from '../../core/platform/read-tick.js';
import { splitAddress } from '../flags/value.js';
import { Misplaced, type Place, type PlacedValue, readEach, type ReadValues } from './values-file.js';
import { parseYaml } from './yaml-document.js';

/** Knows the positions of a document's nodes. */
interface Ruler {
  place(node: unknown): Place;
  mistake(node: unknown, message: string): Misplaced;
}

/** Values from YAML or JSON. Plain numbers and dates stay text as written. */
export function readYamlValues(text: string): ReadValues {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(({ pos, message }) => {
      const { line, col } = lines.linePos(pos[0]);
      return new Misplaced(line, col, lowerFirst(message.replace(/\.$/, '')));
    });
    return { values: [], mistakes };
  }
  const place = (node: unknown): Place => {
    const { line, col } = lines.linePos((node as Node | null)?.range?.[0] ?? 0);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const ruler: Ruler = {
    place,
    mistake: (node, message) => new Misplaced(place(node).line, place(node).column, message),
  };
  const root = document.contents;
  if (isSeq(root)) return readEach(root.items, (item) => [readItem(item, ruler)]);
  if (isMap(root)) return readTree(root, ruler);
  const message = 'the file contains neither a list nor a tree of values';
  return { values: [], mistakes: [ruler.mistake(root, message)] };
}

function readItem(item: unknown, ruler: Ruler): PlacedValue {
  const { place, mistake } = ruler;
  if (!isMap(item)) throw mistake(item, 'write each value as `{ subject, key, value }`');
  const found = new Map(item.items.map((pair) => [nameOf(pair.key, ruler), pair] as const));
  for (const [name, pair] of found) {
    if (!['subject', 'key', 'value', 'locked'].includes(name))
      throw mistake(pair.key, `unknown property \`${name}\` in a value`);
  }
  const key = found.get('key');
  const value = found.get('value');
  if (key === undefined || value === undefined) throw mistake(item, 'missing `key` or `value`');
  const subject = found.get('subject');
  const locked = found.get('locked');
  const said = locked === undefined ? false : readValue(locked.value, ruler);
  const lock = typeof said === 'string' ? readTick(said) : said;
  if (typeof lock !== 'boolean') throw mistake(locked?.value, '`locked` must be true or false');
  const whole = place(item);
  const at = (pair: { readonly value: unknown } | undefined): Place => (pair?.value ? place(pair.value) : whole);
  return {
    request: {
      subject: subject === undefined ? null : textOrNull(subject.value, ruler),
      key: textOrNull(key.value, ruler) ?? '',
      value: readValue(value.value, ruler),
      ...(lock ? { locked: true } : {}),
    },
    at: { subject: at(subject), key: at(key), value: at(value), locked: at(locked) },
  };
}

function readTree(tree: YAMLMap, ruler: Ruler): ReadValues {
  return readEach(tree.items, (pair, mistakes) => {
    const name = nameOf(pair.key, ruler);
    if (isMap(pair.value)) {
      const subject = { name: name === '' ? null : name, place: ruler.place(pair.key) };
      return readKeys(pair.value, subject, '', ruler, mistakes);
    }
    const parts = splitAddress(name);
    if (parts === null) {
      throw ruler.mistake(pair.key, `invalid address \`${name}\`; use subject.key`);
    }
    const subject = { name: parts.head === '' ? null : parts.head, place: ruler.place(pair.key) };
    return [written(subject, parts.rest, pair, ruler)];
  });
}

/** Deeper levels are further parts of the data key. */
function readKeys(
  map: YAMLMap,
  subject: WrittenSubject,
  prefix: string,
  ruler: Ruler,
  mistakes: Misplaced[],
): readonly PlacedValue[] {
  const read = readEach(map.items, (pair, deeper) => {
    const name = nameOf(pair.key, ruler);
    if (name === '') throw ruler.mistake(pair.key, 'a part of the data key is empty');
    const key = `${prefix}${name}`;
    if (isMap(pair.value)) return readKeys(pair.value, subject, `${key}.`, ruler, deeper);
    return [written(subject, key, pair, ruler)];
  });
  mistakes.push(...read.mistakes);
  return read.values;
}

interface WrittenSubject {
  readonly name: string | null;
  readonly place: Place;
}

function written(
  subject: WrittenSubject,
  key: string,
  pair: { readonly key: unknown; readonly value: unknown },
  ruler: Ruler,
): PlacedValue {
  const keyAt = ruler.place(pair.key);
  return {
    request: { subject: subject.name, key, value: readValue(pair.value, ruler) },
    // An empty value has no position of its own.
    at: {
      subject: subject.place,
      key: keyAt,
      value: pair.value === null ? keyAt : ruler.place(pair.value),
      locked: keyAt,
    },
  };
}

function readValue(node: unknown, ruler: Ruler): ValueRequest['value'] {
  if (isSeq(node)) return node.items.map((item) => textOrNull(item, ruler) ?? '');
  if (node === null) return null;
  if (!isScalar(node)) throw ruler.mistake(node, 'a value must be a string, true, false, null, or a list of strings');
  if (node.value === null || typeof node.value === 'boolean') return node.value;
  const text = scalarText(node);
  if (isFormulaError(text)) throw ruler.mistake(node, formulaErrorWords(text));
  return text;
}

function nameOf(node: unknown, { mistake }: Ruler): string {
  const name = isScalar(node) ? scalarText(node) : null;
  if (name === null) throw mistake(node, 'a name must be a string');
  return name.trim();
}

function textOrNull(node: unknown, { mistake }: Ruler): string | null {
  if (node === null || (isScalar(node) && node.value === null)) return null;
  if (!isScalar(node)) throw mistake(node, 'this must be plain text');
  return scalarText(node);
}

/** As written: `0821234567` and `8500.00` keep their zeros. */
const scalarText = (node: { readonly value: unknown; readonly source?: string | undefined }): string =>
  typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
