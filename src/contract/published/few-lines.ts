import type { Correction } from '../corrections.js';
import { propertiesNamed } from '../property-paths.js';

/**
 * The same corrections in as few lines as they need: a property that has another name wherever it stands takes one line,
 * `*.external_ref`. One that is left as it was in a single place keeps a line for each of the others.
 */
export function inFewLines(corrections: readonly Correction[]): readonly Correction[] {
  const left = new Map(corrections.map((line) => [line.name, line]));
  const few: Correction[] = [];
  for (const { name, value } of corrections) {
    if (!left.has(name)) continue;
    const shared = sharedLine(name, value, left);
    if (shared === null) {
      few.push({ name, value });
      left.delete(name);
    } else {
      few.push({ name: shared.name, value });
      for (const one of shared.covers) left.delete(one);
    }
  }
  return few;
}

/** The shortest end of the path that names nothing but places that are corrected in the same way. */
function sharedLine(
  name: string,
  value: string | number,
  left: ReadonlyMap<string, Correction>,
): { readonly name: string; readonly covers: readonly string[] } | null {
  const [, path] = /^\w+\.(?:body|query|answer)\.(.+)$/.exec(name) ?? [];
  if (path === undefined) return null;
  const steps = path.split('.');
  for (let length = 1; length <= steps.length; length += 1) {
    const suffix = steps.slice(-length).join('.');
    const covers = propertiesNamed(suffix).map((place) => `${place.id}.${place.part}.${place.path}`);
    const alike = covers.every((one) => left.get(one)?.value === value);
    if (covers.length > 1 && alike) return { name: `*.${suffix}`, covers };
  }
  return null;
}
