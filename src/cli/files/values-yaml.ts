import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { formulaErrorWords, isFormulaError } from '../../core/platform/formula-error.js';
import { readTick } from '../../core/platform/read-tick.js';
import { splitAddress } from '../flags/value.js';
import { Misplaced, type Place } from '../../core/platform/misplaced.js';
import { type PlacedValue, readEach, type ReadValues } from './values-file.js';
import { lowered, parsePlaced, type PlacedDocument } from '../../core/platform/yaml-document.js';

/** Values from YAML or JSON. Plain numbers and dates stay text as written. */
export function readYamlValues(text: string): ReadValues {
  const placed = parsePlaced(text);
  if (placed.errors.length > 0) return { values: [], mistakes: placed.errors.map(lowered) };
  const root = placed.document.contents;
  if (isSeq(root)) return readEach(root.items, (item) => [readItem(item, placed)]);
  if (isMap(root)) return readTree(root, placed);
  const message = 'the file contains neither a list nor a tree of values';
  return { values: [], mistakes: [placed.at(root, message)] };
}

function readItem(item: unknown, placed: PlacedDocument): PlacedValue {
  const { placeOf: place, at: mistake } = placed;
  if (!isMap(item)) throw mistake(item, 'write each value as `{ subject, key, value }`');
  const found = new Map(item.items.map((pair) => [nameOf(pair.key, placed), pair] as const));
  for (const [name, pair] of found) {
    if (!['subject', 'key', 'value', 'locked'].includes(name))
      throw mistake(pair.key, `unknown property \`${name}\` in a value`);
  }
  const key = found.get('key');
  const value = found.get('value');
  if (key === undefined || value === undefined) throw mistake(item, 'missing `key` or `value`');
  const subject = found.get('subject');
  const locked = found.get('locked');
  const said = locked === undefined ? false : readValue(locked.value, placed);
  const lock = typeof said === 'string' ? readTick(said) : said;
  if (typeof lock !== 'boolean') throw mistake(locked?.value, '`locked` must be true or false');
  const whole = place(item);
  const at = (pair: { readonly value: unknown } | undefined): Place => (pair?.value ? place(pair.value) : whole);
  return {
    request: {
      subject: subject === undefined ? null : textOrNull(subject.value, placed),
      key: textOrNull(key.value, placed) ?? '',
      value: readValue(value.value, placed),
      ...(lock ? { locked: true } : {}),
    },
    at: { subject: at(subject), key: at(key), value: at(value), locked: at(locked) },
  };
}

function readTree(tree: YAMLMap, placed: PlacedDocument): ReadValues {
  return readEach(tree.items, (pair, mistakes) => {
    const name = nameOf(pair.key, placed);
    if (isMap(pair.value)) {
      const subject = { name: name === '' ? null : name, place: placed.placeOf(pair.key) };
      return readKeys(pair.value, subject, '', placed, mistakes);
    }
    const parts = splitAddress(name);
    if (parts === null) {
      throw placed.at(pair.key, `invalid address \`${name}\`; use subject.key`);
    }
    const subject = { name: parts.head === '' ? null : parts.head, place: placed.placeOf(pair.key) };
    return [written(subject, parts.rest, pair, placed)];
  });
}

/** Deeper levels are further parts of the data key. */
function readKeys(
  map: YAMLMap,
  subject: WrittenSubject,
  prefix: string,
  placed: PlacedDocument,
  mistakes: Misplaced[],
): readonly PlacedValue[] {
  const read = readEach(map.items, (pair, deeper) => {
    const name = nameOf(pair.key, placed);
    if (name === '') throw placed.at(pair.key, 'a part of the data key is empty');
    const key = `${prefix}${name}`;
    if (isMap(pair.value)) return readKeys(pair.value, subject, `${key}.`, placed, deeper);
    return [written(subject, key, pair, placed)];
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
  placed: PlacedDocument,
): PlacedValue {
  const keyAt = placed.placeOf(pair.key);
  return {
    request: { subject: subject.name, key, value: readValue(pair.value, placed) },
    // An empty value has no position of its own.
    at: {
      subject: subject.place,
      key: keyAt,
      value: pair.value === null ? keyAt : placed.placeOf(pair.value),
      locked: keyAt,
    },
  };
}

function readValue(node: unknown, placed: PlacedDocument): ValueRequest['value'] {
  if (isSeq(node)) return node.items.map((item) => textOrNull(item, placed) ?? '');
  if (node === null) return null;
  if (!isScalar(node)) throw placed.at(node, 'a value must be a string, true, false, null, or a list of strings');
  if (node.value === null || typeof node.value === 'boolean') return node.value;
  const text = scalarText(node);
  if (isFormulaError(text)) throw placed.at(node, formulaErrorWords(text));
  return text;
}

function nameOf(node: unknown, { at: mistake }: PlacedDocument): string {
  const name = isScalar(node) ? scalarText(node) : null;
  if (name === null) throw mistake(node, 'a name must be a string');
  return name.trim();
}

function textOrNull(node: unknown, { at: mistake }: PlacedDocument): string | null {
  if (node === null || (isScalar(node) && node.value === null)) return null;
  if (!isScalar(node)) throw mistake(node, 'this must be plain text');
  return scalarText(node);
}

/** As written: `0821234567` and `8500.00` keep their zeros. */
const scalarText = (node: { readonly value: unknown; readonly source?: string | undefined }): string =>
  typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
