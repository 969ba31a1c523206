import { isAlias, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { nearest } from '../../core/platform/nearest.js';
import { Misplaced } from '../../core/platform/misplaced.js';
import { readId } from '../../cli/flags/identifier.js';
import { isPersonId } from '../../contract/schema.js';
import { type Decision, decisions } from '../../contract/decision.js';
import { type Presence, presences } from '../../contract/resources/template.js';
import type { PlacedDocument } from '../../core/platform/yaml-document.js';
import { digestOf, readDocument } from './base.js';
import { type FieldNames, fieldProperties, type PersonNames, personProperties } from './names.js';

/** One person or field of the file; what its entry leaves out, the file says nothing about. */
export interface Entry<Names> {
  readonly id: string;
  readonly names: Partial<Names>;
  /** The other members as plain values, to be compared with what pull would write. */
  readonly told: ReadonlyMap<string, unknown>;
  /** A mistake at one of its members, or at the entry itself where it has no such member. */
  at(property: string, message: string): Misplaced;
}

interface BaseField {
  readonly names: Partial<FieldNames>;
  readonly role: string | null;
}

/** What the service held when the file was written. */
export interface Base {
  readonly etag: string;
  /** False: it was edited since. */
  readonly isWhole: boolean;
  readonly people: ReadonlyMap<string, Partial<PersonNames>>;
  readonly fields: ReadonlyMap<string, BaseField>;
  readonly subjects: unknown;
  readonly roles: unknown;
}

/** A file of `template pull`, as somebody edited it. */
export interface NamesFile {
  readonly templateId: string;
  readonly people: readonly Entry<PersonNames>[];
  readonly fields: readonly Entry<FieldNames>[];
  readonly subjects: unknown;
  readonly roles: unknown;
  readonly base: Base;
  at(property: 'subjects' | 'roles' | 'template' | 'base', message: string): Misplaced;
}

const top = ['version', 'template', 'name', 'people', 'subjects', 'roles', 'fields', 'base'];
const personInformation = ['heading', 'page', 'reason', 'proposed'];
const fieldInformation = ['document', 'page', 'at', 'type', 'role', 'context', 'option'];

/** The text is another kind of file: nothing in it says which template it is of, nor what the service held. */
export class NotNames extends Misplaced {
  /** The name of its first member; null where it has none. */
  readonly beginsWith: string | null;

  constructor({ line, column, message }: Misplaced, beginsWith: string | null) {
    super(line, column, message);
    this.beginsWith = beginsWith;
  }
}

/**
 * Reads a file of names. Throws Misplaced, which names line and column, for whatever is not as pull writes it, and
 * NotNames for another kind of file.
 */
export function readNames(text: string): NamesFile {
  const placed = readDocument(text.replace(/^\uFEFF/, ''));
  const root = placed.document.contents;
  if (!isMap(root) || !['template', 'base', 'fields'].some((name) => root.has(name))) {
    const first = isMap(root) ? nameOf(root.items[0]?.key) : null;
    throw new NotNames(placed.at(root, 'the file holds no names of a template'), first);
  }
  const members = membersOf(placed, root, top);
  if (members.get('version')?.value !== undefined && textOf(placed, members.get('version')?.value) !== '1') {
    throw placed.at(members.get('version')?.value, 'this version of the file is not known; there is only 1');
  }
  const templateId = readId(textOf(placed, members.get('template')?.value) ?? '');
  if (templateId === null) {
    throw placed.at(members.get('template')?.value ?? root, '`template` holds no template id');
  }
  const section = (name: string): unknown => members.get(name)?.value;
  return {
    templateId,
    people: distinct(placed, listOf(placed, section('people'), 'people'), (node) => personEntry(placed, node)),
    fields: distinct(placed, listOf(placed, section('fields'), 'fields'), (node) => fieldEntry(placed, node)),
    subjects: plain(section('subjects')),
    roles: plain(section('roles')),
    base: baseOf(placed, section('base') ?? null, root),
    at: (property, message) => placed.at(members.get(property)?.key ?? root, message),
  };
}

function distinct<T extends { readonly id: string }>(
  placed: PlacedDocument,
  nodes: readonly unknown[],
  read: (node: unknown) => T,
): readonly T[] {
  const seen = new Set<string>();
  return nodes.map((node) => {
    const entry = read(node);
    if (seen.has(entry.id)) throw placed.at(node, `duplicate entry ${entry.id}`);
    seen.add(entry.id);
    return entry;
  });
}

function personEntry(placed: PlacedDocument, node: unknown): Entry<PersonNames> {
  const map = mapOf(placed, node, 'a person must have `id` and `decision`');
  const members = membersOf(placed, map, ['id', 'decision', ...personProperties, ...personInformation]);
  const id = textOf(placed, members.get('id')?.value);
  if (id === null || !isPersonId(id)) throw placed.at(members.get('id')?.value ?? map, '`id` is not a valid person ID');
  return { ...entryOf(placed, map, members, id), names: decisionOf(placed, members) };
}

/** Also the shape of a person in the base. */
function decisionOf(placed: PlacedDocument, members: Members): Partial<PersonNames> {
  const text = (name: string): string | null => textOf(placed, members.get(name)?.value);
  const one = <T extends string>(name: string, choices: readonly T[]): T | null => {
    const given = text(name);
    const found = choices.find((choice) => choice === given) ?? null;
    if (given === null || found !== null) return found;
    throw placed.at(members.get(name)?.value, `invalid ${name} "${given}"; use one of: ${choices.join(', ')}`);
  };
  const raw: Record<string, string | null> = {};
  for (const name of ['subject_key', 'subject_label', 'role_name'] as const) {
    if (text(name) !== null) raw[name] = text(name);
  }
  const presence = one<Presence>('presence', presences);
  const filledBy = one('filled_by', ['current', 'own'] as const);
  return {
    ...(members.has('decision') ? { decision: one<Decision>('decision', decisions) } : {}),
    ...raw,
    ...(presence === null ? {} : { presence }),
    ...(filledBy === null ? {} : { filled_by: filledBy }),
  };
}

function fieldEntry(placed: PlacedDocument, node: unknown): Entry<FieldNames> {
  const map = mapOf(placed, node, 'a field is written as `id`, `subject`, `data_key` and `label`');
  const members = membersOf(placed, map, ['id', ...fieldProperties, ...fieldInformation]);
  const id = readId(textOf(placed, members.get('id')?.value) ?? '');
  if (id === null) throw placed.at(members.get('id')?.value ?? map, '`id` holds no field id');
  return { ...entryOf(placed, map, members, id), names: fieldNamesOf(placed, members) };
}

function fieldNamesOf(placed: PlacedDocument, members: Members): Partial<FieldNames> {
  const given = fieldProperties.filter((name) => members.has(name));
  return Object.fromEntries(given.map((name) => [name, textOf(placed, members.get(name)?.value)]));
}

function entryOf(
  placed: PlacedDocument,
  map: YAMLMap,
  members: Members,
  id: string,
): Pick<Entry<never>, 'id' | 'told' | 'at'> {
  return {
    id,
    told: new Map([...members].map(([name, { value }]) => [name, plain(value)])),
    at: (property, message) => {
      const member = members.get(property);
      return placed.at(member?.value ?? member?.key ?? map, message);
    },
  };
}

const baseParts = ['people', 'subjects', 'roles', 'fields'] as const;

/** Whether a base is as it was written. Files of before there was a digest are taken as they are. */
function isWhole(members: Members, etag: string, digest: string | null): boolean {
  if (digest === null) return true;
  const parts = baseParts.map((name) => [name, plain(members.get(name)?.value)]);
  return digest === digestOf({ etag, ...Object.fromEntries(parts) });
}

function baseOf(placed: PlacedDocument, node: unknown, root: unknown): Base {
  const lost = '`base` is missing or damaged, so your changes cannot be determined; pull the file again and edit it';
  if (node === null) throw placed.at(root, lost);
  const members = membersOf(placed, mapOf(placed, node, lost), ['etag', 'digest', ...baseParts]);
  const byId = (name: string): readonly (readonly [string, unknown])[] =>
    mapOf(placed, members.get(name)?.value ?? node, lost).items.map(({ key, value }) => [nameOf(key) ?? '', value]);
  const etag = textOf(placed, members.get('etag')?.value);
  if (etag === null || !members.has('people') || !members.has('fields')) throw placed.at(node, lost);
  return {
    etag,
    isWhole: isWhole(members, etag, textOf(placed, members.get('digest')?.value)),
    people: new Map(
      byId('people').map(([id, value]) => [
        id,
        decisionOf(placed, membersOf(placed, mapOf(placed, value, lost), ['decision', ...personProperties])),
      ]),
    ),
    fields: new Map(
      byId('fields').map(([id, value]) => {
        const parts = membersOf(placed, mapOf(placed, value, lost), [...fieldProperties, 'role']);
        const role = textOf(placed, parts.get('role')?.value);
        return [readId(id) ?? id, { names: fieldNamesOf(placed, parts), role }];
      }),
    ),
    subjects: plain(members.get('subjects')?.value),
    roles: plain(members.get('roles')?.value),
  };
}

type Members = ReadonlyMap<string, { readonly key: unknown; readonly value: unknown }>;

function membersOf(placed: PlacedDocument, map: YAMLMap, known: readonly string[]): Members {
  return new Map(
    map.items.map(({ key, value }) => {
      const name = nameOf(key);
      if (name !== null && known.includes(name)) return [name, { key, value }];
      const close = name === null ? null : nearest(name, known);
      const suggestion = close === null ? '' : `; did you mean \`${close}\`?`;
      throw placed.at(key, `there is no \`${name ?? ''}\` here${suggestion}`);
    }),
  );
}

function mapOf(placed: PlacedDocument, node: unknown, message: string): YAMLMap {
  if (isMap(node)) return node;
  throw placed.at(node, message);
}

function listOf(placed: PlacedDocument, node: unknown, name: string): readonly unknown[] {
  if (node === undefined || node === null) return [];
  if (isSeq(node)) return node.items;
  throw placed.at(node, `\`${name}\` is a list`);
}

/** A number keeps the text that was written: a label may be `2024` or `007`. */
function textOf(placed: PlacedDocument, node: unknown): string | null {
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) return null;
  if (!isScalar(node) || isAlias(node)) throw placed.at(node, 'a plain text is needed here, or null');
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

const nameOf = (key: unknown): string | null =>
  isScalar(key) && key.value !== null ? (key.source ?? String(key.value)) : null;

/** Information as it was written: texts, numbers, and lists and maps of them; null for anything else. */
function plain(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map(plain);
  if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => [nameOf(key) ?? '', plain(value)]));
  return null;
}

/** As `readNames`, with null for a text that it cannot read. */
export function namesOrNull(text: string): NamesFile | null {
  try {
    return readNames(text);
  } catch (error) {
    if (error instanceof Misplaced) return null;
    throw error;
  }
}
