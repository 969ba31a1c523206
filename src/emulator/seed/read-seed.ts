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

/** Reads a seed file, YAML or JSON. Throws SeedRefused that names line, column and property of the first mistake. */
export function readSeed(text: string, file: string): ReadSeed {
  const placed = parsePlaced(text);
  const at = ({ line, column }: { readonly line: number; readonly column: number }, words: string): SeedRefused =>
    new SeedRefused('seed_invalid', `${visibleLine(file)}:${line}:${column}: ${visibleLine(words)}`);
  const refusal = (path: string, sentence: string): SeedRefused => at(placed.placeOf(nodeAt(placed, path)), sentence);
  const [error] = placed.errors.map(lowered);
  if (error !== undefined) throw at(error, `${error.message}.`);
  // Aliases are resolved a limited number of times, so that a small file cannot become a large value.
  const value = valueOf(placed);
  if (value === undefined)
    throw new SeedRefused('seed_invalid', `${visibleLine(file)}: the file repeats its parts too often.`);
  const read = readValue(seedSchema(), value);
  if ('value' in read) return { seed: read.value, refusal };
  const [problem = { path: '', message: 'is not valid' }] = read.problems;
  const message = problem.message.replace('of this request', 'of a seed file');
  const node = nodeAt(placed, problem.path, problem.message.startsWith('is not a property'));
  throw at(placed.placeOf(node), `${problem.path === '' ? 'The file' : problem.path} ${message}.`);
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
