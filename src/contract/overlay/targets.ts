import { isOperationId } from '../operations.js';
import { LineRefused } from './contract.js';
import { instants, propertiesNamed, type PropertyPlace, type TargetId } from './outline.js';
import { everyInstant, isServiceLine } from './service-lines.js';

export interface Target {
  readonly id: TargetId;
  /** `path`, `answer.recipients[].email`, `body.status=sent`, `body.reason.max`. */
  readonly what: string;
}

/** The one operation that a line names, or all the places that it is about. */
export function targetsOf(name: string, value: unknown): readonly Target[] {
  if (isServiceLine(name)) return targetsOfService(name);
  const [, id = '', what = ''] = /^(\w+|\*)\.(.+)$/s.exec(name) ?? [];
  if (id !== '*') {
    if (id === 'delivery' || isOperationId(id)) return [{ id, what }];
    throw new LineRefused(name, 'names no operation; `esign api --list` lists them');
  }
  const [, path = '', rest = ''] = /^([^=]*?)((?:=.*|\.(?:format|min|max))?)$/s.exec(what) ?? [];
  const found = propertiesNamed(path);
  // With none left, a release may have taken the service's name over.
  const isCaughtUp =
    typeof value === 'string' && propertiesNamed(path.replace(/(?<![^.])[^.]*$/, () => value)).length > 0;
  if (found.length === 0 && !isCaughtUp) throw new LineRefused(name, 'names no property of any operation');
  if (rest === '') return targetsAt(found, '');
  const judged = found.map((place) => ({ place, taken: takes(place, rest) }));
  const known = judged.filter(({ taken }) => taken === 'known');
  // A place that takes any text is meant only where no neighbour has an enumeration.
  const meant = known.length > 0 || judged.some(({ taken }) => taken === 'no') ? known : judged;
  const hasIt = (): boolean => typeof value === 'string' && found.some(({ facts }) => facts.values?.includes(value));
  if (meant.length > 0 || (rest.startsWith('=') && hasIt())) {
    return targetsAt(
      meant.map(({ place }) => place),
      rest,
    );
  }
  throw new LineRefused(
    name,
    rest.startsWith('=')
      ? 'names a value that it cannot have'
      : `names no property with such a ${rest === '.format' ? 'format' : 'bound'}`,
  );
}

const targetsAt = (places: readonly PropertyPlace[], rest: string): readonly Target[] =>
  places.map(({ id, part, path }) => ({ id, what: `${part}.${path}${rest}` }));

/** Of the places that share a name, a line about a value or a format means those that can have it. */
function takes({ facts }: PropertyPlace, rest: string): 'known' | 'any' | 'no' {
  if (rest === '.min' || rest === '.max') {
    return facts[rest === '.min' ? 'min' : 'max'] ? 'known' : 'no';
  }
  if (rest === '.format') return facts.isInstant ? 'known' : 'no';
  if (facts.values === null) return 'any';
  return facts.values.includes(rest.slice(1)) ? 'known' : 'no';
}

/** The places of the operations that a line about the whole service changes. */
function targetsOfService(name: string): readonly Target[] {
  if (name === everyInstant) return instants().map(({ id, part, path }) => ({ id, what: `${part}.${path}.format` }));
  const [, kind, word = ''] = /^(events|codes)\.(.+)$/s.exec(name) ?? [];
  if (kind === 'events') {
    return targetsAt(['events', 'subscribed_events', 'event'].flatMap(propertiesNamed), `=${word}`);
  }
  if (kind === 'codes' && !word.includes('.')) {
    return [{ id: 'createEnvelopeBatch', what: `answer.rows[].error.code=${word}` }];
  }
  return [];
}
