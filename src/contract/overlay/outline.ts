import { lazy } from '../../core/platform/lazy.js';
import { type OperationId, operationIds, operations } from '../operations.js';
import { type Operation, type Part, schemaAt } from '../operation.js';
import { event } from '../resources/event.js';
import type { Schema } from '../schema.js';
import { propertiesOf, type PropertyFacts } from '../structure.js';
import { withBound } from './bounds.js';
import { readyOutline } from './ready-outline.js';

/** The webhook delivery takes lines like an operation whose body it is. */
export type TargetId = OperationId | 'delivery';

/** What lines of a contract file are checked against: an operation without its schemas. */
export interface TargetOutline {
  readonly method: Operation['method'];
  readonly path: string;
  readonly status: number;
  readonly parameters: readonly string[];
  /** Where in the shapes each part is. */
  readonly parts: { readonly [Each in Part]?: number };
}

/** What a line may change of a property. */
export interface PropertyOutline extends PropertyFacts {
  /** Whether it has such a bound: in requests only. */
  readonly min: boolean;
  readonly max: boolean;
}

/**
 * `shapes` has a text for each form of a part, since many operations share one, with a line for each property: its path,
 * `@` for an instant, `-` and `+` for a bound, and its values. It is searched as it is.
 */
interface Outline {
  readonly targets: Readonly<Record<TargetId, TargetOutline>>;
  readonly shapes: readonly string[];
}

interface PartPlace {
  readonly id: TargetId;
  readonly part: Part;
}

/** One property of one operation, or of a delivery. */
export interface PropertyPlace extends PartPlace {
  /** `recipients[].email`. */
  readonly path: string;
  readonly facts: PropertyOutline;
}

const parts: readonly Part[] = ['body', 'query', 'answer'];
const targetIds: readonly TargetId[] = [...operationIds, 'delivery'];

/** Made by the build: to make all schemas takes longer than a command that calls the service needs for itself. */
const outline = lazy((): Outline => (readyOutline === null ? makeOutline() : (JSON.parse(readyOutline) as Outline)));

/** For each shape, the parts that have it. */
const holders = lazy((): readonly (readonly PartPlace[])[] => {
  const places = targetIds.flatMap((id) => parts.map((part) => ({ id, part, shape: outlineOf(id).parts[part] })));
  return outline().shapes.map((_, index) => places.filter(({ shape }) => shape === index));
});

const shapeOf = (id: TargetId, part: Part): string => outline().shapes[outlineOf(id).parts[part] ?? -1] ?? '';

export const outlineOf = (id: TargetId): TargetOutline => outline().targets[id];

/** The outline of every operation, from their schemas. */
export function makeOutline(): Outline {
  const texts: string[] = [];
  const placed = (text: string): number => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const targets = operationIds.map((id): readonly [TargetId, TargetOutline] => {
    const row: Operation = operations[id];
    const { method, path, answer, parameters } = row;
    const own = parts.flatMap((part): readonly [Part, number][] => {
      const schema = schemaAt(row, part);
      return schema === null ? [] : [[part, placed(shapeText(schema, part !== 'answer'))]];
    });
    const status = answer.status;
    return [id, { method, path, status, parameters: Object.keys(parameters), parts: Object.fromEntries(own) }];
  });
  const body = placed(shapeText(event(), false));
  const delivery: TargetOutline = { method: 'POST', path: '', status: 200, parameters: [], parts: { body } };
  return { targets: Object.fromEntries([...targets, ['delivery', delivery]]) as Outline['targets'], shapes: texts };
}

function shapeText(schema: Schema, isRequest: boolean): string {
  const marks = (path: string): string =>
    (['min', 'max'] as const)
      .filter((kind) => isRequest && withBound(schema, path, { kind, value: 1 }) !== null)
      .map((kind) => (kind === 'min' ? '-' : '+'))
      .join('');
  const lines = propertiesOf(schema)
    .flatMap(({ path, isInstant, values }) => {
      const ofItems = marks(`${path}[]`);
      const own = `${path}\t${isInstant ? '@' : ''}${marks(path)}\t${values?.join() ?? ''}\n`;
      return ofItems === '' ? [own] : [own, `${path}[]\t${ofItems}\t\n`];
    })
    .join('');
  return `\n${lines}`;
}

/** The property on the line that begins at an offset. */
function propertyOn(text: string, at: number): PropertyOutline {
  const [path = '', marks = '', values = ''] = text.slice(at, text.indexOf('\n', at)).split('\t');
  const has = (mark: string): boolean => marks.includes(mark);
  const words = values === '' ? null : values.split(',');
  return { path, values: words, isInstant: has('@'), min: has('-'), max: has('+') };
}

const isProperty = (path: string): boolean => !path.endsWith('[]');

/** A property of a part, or the items of a list that have a bound; undefined without one. */
export function boundedAt(id: TargetId, part: Part, path: string): PropertyOutline | undefined {
  const text = shapeOf(id, part);
  const at = /[\t\n]/.test(path) ? -1 : text.indexOf(`\n${path}\t`);
  return at === -1 ? undefined : propertyOn(text, at + 1);
}

export const propertyAt = (id: TargetId, part: Part, path: string): PropertyOutline | undefined =>
  isProperty(path) ? boundedAt(id, part, path) : undefined;

/** Every property of every operation and of a delivery that a path such as `recipients[].email` ends. */
export function propertiesNamed(suffix: string): readonly PropertyPlace[] {
  if (/[\t\n]/.test(suffix)) return [];
  return outline().shapes.flatMap((text, index) => {
    const found = linesWith(text, `${suffix}\t`).filter(
      ({ path }) => isProperty(path) && (path === suffix || path.endsWith(`.${suffix}`)),
    );
    return found.length === 0
      ? []
      : (holders()[index] ?? []).flatMap((place) => found.map((facts) => ({ ...place, path: facts.path, facts })));
  });
}

const isTarget = (id: string): id is TargetId => Object.hasOwn(outline().targets, id);

const instantMark = '\t@';

export const hasInstants = (id: string): boolean =>
  isTarget(id) && parts.some((part) => shapeOf(id, part).includes(instantMark));

/** The paths of the instants of a part. */
export const instantsOf = (id: string, part: Part): readonly string[] =>
  isTarget(id) ? linesWith(shapeOf(id, part), instantMark).map(({ path }) => path) : [];

/** Every instant of every operation and of a delivery. */
export const instants = (): readonly Omit<PropertyPlace, 'facts'>[] =>
  targetIds.flatMap((id) => parts.flatMap((part) => instantsOf(id, part).map((path) => ({ id, part, path }))));

/** The properties on whose line a text stands. */
function linesWith(text: string, some: string): readonly PropertyOutline[] {
  const found: PropertyOutline[] = [];
  for (let at = text.indexOf(some); at !== -1; at = text.indexOf(some, at + 1)) {
    found.push(propertyOn(text, text.lastIndexOf('\n', at) + 1));
  }
  return found;
}
