import { LineRefused } from '../overlay/contract.js';
import type { ContractLine, LineValue } from '../overlay/line.js';
import { targetsOf } from '../overlay/targets.js';

/**
 * What the answers showed, by the name of the line that would say it: `getEnvelope.answer.title` → `title`,
 * `getEnvelope.answer.status=draft` → `draft`, `getEnvelope.answer.created_at.format` → `iso`.
 */
export type Evidence = Map<string, LineValue>;

/** An instant as text; no line says so. */
export const isoFormat = 'iso';

/**
 * The lines, each for as many places as it can be about: what one place of a name showed holds wherever that name
 * stands, unless another place showed otherwise. A place that was never seen speaks against nothing.
 */
export function generalized(lines: readonly ContractLine[], evidence: Evidence): readonly ContractLine[] {
  const wider = lines.map(({ name, value }): ContractLine => ({ name: widest(name, value, evidence) ?? name, value }));
  return [...new Map(wider.map((line) => [line.name, line])).values()];
}

function widest(name: string, value: LineValue, evidence: Evidence): string | null {
  const [, path = '', rest = ''] = /^\w+\.(?:body|query|answer)\.([^=]*?)((?:=.*|\.format)?)$/s.exec(name) ?? [];
  if (path === '' || /\.(?:min|max)$/.test(path)) return null;
  if (rest === '.format') {
    const all = coveredBy('format.instants', value, evidence);
    if (all !== null) return 'format.instants';
  }
  const steps = path.split('.');
  const [one, two] = [steps.slice(-1), steps.slice(-2)].map((some) => `*.${some.join('.')}${rest}`);
  const [near, far] = [coveredBy(two, value, evidence), coveredBy(one, value, evidence)];
  // With the name of what holds it, the line is about that alone; it is left out where nothing else has such a name.
  if (steps.length > 1 && near !== null) return (far !== null && far.length === near.length ? one : two) ?? null;
  return steps.length === 1 && far !== null ? (one ?? null) : null;
}

/** The places of a wider line; null when it does not match, or one of them showed something else. */
function coveredBy(name: string | undefined, value: LineValue, evidence: Evidence): readonly string[] | null {
  if (name === undefined) return null;
  let places: readonly string[];
  try {
    places = targetsOf(name, value).map(({ id, what }) => `${id}.${what}`);
  } catch (failure) {
    if (failure instanceof LineRefused) return null;
    throw failure;
  }
  const seen = places.every((place) => (evidence.get(place) ?? value) === value);
  return seen && places.length > 0 ? places : null;
}
