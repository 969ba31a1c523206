import { isOperationId, type OperationId, operationIds, operations } from '../operations.js';
import { type Part, propertiesNamed, schemaAt } from '../property-paths.js';
import type { Schema } from '../schema.js';
import { propertiesOf } from '../structure.js';
import { withBound } from './bounds.js';
import { LineRefused } from './contract.js';
import { event } from '../resources/event.js';
import { isServiceLine } from './service-lines.js';

/** The webhook delivery takes lines like an operation whose body it is. */
export type TargetId = OperationId | 'delivery';

export interface Target {
  readonly id: TargetId;
  /** `path`, `answer.recipients[].email`, `body.status=sent`, `body.reason.max`. */
  readonly what: string;
}

/** The schema of a part; null when it has none. */
export function schemaOfPart(id: TargetId, part: Part): Schema | null {
  if (id === 'delivery') return part === 'body' ? event() : null;
  return schemaAt(operations[id], part);
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
  const found = placesNamed(path).map((place) => ({ id: place.id, what: `${place.part}.${place.path}${rest}` }));
  // With none left, a release may have taken the service's name over.
  const isCaughtUp = typeof value === 'string' && placesNamed(path.replace(/[^.]*$/, () => value)).length > 0;
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
  const schema = schemaOfPart(id, part as Part);
  const facts = schema === null ? undefined : propertiesOf(schema).find((one) => one.path === path);
  if (facts === undefined) return 'no';
  if (rest === '.format') return facts.isInstant ? 'known' : 'no';
  if (rest === '.min' || rest === '.max') {
    const kind = rest === '.min' ? 'min' : 'max';
    const isBounded = schema !== null && part !== 'answer' && withBound(schema, path, { kind, value: 1 }) !== null;
    return isBounded ? 'known' : 'no';
  }
  if (facts.values === null) return 'any';
  return facts.values.includes(rest.slice(1)) ? 'known' : 'no';
}

interface Place {
  readonly id: TargetId;
  readonly part: Part;
  readonly path: string;
}

function placesNamed(suffix: string): readonly Place[] {
  const inDelivery = propertiesOf(event()).filter(({ path }) => path === suffix);
  return [...propertiesNamed(suffix), ...inDelivery.map(({ path }): Place => ({ id: 'delivery', part: 'body', path }))];
}

/** The places of the operations that a line about the whole service changes. */
function targetsOfService(name: string): readonly Target[] {
  if (name === 'format.instants') {
    return [...operationIds, 'delivery' as const].flatMap((id) =>
      (['body', 'query', 'answer'] as const).flatMap((part) => {
        const schema = schemaOfPart(id, part);
        if (schema === null) return [];
        const instants = propertiesOf(schema).filter(({ isInstant }) => isInstant);
        return instants.map(({ path }): Target => ({ id, what: `${part}.${path}.format` }));
      }),
    );
  }
  const [, kind, word = ''] = /^(events|codes)\.(.+)$/s.exec(name) ?? [];
  if (kind === 'events') {
    const listed = [...placesNamed('events'), ...placesNamed('subscribed_events'), ...placesNamed('event')];
    return listed.map(({ id, part, path }): Target => ({ id, what: `${part}.${path}=${word}` }));
  }
  if (kind === 'codes' && !word.includes('.')) {
    return [{ id: 'createEnvelopeBatch', what: `answer.rows[].error.code=${word}` }];
  }
  return [];
}
