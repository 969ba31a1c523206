import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { isObject } from '../../core/platform/json.js';
import { lowered, parsePlaced, type PlacedDocument } from '../../core/platform/yaml-document.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { readValue } from '../../contract/schema.js';
import { SeedRefused } from './seed-refused.js';
import type { SeedSources } from './load-seed.js';
import { secretSchema, type Seed, seedSchema } from './seed-schema.js';
import { SourceMissing } from './source-missing.js';

/** What is wrong at a property such as `envelopes[0].recipients[1].email`; a sentence. */
export interface SeedMistake {
  readonly path: string;
  readonly sentence: string;
}

/** A seed file, and what names a place in it. */
export interface ReadSeed {
  readonly seed: Seed;
  /** The mistakes, each with line and column. */
  refusal(mistakes: readonly SeedMistake[]): SeedRefused;
}

/** Mistakes that are told at once. */
const maxTold = 50;

/**
 * Reads a seed file, YAML or JSON. Throws SeedRefused that names line, column and property of every mistake, also of what
 * the entries say of each other and of files that cannot be read.
 */
export async function readSeed(text: string, file: string, sources: SeedSources): Promise<ReadSeed> {
  const placed = parsePlaced(text);
  const refused = (mistakes: readonly Mistake[]): SeedRefused => {
    const sorted = mistakes.toSorted((one, other) => one.line - other.line || one.column - other.column);
    const lines = sorted
      .slice(0, maxTold)
      .map(({ line, column, words }) => `${visibleLine(file)}:${line}:${column}: ${visibleLine(words)}`);
    const more = sorted.length - lines.length;
    return new SeedRefused(
      'seed_invalid',
      [...lines, ...(more > 0 ? [`${more} more ${more === 1 ? 'mistake' : 'mistakes'}.`] : [])].join('\n'),
    );
  };
  const mistakeAt = (path: string, words: string, name = false): Mistake => ({
    ...placed.placeOf(nodeAt(placed, path, name)),
    words,
  });
  if (placed.errors.length > 0) {
    throw refused(placed.errors.map(lowered).map((error) => ({ ...error, words: `${error.message}.` })));
  }
  // Aliases are resolved a limited number of times, so that a small file cannot become a large value.
  const value = valueOf(placed);
  if (value === undefined)
    throw new SeedRefused('seed_invalid', `${visibleLine(file)}: the file repeats its parts too often.`);
  const read = readValue(seedSchema(), value);
  const problems = 'value' in read ? [] : read.problems;
  const wrong = new Set(problems.map(({ path }) => path));
  const found = [...contradictions(value), ...(await missing(value, sources))].filter(({ path }) => !wrong.has(path));
  if ('value' in read && found.length === 0) {
    return {
      seed: read.value,
      refusal: (mistakes) => refused(mistakes.map(({ path, sentence }) => mistakeAt(path, sentence))),
    };
  }
  throw refused([
    ...problems.map(({ path, message }) =>
      mistakeAt(
        path,
        `${path === '' ? 'The file' : path} ${message.replace('of this request', 'of a seed file')}.`,
        message.startsWith('is not a property'),
      ),
    ),
    ...found.map(({ path, sentence }) => mistakeAt(path, sentence)),
  ]);
}

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

type Entry = Readonly<Record<string, unknown>>;

/** A list of a value that may have any shape; what cannot be an entry counts as an empty one. */
const entriesOf = (value: unknown, list: string): readonly Entry[] => {
  const found = isObject(value) ? value[list] : undefined;
  return Array.isArray(found) ? found.map((each: unknown) => (isObject(each) ? each : {})) : [];
};

/** What its entries say of each other and cannot be. They may be wrong in themselves. */
function contradictions(value: unknown): readonly SeedMistake[] {
  const templates = entriesOf(value, 'templates');
  const envelopes = entriesOf(value, 'envelopes');
  const known = new Map(templates.map((template) => [template['name'], rolesOf(template)]));
  return [
    ...usedTwice('templates', 'template', templates),
    ...usedTwice('envelopes', 'envelope', envelopes),
    ...envelopes.flatMap((envelope, index): readonly SeedMistake[] => {
      const { template } = envelope;
      if (typeof template !== 'string') return [];
      const path = `envelopes[${index}]`;
      const roles = known.get(template);
      if (roles === undefined) {
        const sentence = `${path}: template "${template}" is not among the templates.`;
        return [{ path: `${path}.template`, sentence }];
      }
      return ['recipients', 'steps'].flatMap((list) =>
        entriesOf(envelope, list).flatMap(({ role }, at) => {
          if (roles === null || typeof role !== 'string' || roles.has(role)) return [];
          const all = [...roles].slice(0, 8).map(String).join(', ');
          const sentence = `${path}.${list}[${at}]: role "${role}" is not among the roles of "${template}": ${all}.`;
          return [{ path: `${path}.${list}[${at}].role`, sentence }];
        }),
      );
    }),
  ];
}

/** The roles that a template gives; null where its files decide. */
function rolesOf(template: Entry): ReadonlySet<unknown> | null {
  if (!Array.isArray(template['fields'])) return null;
  const roles = [
    ...entriesOf(template, 'roles').map(({ name }) => name),
    ...entriesOf(template, 'fields').map(({ role }) => role),
  ];
  return new Set(roles.filter((role) => typeof role === 'string'));
}

function usedTwice(list: string, one: string, entries: readonly Entry[]): readonly SeedMistake[] {
  const taken = new Set<unknown>();
  return entries.flatMap(({ name: given }, index) => {
    const name = given ?? `${index + 1}`;
    const path = `${list}[${index}].name`;
    if (taken.has(name)) return [{ path, sentence: `${path} is used by another ${one}.` }];
    taken.add(name);
    return [];
  });
}

/** The files and secrets that it names and that cannot be read. */
async function missing(value: unknown, { check, secret }: SeedSources): Promise<readonly SeedMistake[]> {
  const wanted: { readonly path: string; readonly work: () => Promise<unknown> }[] = [
    ...entriesOf(value, 'templates').flatMap(({ file, files }, index) =>
      [file, ...(Array.isArray(files) ? (files as readonly unknown[]) : [])].flatMap((each) =>
        typeof each === 'string' ? [{ path: `templates[${index}]`, work: () => check(each) }] : [],
      ),
    ),
    ...['keys', 'endpoints'].flatMap((list) =>
      entriesOf(value, list).flatMap(({ secret: from }, index) => {
        const read = readValue(secretSchema, from);
        return 'value' in read ? [{ path: `${list}[${index}]`, work: () => secret(read.value) }] : [];
      }),
    ),
  ];
  const found: SeedMistake[] = [];
  for (const { path, work } of wanted) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SourceMissing)) throw error;
      found.push({ path, sentence: `${path}: ${error.message}.` });
    }
  }
  return found;
}

function valueOf({ document }: PlacedDocument): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** The node of a property, or the nearest that holds it; `name`: the node of its name. */
function nodeAt({ document }: PlacedDocument, path: string, name = false): Node | null {
  let node: Node | null = document.contents;
  let nearest = node;
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    const pair = isMap(node)
      ? node.items.find((each) => isScalar(each.key) && String(each.key.value) === key)
      : undefined;
    const item = isSeq(node) && index !== undefined ? node.items[Number(index)] : pair?.value;
    nearest = ((name ? pair?.key : undefined) ?? item ?? pair?.key ?? nearest) as Node | null;
    node = (item ?? null) as Node | null;
  }
  return nearest;
}
