import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { lowered, parsePlaced, type PlacedDocument } from '../../core/platform/yaml-document.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { readValue } from '../../contract/schema.js';
import { SeedRefused } from './seed-refused.js';
import { type Seed, seedSchema } from './seed-schema.js';

/** A seed file, and what names a place in it. */
export interface ReadSeed {
  readonly seed: Seed;
  /** A mistake at a property such as `envelopes[0].recipients[1].email`, with line and column; a sentence. */
  refusal(path: string, sentence: string): SeedRefused;
}

/** Mistakes that are told at once. */
const maxTold = 50;

/** Reads a seed file, YAML or JSON. Throws SeedRefused that names line, column and property of every mistake. */
export function readSeed(text: string, file: string): ReadSeed {
  const placed = parsePlaced(text);
  const refused = (mistakes: readonly Mistake[]): SeedRefused => {
    const sorted = mistakes.toSorted((one, other) => one.line - other.line || one.column - other.column);
    const lines = sorted
      .slice(0, maxTold)
      .map(({ line, column, words }) => `${visibleLine(file)}:${line}:${column}: ${visibleLine(words)}`);
    const more = sorted.length - lines.length;
    return new SeedRefused('seed_invalid', [...lines, ...(more > 0 ? [`${more} more mistakes.`] : [])].join('\n'));
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
  if ('value' in read) {
    const found = contradictions(read.value);
    if (found.length > 0) throw refused(found.map(({ path, sentence }) => mistakeAt(path, sentence)));
    return { seed: read.value, refusal: (path, sentence) => refused([mistakeAt(path, sentence)]) };
  }
  throw refused(
    read.problems.map(({ path, message }) =>
      mistakeAt(
        path,
        `${path === '' ? 'The file' : path} ${message.replace('of this request', 'of a seed file')}.`,
        message.startsWith('is not a property'),
      ),
    ),
  );
}

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

/** What its entries say of each other and cannot be. */
function contradictions({
  templates,
  envelopes,
}: Seed): readonly { readonly path: string; readonly sentence: string }[] {
  const named = [
    ...templates.map(({ name }, index) => ({ list: 'templates', one: 'template', name, index })),
    ...envelopes.map(({ name }, index) => ({
      list: 'envelopes',
      one: 'envelope',
      name: name ?? `${index + 1}`,
      index,
    })),
  ];
  const taken = new Set<string>();
  const twice = named.filter(({ list, name }) => {
    const isTaken = taken.has(`${list} ${name}`);
    taken.add(`${list} ${name}`);
    return isTaken;
  });
  const known = new Set(templates.map(({ name }) => name));
  return [
    ...twice.map(({ list, one, index }) => ({
      path: `${list}[${index}].name`,
      sentence: `${list}[${index}].name is used by another ${one}.`,
    })),
    ...envelopes.flatMap(({ template }, index) => {
      const sentence = `envelopes[${index}]: template "${template}" is not among the templates.`;
      return known.has(template) ? [] : [{ path: `envelopes[${index}].template`, sentence }];
    }),
  ];
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
