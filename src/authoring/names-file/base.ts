import { createHash } from 'node:crypto';
import { isMap, isScalar } from 'yaml';
import type { Template } from '../../contract/resources/template.js';
import { decisionNow, namesOf, type PersonNames, personProperties, type WholeTemplate } from './names.js';
import type { Base, NamesFile } from './read.js';
import { lowered, parsePlaced, type PlacedDocument } from '../../core/platform/yaml-document.js';

/** What the service held when a file was written, as plain values, with a digest over them. */
export function baseNode({ body, etag, people }: WholeTemplate): object {
  const parts = {
    people: Object.fromEntries(people.map((person) => [person.id, stated(decisionNow(body, person))])),
    ...derivedOf(body),
    fields: Object.fromEntries(body.fields.map((field) => [field.id, { ...namesOf(field), role: field.role }])),
  };
  return { etag, digest: digestOf({ etag, ...parts }), ...parts };
}

/** What follows from the decisions, as a names file lists it. */
export const derivedOf = ({ subjects, roles }: Template) => ({
  subjects: subjects.map(({ key, label }) => ({ key, label })),
  roles: roles.map(({ name }) => name),
});

/** A decision without what it says nothing about. */
export function stated(names: PersonNames): object {
  const setNames = personProperties.filter((name) => names[name] !== null);
  return { decision: names.decision, ...Object.fromEntries(setNames.map((name) => [name, names[name]])) };
}

/** Tells whether a base is the one that was written; a search and replace over the whole file changes it too. */
export const digestOf = (base: object): string =>
  createHash('sha256').update(JSON.stringify(base)).digest('hex').slice(0, 16);

/**
 * The file over the base that it was written with. Where that was edited, and the template has not moved since, it is
 * what the service holds now. Throws Misplaced when the base was edited and the template has moved.
 */
export function overTrueBase(file: NamesFile, service: WholeTemplate): NamesFile {
  if (file.base.isWhole) return file;
  if (file.base.etag === service.etag) return { ...file, base: baseOf(service) };
  throw file.at(
    'base',
    '`base` was edited and the template has changed since the pull, so your changes cannot be determined: undo the ' +
      'edits below `base`, or pull into another file and edit that',
  );
}

function baseOf({ body, etag, people }: WholeTemplate): Base {
  const setNames = (names: PersonNames): Partial<PersonNames> =>
    Object.fromEntries(Object.entries(names).filter(([name, value]) => name === 'decision' || value !== null));
  return {
    etag,
    isWhole: true,
    people: new Map(people.map((person) => [person.id, setNames(decisionNow(body, person))])),
    fields: new Map(body.fields.map((field) => [field.id, { names: namesOf(field), role: field.role }])),
    ...derivedOf(body),
  };
}

/** The text of a file with the `base` of another one in place of its own, and nothing else changed. */
export function withBaseOf(text: string, other: string): string {
  const [own, wanted] = [placeOfBase(text), placeOfBase(other)];
  if (own === null || wanted === null) return text;
  return text.slice(0, own.start) + other.slice(wanted.start, wanted.end) + text.slice(own.end);
}

function placeOfBase(text: string): { readonly start: number; readonly end: number } | null {
  const root = readDocument(text).document.contents;
  const pair = isMap(root) ? root.items.find(({ key }) => isScalar(key) && key.value === 'base') : undefined;
  const { key, value } = pair ?? {};
  const [start, end] = [isScalar(key) ? key.range?.[0] : undefined, isMap(value) ? value.range?.[2] : undefined];
  return start === undefined || end === undefined ? null : { start, end };
}

/** Parses one YAML document. Throws Misplaced for text that is not YAML, and for a duplicate name. */
export function readDocument(text: string): PlacedDocument {
  const placed = parsePlaced(text);
  const [error] = placed.errors;
  if (error !== undefined) throw lowered(error);
  return placed;
}
