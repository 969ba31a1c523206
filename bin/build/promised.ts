import { type Commands, localTools } from '../../src/cli/agents/local-tools.js';
import { offered, type Tool, toolOf } from '../../src/cli/agents/tools.js';
import { environment } from '../../src/cli/docs-gen/environment.js';
import { exitCodes } from '../../src/cli/failure/exit-code.js';
import { ownCodes } from '../../src/cli/failure/own-codes.js';
import { profileKeys } from '../../src/core/config/profiles.js';
import { isObject } from '../../src/core/platform/json.js';

type Json = Readonly<Record<string, unknown>>;

interface Flag {
  readonly long: string | null;
  readonly short: string | null;
  readonly value: string | null;
  readonly value_optional: boolean;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly choices: readonly string[];
  readonly default: string | null;
}

interface Output {
  readonly operation: string | null;
  readonly schema: Json;
}

/** As much of the catalogue of commands as its promises are made from. */
export interface Described {
  readonly global_options: readonly Flag[];
  readonly commands: readonly {
    readonly command: string;
    readonly aliases: readonly string[];
    readonly arguments: readonly {
      readonly required: boolean;
      readonly variadic: boolean;
      readonly choices: readonly string[];
    }[];
    readonly options: readonly Flag[];
    readonly output: Output | null;
    readonly output_with: Readonly<Record<string, Output | null>>;
  }[];
  readonly schemas: Readonly<Record<string, Json>>;
}

interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Json } };
}

/** As much of the OpenAPI document of the emulator's own routes as their promises are made from. */
export interface DescribedRoutes {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters: readonly { readonly name: string; readonly in: string }[];
            readonly requestBody?: Content;
            readonly responses: Readonly<Record<string, Content>>;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** What scripts rely on (`.github/VERSIONS.md`): headings such as a command, each with the words that it promises. */
export type Promises = ReadonlyMap<string, ReadonlySet<string>>;

/** A word of this start is a demand: adding one to a command breaks scripts, and taking one away does not. */
const demand = 'needs:';

/** All promises of a program: of its catalogue and the emulator's own routes, its own error codes, the tools of agents. */
export function programPromises(catalogue: Described & Commands, routes: DescribedRoutes): Promises {
  const codes = ownCodes().flatMap(({ code, exits }) => [code, ...exits.map((exit) => `${code}:${exit}`)]);
  const tools = [...offered('all').map((id) => toolOf(id)), ...localTools(catalogue, true)];
  return new Map([
    ...promisesOf(catalogue),
    ...routePromises(routes),
    ['error codes', new Set(codes)] as const,
    ...tools.map((tool) => [`tool ${tool.name}`, toolWords(tool)] as const),
  ]);
}

const toolWords = ({ inputSchema: { properties, required } }: Tool): ReadonlySet<string> =>
  new Set([...Object.keys(properties), ...required.map((name) => `${demand}${name}`)]);

/**
 * The promises of the emulator's own routes: `?limit` is a parameter of the query, a key one of the body, and
 * `200:Clock` the status and the shape of the answer.
 */
export function routePromises({ paths, components: { schemas } }: DescribedRoutes): Promises {
  const found = new Map<string, ReadonlySet<string>>();
  const named = new Set<string>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const [[status = '', answer] = []] = Object.entries(responses).filter(([code]) => /^\d+$/.test(code));
      const query = parameters.filter(({ in: place }) => place === 'query');
      const taken = keyWords(inlined(schemaIn(requestBody), schemas), new Set());
      const shape = answer?.content === undefined ? '' : nameIn(schemaIn(answer), named);
      found.set(
        `route ${method.toUpperCase()} ${path}`,
        new Set([`${status}:${shape}`, ...query.map(({ name }) => `?${name}`), ...[...taken].flatMap(takenWords)]),
      );
    }
  }
  for (const name of named) found.set(`route shape ${name}`, keyWords(schemas[name] ?? {}, named));
  return found;
}

const schemaIn = (from: Content | undefined): Json => from?.content?.['application/json'].schema ?? {};

const inlined = (schema: Json, schemas: Readonly<Record<string, Json>>): Json =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isObject(value) && '$ref' in value ? inlined(schemas[nameIn(value, new Set())] ?? {}, schemas) : value,
  ) as Json;

function takenWords(word: string): readonly string[] {
  const [, key = word, mark] = /^(.*?)(\?)?:/.exec(word) ?? [];
  return mark === undefined ? [key, `${demand}${key}`] : [key];
}

/**
 * The promises of a catalogue. `--flag` can be given without a value, `--flag=` with one, `--flag=…` several times;
 * `#1` is the first argument, `default:--flag=20` the value of a flag that is left out. A key of JSON has its kinds, and `?` when it can be missing; what the service answers is
 * only named by its operation, since it changes with the service.
 */
export function promisesOf({ commands, global_options: globals, schemas }: Described): Promises {
  const found = new Map<string, ReadonlySet<string>>([
    ['exit codes', new Set(exitCodes.map(({ code, name }) => `${code}:${name}`))],
    ['environment', new Set(environment.flatMap(({ name }) => name.split(', ')))],
    ['profiles.json', new Set(Object.keys(profileKeys))],
    ['global options', new Set(globals.flatMap(flagWords))],
  ]);
  const named = new Set<string>();
  for (const { command, aliases, arguments: taken, options, output, output_with: others } of commands) {
    const own = new Set([
      ...aliases.map((alias) => `alias:${alias}`),
      ...taken.flatMap(({ required, variadic, choices }, index) => [
        `#${index + 1}`,
        ...(variadic ? [`#${index + 1}…`] : []),
        ...choices.map((choice) => `#${index + 1}=${choice}`),
        ...(required ? [`${demand}#${index + 1}`] : []),
      ]),
      ...options.flatMap(flagWords),
    ]);
    found.set(command, own);
    for (const [form, printed] of [['--json', output] as const, ...Object.entries(others)]) {
      if (printed === null) continue;
      if (printed.operation !== null) own.add(`prints:${form}:${printed.operation}`);
      else if (typeof printed.schema['$ref'] === 'string') own.add(`prints:${form}:${nameIn(printed.schema, named)}`);
      else found.set(`${command} prints with ${form}`, keyWords(printed.schema, named));
    }
  }
  // A shape can name another one, which then joins those that are walked.
  for (const name of named) found.set(`shape ${name}`, keyWords(schemas[name] ?? {}, named));
  return found;
}

const flagWords = ({ long, short, value, value_optional: optional, default: usual, ...flag }: Flag): string[] =>
  long === null
    ? []
    : [
        ...(short === null ? [] : [short]),
        ...(value === null || optional ? [long] : []),
        ...(value === null ? [] : [`${long}=`]),
        ...(flag.repeatable ? [`${long}=…`] : []),
        ...flag.choices.map((choice) => `${long}=${choice}`),
        ...(usual === null ? [] : [`default:${long}=${usual.replaceAll(/\s/g, '_')}`]),
        ...(flag.required ? [`${demand}${long}`] : []),
      ];

/** The keys of a shape as words: `data[].id:string`, and of a line of a stream `ended/compared:number`. */
function keyWords(schema: Json, named: Set<string>): ReadonlySet<string> {
  const words = new Set<string>();
  const kindsOf = (given: readonly Json[], path: string): string => {
    const each = given.flatMap(alternatives);
    const kinds = each.flatMap((one) => ('$ref' in one ? [nameIn(one, named)] : jsonKinds(one)));
    const items = each.flatMap(({ items: item }) => (isObject(item) ? [item] : []));
    if (items.length > 0) kinds.push(`${kindsOf(items, `${path}[]`)}[]`);
    const values = each.flatMap(({ additionalProperties: value }) => (isObject(value) ? [value] : []));
    if (values.length > 0) kindsOf(values, `${path}.*`);
    const shaped = each.filter(isShaped);
    for (const label of new Set(shaped.map(labelOf))) {
      keysOf(
        shaped.filter((one) => labelOf(one) === label),
        `${path}${label}`,
      );
    }
    return [...new Set(kinds)].toSorted().join('|');
  };
  const keysOf = (objects: readonly Shaped[], path: string): void => {
    const start = path === '' || path.endsWith('/') ? path : `${path}.`;
    for (const key of new Set(objects.flatMap(({ properties }) => Object.keys(properties)))) {
      const kinds = kindsOf(
        objects.flatMap(({ properties: { [key]: one } }) => (one === undefined ? [] : [one])),
        `${start}${key}`,
      );
      const isAlways = objects.every(({ required }) => required?.includes(key) === true);
      words.add(`${start}${key}${isAlways ? '' : '?'}:${kinds}`);
    }
  };
  kindsOf([schema], '');
  return words;
}

interface Shaped extends Json {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const isShaped = (schema: Json): schema is Shaped => isObject(schema['properties']);

/** Lines of a stream are told apart by their `type`. */
const labelOf = ({ properties }: Shaped): string =>
  typeof properties['type']?.['const'] === 'string' ? `${properties['type']['const']}/` : '';

const alternatives = (schema: Json): readonly Json[] =>
  ['anyOf', 'allOf'].reduce<readonly Json[]>(
    (all, key) => (Array.isArray(schema[key]) ? (schema[key] as Json[]).flatMap(alternatives) : all),
    [schema],
  );

function jsonKinds({ type, const: value, enum: values }: Json): string[] {
  if (value !== undefined) return [value === null ? 'null' : typeof value];
  if (Array.isArray(values)) return values.map((each) => (each === null ? 'null' : typeof each));
  return [type ?? 'any']
    .flat()
    .flatMap((kind) => (kind === 'array' ? [] : [kind === 'integer' ? 'number' : `${kind}`]));
}

function nameIn(schema: Json, named: Set<string>): string {
  const name = String(schema['$ref']).split('/').at(-1) ?? '';
  named.add(name);
  return name;
}

/** The promises as a text with lines of at most 120 characters. */
export function writePromises(promises: Promises): string {
  const paragraphs = [...promises]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, words]) =>
      [...words].toSorted().reduce((text, word) => {
        const line = text.slice(text.lastIndexOf('\n') + 1);
        const isRoom = line.startsWith(' ') && line.length + word.length < 120;
        return `${text}${isRoom ? ' ' : '\n  '}${word}`;
      }, heading),
    );
  return `${paragraphs.join('\n')}\n`;
}

/** Reads the text of `writePromises`. */
export function readPromises(text: string): Promises {
  const found = new Map<string, Set<string>>();
  let words = new Set<string>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    if (!line.startsWith(' ')) found.set(line, (words = new Set()));
    else for (const word of line.trim().split(' ')) words.add(word);
  }
  return found;
}

/** What a program with these promises breaks of earlier ones, one line each. */
export function broken(earlier: Promises, now: Promises): readonly string[] {
  return [...earlier].flatMap(([heading, words]) => {
    const present = now.get(heading);
    if (present === undefined) return [`${heading}: gone`];
    const gone = [...words].filter((word) => !word.startsWith(demand) && !present.has(word));
    const demanded = [...present].filter((word) => word.startsWith(demand) && !words.has(word));
    return [...gone.map((word) => `${heading}: ${word}: gone`), ...demanded.map((word) => `${heading}: ${word}: new`)];
  });
}

/** Earlier promises with those of this program beside them. */
export function withNew(earlier: Promises, now: Promises): Promises {
  const promised = ([heading, words]: readonly [string, ReadonlySet<string>]): [string, ReadonlySet<string>] => [
    heading,
    new Set([...[...words].filter((word) => !word.startsWith(demand)), ...(now.get(heading) ?? [])]),
  ];
  return new Map([...now, ...[...earlier].map(promised)]);
}
