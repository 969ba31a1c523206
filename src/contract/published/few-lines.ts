import type { ContractLine, LineValue } from '../overlay/line.js';
import { targetsOf } from '../overlay/targets.js';

/**
 * The same lines in as few as they need: what is called or written otherwise wherever it stands takes one line,
 * `*.external_ref`. What was left as it was in a single place keeps a line for each of the others.
 */
export function inFewLines(lines: readonly ContractLine[]): readonly ContractLine[] {
  const left = new Map(lines.map((line) => [line.name, line]));
  for (const { name, value } of lines) {
    // The name of a code or an event covers every place that has it.
    if (!/^(?:events|codes)\.[^.]+(?:\.[a-z_]+)?$/.test(name)) continue;
    for (const { id, what } of targetsOf(name, value)) {
      if (left.get(`${id}.${what}`)?.value === value) left.delete(`${id}.${what}`);
    }
  }
  const few: ContractLine[] = [];
  for (const { name, value } of lines) {
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

interface SharedLine {
  readonly name: string;
  readonly covers: readonly string[];
}

/** The shortest line that is about nothing but places that are corrected in the same way. */
function sharedLine(name: string, value: LineValue, left: ReadonlyMap<string, ContractLine>): SharedLine | null {
  const covering = (shared: string): SharedLine | null => {
    // What a service does not describe at all, such as its deliveries, speaks against nothing.
    const told = [...left.keys()].some((one) => one.startsWith('delivery.'));
    const targets = targetsOf(shared, value).filter(({ id }) => id !== 'delivery' || told);
    const covers = targets.map(({ id, what }) => `${id}.${what}`);
    const alike = covers.every((one) => left.get(one)?.value === value);
    return covers.length > 1 && alike ? { name: shared, covers } : null;
  };
  const [, path = '', rest = ''] =
    /^\w+\.(?:body|query|answer)\.([^=]*?)((?:=.*|\.(?:format|min|max))?)$/s.exec(name) ?? [];
  if (path === '') return null;
  const everywhere = rest === '.format' ? covering('format.instants') : null;
  if (everywhere !== null) return everywhere;
  const steps = path.split('.');
  for (let length = 1; length <= steps.length; length += 1) {
    const found = covering(`*.${steps.slice(-length).join('.')}${rest}`);
    if (found !== null) return found;
  }
  return null;
}
