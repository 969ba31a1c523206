import { isOperationId } from '../operations.js';
import type { Part } from '../property-paths.js';
import { LineRefused } from './contract.js';
import { boundedAt, instants, propertiesNamed, propertyAt, type TargetId } from './outline.js';
import { isServiceLine } from './service-lines.js';

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
  const found = propertiesNamed(path).map((place) => ({ id: place.id, what: `${place.part}.${place.path}${rest}` }));
  // With none left, a release may have taken the service's name over.
  const isCaughtUp = typeof value === 'string' && propertiesNamed(path.replace(/[^.]*$/, () => value)).length > 0;
  if (found.length === 0 && !isCaughtUp) throw new LineRefused(name, 'names no property of any operation');
  if (rest === '') return found;
  const judged = found.map((target) => ({ target, taken: takes(target, rest) }));
  const known = judged.filter(({ taken }) => taken === 'known');
  // A place that takes any text is meant only where no neighbour has an enumeration.
  const meant = known.length > 0 || judged.some(({ taken }) => taken === 'no') ? known : judged;
  const hasIt = found.some(
    (target) => typeof value === 'string' && takes(target, `=${value}`, rest.length) === 'known',
  );
  if (meant.length > 0 || (rest.startsWith('=') && hasIt)) return meant.map(({ target }) => target);
  throw new LineRefused(
    name,
    rest.startsWith('=')
      ? 'names a value that it cannot have'
      : `names no property with such a ${rest === '.format' ? 'format' : 'bound'}`,
  );
}

/** Of the places that share a name, a line about a value or a format means those that can have it. */
function takes({ id, what }: Target, rest: string, cut = rest.length): 'known' | 'any' | 'no' {
  const [, part = '', path = ''] = /^(body|query|answer)\.(.+)$/s.exec(what.slice(0, -cut)) ?? [];
  if (rest === '.min' || rest === '.max') {
    return boundedAt(id, part as Part, path)?.[rest === '.min' ? 'min' : 'max'] === true ? 'known' : 'no';
  }
  const facts = propertyAt(id, part as Part, path);
  if (facts === undefined) return 'no';
  if (rest === '.format') return facts.isInstant ? 'known' : 'no';
  if (facts.values === null) return 'any';
  return facts.values.includes(rest.slice(1)) ? 'known' : 'no';
}

/** The places of the operations that a line about the whole service changes. */
function targetsOfService(name: string): readonly Target[] {
  if (name === 'format.instants') {
    return instants().map(({ id, part, path }): Target => ({ id, what: `${part}.${path}.format` }));
  }
  const [, kind, word = ''] = /^(events|codes)\.(.+)$/s.exec(name) ?? [];
  if (kind === 'events') {
    const listed = [...propertiesNamed('events'), ...propertiesNamed('subscribed_events'), ...propertiesNamed('event')];
    return listed.map(({ id, part, path }): Target => ({ id, what: `${part}.${path}=${word}` }));
  }
  if (kind === 'codes' && !word.includes('.')) {
    return [{ id: 'createEnvelopeBatch', what: `answer.rows[].error.code=${word}` }];
  }
  return [];
}
