import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { ValueRequest } from '../contract/operations/envelopes.js';
import { Misplaced } from './values-file.js';

type Place = (node: unknown, message: string) => Misplaced;

/** Values from YAML, or from JSON, which is YAML too. Plain numbers and dates stay the text that was written. */
export function readYamlValues(text: string): ValueRequest[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, strict: true });
  const problem = document.errors[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new Misplaced(line, col, lowerFirst(problem.message.replace(/\.$/, '')));
  }
  const place: Place = (node, message) => {
    const { line, col } = lines.linePos((node as Node | null)?.range?.[0] ?? 0);
    return new Misplaced(line, col, message);
  };
  const root = document.contents;
  if (isSeq(root)) return readList(root, place);
  if (isMap(root)) return readTree(root, place);
  throw place(root, 'the file holds neither a list of values nor a tree of them');
}

function readList(list: YAMLSeq, place: Place): ValueRequest[] {
  return list.items.map((item) => {
    if (!isMap(item)) throw place(item, 'each value is a `{ subject, key, value }`');
    const found = new Map(item.items.map((pair) => [nameOf(pair.key, place), pair] as const));
    for (const [name, pair] of found) {
      if (!['subject', 'key', 'value', 'locked'].includes(name))
        throw place(pair.key, `there is no \`${name}\` in a value`);
    }
    const key = found.get('key');
    const value = found.get('value');
    if (key === undefined || value === undefined) throw place(item, '`key` and `value` are needed');
    const subject = found.get('subject');
    const locked = found.get('locked');
    const lock = locked === undefined ? false : readValue(locked.value, place);
    if (typeof lock !== 'boolean') throw place(locked?.value, '`locked` is true or false');
    return {
      subject: subject === undefined ? null : textOrNull(subject.value, place),
      key: textOrNull(key.value, place) ?? '',
      value: readValue(value.value, place),
      ...(lock ? { locked: true } : {}),
    };
  });
}

function readTree(tree: YAMLMap, place: Place): ValueRequest[] {
  return tree.items.flatMap((pair) => {
    const name = nameOf(pair.key, place);
    if (isMap(pair.value)) return readKeys(pair.value, name === '' ? null : name, '', place);
    const dot = name.indexOf('.');
    if (dot === -1 || dot === name.length - 1) {
      throw place(pair.key, `\`${name}\` is no address: write subject and data key with a dot between`);
    }
    const subject = dot === 0 ? null : name.slice(0, dot);
    return [{ subject, key: name.slice(dot + 1), value: readValue(pair.value, place) }];
  });
}

/** Deeper levels are further parts of the data key. */
function readKeys(map: YAMLMap, subject: string | null, prefix: string, place: Place): ValueRequest[] {
  return map.items.flatMap((pair) => {
    const name = nameOf(pair.key, place);
    if (name === '') throw place(pair.key, 'a part of the data key is empty');
    const key = `${prefix}${name}`;
    if (isMap(pair.value)) return readKeys(pair.value, subject, `${key}.`, place);
    return [{ subject, key, value: readValue(pair.value, place) }];
  });
}

function readValue(node: unknown, place: Place): ValueRequest['value'] {
  if (isSeq(node)) return node.items.map((item) => textOrNull(item, place) ?? '');
  if (node === null) return null;
  if (!isScalar(node)) throw place(node, 'a value is a text, true, false, nothing, or a list of texts');
  if (node.value === null || typeof node.value === 'boolean') return node.value;
  return scalarText(node);
}

function nameOf(node: unknown, place: Place): string {
  const name = isScalar(node) ? scalarText(node) : null;
  if (name === null) throw place(node, 'a name is a plain text');
  return name.trim();
}

function textOrNull(node: unknown, place: Place): string | null {
  if (node === null || (isScalar(node) && node.value === null)) return null;
  if (!isScalar(node)) throw place(node, 'a plain text is needed here');
  return scalarText(node);
}

/** As written: `0821234567` and `8500.00` keep their zeros. */
const scalarText = (node: { readonly value: unknown; readonly source?: string | undefined }): string =>
  typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
