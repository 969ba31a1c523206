import { isObject } from '../../core/platform/json.js';
import { lazy } from '../../core/platform/lazy.js';
import { openApi } from '../openapi.js';
import { type OperationId, operations } from '../operations.js';
import type { Contract, OwnHeader } from '../overlay/contract.js';
import type { ContractLine } from '../overlay/line.js';
import { emptyTranslation, translatedPath, type Translation } from '../overlay/translation.js';
import { compareShapes } from '../published/compare-shapes.js';
import { PublishedDocument } from '../published/document.js';
import { anything, either, type Property, readShape, type Shape } from '../published/shape.js';
import { isInstant, isUuid } from '../schema.js';
import { type Evidence, isoFormat } from './evidence.js';
import { namesAlike } from '../published/alike.js';

/** What an answer shows that our description says otherwise. */
export interface Judgement {
  /** What settles it. */
  readonly lines: readonly ContractLine[];
  /** What no line settles, a clause each. */
  readonly problems: readonly string[];
}

const plainDocument = lazy(() => openApi());
const maxProblems = 10;

/** Our shape of a body or an answer, with our names; null where it has none. */
export function shapeOf(id: OperationId, part: 'body' | 'answer'): Shape | null {
  const document = new PublishedDocument(plainDocument());
  const row = operations[id];
  const operation = document.resolve(
    document.resolve(document.resolve(document.root['paths'])?.[row.path])?.[row.method.toLowerCase()],
  );
  const holder =
    part === 'body'
      ? document.resolve(operation?.['requestBody'])
      : document.resolve(document.resolve(operation?.['responses'])?.[String(row.answer.status)]);
  const content = document.resolve(document.resolve(holder?.['content'])?.['application/json']);
  return content === null ? null : readShape(document, content['schema']);
}

/**
 * Compares the body of a success with our description of it, and adds to the evidence what it shows. `expected` are
 * values by their paths, such as `status: draft`: another word there is the service's word for it.
 */
export function judgeAnswer(
  contract: Contract,
  id: OperationId,
  body: unknown,
  { evidence, expected = {} }: { readonly evidence: Evidence; readonly expected?: Readonly<Record<string, string>> },
): Judgement {
  const ours = shapeOf(id, 'answer');
  if (ours === null) return { lines: [], problems: [] };
  if (!isObject(body)) return { lines: [], problems: ['the answer is not a JSON object'] };
  const inside = contract.translation(id, 'answer');
  const place = {
    operation: id,
    path: 'answer',
    direction: 'received',
    inside,
    own: undefined,
    isSample: true,
  } as const;
  // What one value does not show is not a difference, so that only what breaks counts.
  const broken = compareShapes(ours, inferShape(body), place).filter(({ breaks }) => breaks);
  const lines = broken.flatMap(({ correction }) => correction ?? []);
  const problems = broken
    .filter(({ correction }) => correction === null)
    .map(({ where, ours: mine, theirs, candidates }) => {
      const maybe = candidates.length === 0 ? '' : `, which may be ${candidates.slice(0, 5).join(', ')}`;
      const name = where.replace(/^answer\.?/, '');
      return theirs === null ? `${name} is missing${maybe}` : `${name} is ${theirs} instead of ${mine ?? 'nothing'}`;
    });
  const walk: Walk = { contract, id, evidence, expected, lines: [], problems: [] };
  look(walk, ours, body, '', inside);
  return {
    lines: [...lines, ...walk.lines],
    problems: [...problems, ...walk.problems].slice(0, maxProblems),
  };
}

interface Walk {
  readonly contract: Contract;
  readonly id: OperationId;
  readonly evidence: Evidence;
  readonly expected: Readonly<Record<string, string>>;
  readonly lines: ContractLine[];
  readonly problems: string[];
}

/** Goes through an object of the service along our shape of it. */
function look(walk: Walk, ours: Shape, value: unknown, before: string, words: Translation): void {
  if (Array.isArray(value)) {
    const item = ours.item?.();
    if (item !== undefined) for (const one of value.slice(0, 20)) look(walk, item, one, `${before}[]`, words);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, property] of ours.properties) {
    const own = words[name];
    const called = own?.to ?? name;
    if (!Object.hasOwn(value, called)) continue;
    const path = before === '' ? name : `${before}.${name}`;
    walk.evidence.set(`${walk.id}.answer.${path}`, called);
    const shape = property.shape();
    const found = value[called];
    lookAtValue(walk, shape, found, path, own);
    look(walk, shape, found, path, own?.inside ?? emptyTranslation());
  }
}

function lookAtValue(
  { id, evidence, expected, lines, problems }: Walk,
  shape: Shape,
  found: unknown,
  path: string,
  own: Translation[string] | undefined,
): void {
  const place = `${id}.answer.${path}`;
  const text = typeof found === 'string' ? found : null;
  if (shape.format === 'date-time' && found !== null) {
    if (text !== null && isInstant(text)) evidence.set(`${place}.format`, isoFormat);
    else if (text !== null) problems.push(`${path} is not an ISO 8601 instant`);
    else if (typeof found === 'number' && own?.format !== undefined && own.format !== null)
      evidence.set(`${place}.format`, own.format);
    return;
  }
  if (text === null) return;
  if (shape.format === 'uuid' && !isUuid(text)) problems.push(`${path} is not a uuid`);
  const wanted = expected[path];
  const mine = Object.entries(own?.values ?? {}).find(([, as]) => as === text)?.[0] ?? text;
  if (wanted !== undefined && mine !== wanted) {
    const isKnown = shape.values?.has(mine) === true;
    if (shape.values !== null && !isKnown && /^[\w.:-]{1,100}$/.test(text)) {
      lines.push({ name: `${place}=${wanted}`, value: text });
    } else problems.push(`${path} is ${shown(text)} instead of ${wanted}`);
    return;
  }
  if (shape.values === null) return;
  if (shape.values.has(mine)) evidence.set(`${place}=${mine}`, text);
  else problems.push(`${path} is ${shown(text)}, instead of one of ${[...shape.values].join(', ')}`);
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

/**
 * What was sent and came back otherwise, or not at all: a name that a service does not know it may pass over in
 * silence. Both in our words.
 */
export function notEchoed(sent: unknown, answered: unknown, before = ''): readonly string[] {
  if (Array.isArray(sent) && Array.isArray(answered)) {
    return sent.slice(0, 10).flatMap((item: unknown, at) => notEchoed(item, answered[at], `${before}[${at}]`));
  }
  if (!isObject(sent) || !isObject(answered)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = before === '' ? name : `${before}.${name}`;
    if (!Object.hasOwn(answered, name)) return [];
    const back = answered[name];
    if (typeof value === 'object' && value !== null) return notEchoed(value, back, path);
    const isCompared = (typeof value === 'string' && !isInstant(value)) || typeof value === 'boolean';
    return isCompared && back !== value ? [`${path} was sent, and the answer has another value`] : [];
  });
}

/** What a refused body shows of a name: the service's own name for a property, or one of ours that it does not know. */
type NameJudgement =
  | { readonly kind: 'renamed'; readonly line: ContractLine }
  | { readonly kind: 'unknown_there'; readonly path: string; readonly isOptional: boolean };

/** Reads the property that a refusal names at its start (Errors); null when it names none of the body. */
export function judgeNames(contract: Contract, id: OperationId, message: string): NameJudgement | null {
  const [theirs = ''] = /^[\w-]+(?:\[\d+\])?(?:\.[\w-]+(?:\[\d+\])?)*(?=\s)/.exec(message) ?? [];
  if (theirs === '') return null;
  const words = contract.translation(id, 'body') ?? emptyTranslation();
  const path = translatedPath(theirs, words, 'from').replace(/\[\d+\]/g, '[]');
  const steps = path.split('.');
  const last = (steps.at(-1) ?? '').replace('[]', '');
  const parent = shapeAt(shapeOf(id, 'body'), steps.slice(0, -1));
  if (parent === null) return null;
  const property = parent.properties.get(last);
  if (property !== undefined) {
    const isUnknown = /not (?:a property|allowed|known|recogni[sz]ed|permitted)|unknown|unexpected|unrecogni[sz]ed/i;
    return isUnknown.test(message) ? { kind: 'unknown_there', path, isOptional: !property.required } : null;
  }
  const alike = [...parent.properties.keys()].filter((name) => namesAlike(name, last));
  const [ours] = alike;
  if (ours === undefined || alike.length > 1) return null;
  const at = [...steps.slice(0, -1), ours].join('.');
  return { kind: 'renamed', line: { name: `${id}.body.${at}`, value: last } };
}

function shapeAt(shape: Shape | null, steps: readonly string[]): Shape | null {
  return steps.reduce<Shape | null>((found, step) => {
    const inside = found?.properties.get(step.replace('[]', ''))?.shape() ?? null;
    return step.endsWith('[]') ? (inside?.item?.() ?? null) : inside;
  }, shape);
}

const deepest = 12;
const maxProperties = 300;
const maxItems = 20;

/**
 * What one JSON value shows of its schema: types, formats told by the value, and the order of its properties. A list
 * shows what its first items have in common. Bounded, since the value comes from anywhere.
 */
function inferShape(value: unknown, depth = 0): Shape {
  if (depth > deepest) return anything;
  if (value === null) return { ...anything, types: new Set(['null']) };
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item: unknown) => inferShape(item, depth + 1));
    const item = items.length === 0 ? null : items.reduce(either);
    return { ...anything, types: new Set(['array']), item: item === null ? null : () => item };
  }
  switch (typeof value) {
    case 'object':
      return { ...anything, types: new Set(['object']), properties: new Map(propertiesOf(value, depth)) };
    case 'string':
      return { ...anything, types: new Set(['string']), format: formatOf(value) };
    case 'number':
      return {
        ...anything,
        types: new Set([Number.isInteger(value) ? 'integer' : 'number']),
        format: unixFormat(value),
      };
    case 'boolean':
      return { ...anything, types: new Set(['boolean']) };
    default:
      return anything;
  }
}

function propertiesOf(value: object, depth: number): readonly [string, Property][] {
  return Object.entries(value)
    .slice(0, maxProperties)
    .map(([name, inside]: [string, unknown]) => [name, { required: true, shape: () => inferShape(inside, depth + 1) }]);
}

function formatOf(text: string): string | null {
  if (text.length > 40) return null;
  if (isUuid(text)) return 'uuid';
  return isInstant(text) ? 'date-time' : null;
}

/** The years 2001 to 2100; null for a number that counts or measures something. */
function unixFormat(value: number): 'unix_seconds' | 'unix_milliseconds' | null {
  if (value >= 1e9 && value < 4.2e9) return 'unix_seconds';
  return value >= 1e12 && value < 4.2e12 ? 'unix_milliseconds' : null;
}

/** Compares the headers of a success with those that it should have, by the names that the service has for them. */
export function judgeHeaders(
  contract: Contract,
  expected: readonly OwnHeader[],
  answered: readonly (readonly [name: string, value: string])[],
): Judgement {
  const names = answered.map(([name]) => name);
  const missing = expected.filter((own) => !has(names, contract.header(own)));
  const judged = missing.map((own) => {
    const alike = names.filter((name) => namesAlike(own, name) && !expected.some((other) => isSame(other, name)));
    const [name] = alike;
    return name !== undefined && alike.length === 1
      ? { line: { name: `headers.${own}`, value: name } }
      : { problem: `the header ${contract.header(own)} is missing` };
  });
  return {
    lines: judged.flatMap(({ line }) => line ?? []),
    problems: judged.flatMap(({ problem }) => problem ?? []),
  };
}

/** The name that a message gives the key's header: `Missing header X-Request-Key`. */
export function keyHeaderSaid(message: string, own: string): string | null {
  const words = message.match(/\b[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+\b/g) ?? [];
  return words.find((word) => /key|idempot/i.test(word) && !isSame(word, own)) ?? null;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const has = (names: readonly string[], wanted: string): boolean => names.some((name) => isSame(name, wanted));
