import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../../../src/core/platform/json.js';

type Json = Readonly<Record<string, unknown>>;

interface Output {
  readonly format: 'json' | 'ndjson';
  /** The operation whose response it is; null for a shape of our own. */
  readonly operation: string | null;
  readonly schema: Json;
}

export interface PrintedCatalogue {
  readonly commands: readonly {
    readonly command: string;
    readonly options: readonly { readonly long: string; readonly short: string | null }[];
    readonly output: Output | null;
    readonly output_with: Readonly<Record<string, Output | null>>;
    readonly no_output: string | null;
  }[];
  readonly schemas: Readonly<Record<string, Json>>;
}

/** What a command printed, against what the catalogue says of it. */
export interface Verdict {
  readonly isOwn: boolean;
  /** The flag that chose this form of output. */
  readonly flag: string | null;
  readonly values: readonly unknown[];
  /** What is wrong with one value; empty for nothing. */
  problems(value: unknown): readonly string[];
}

/**
 * With objects that have no properties but those that they name: a later version may add some, this one prints them.
 */
const closed = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isObject(value) && isObject(value['properties']) && Object.keys(value['properties']).length > 0
      ? { additionalProperties: false, ...value }
      : value,
  ) as Json;

/** Reads what a command printed as the catalogue says that it is; null where that is not JSON of a known shape. */
export function createJudge(catalogue: PrintedCatalogue) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const made = new Map<string, ValidateFunction>();
  /** References point to the root of the document, so the schemas are part of it. */
  const validatorOf = ({ schema, operation }: Output): ValidateFunction => {
    const key = JSON.stringify([schema, operation]);
    const whole = { ...schema, schemas: catalogue.schemas };
    const found = made.get(key) ?? ajv.compile(operation === null ? closed(whole) : whole);
    made.set(key, found);
    return found;
  };
  return (name: string, words: readonly string[], stdout: string): Verdict | null => {
    const entry = catalogue.commands.find(({ command }) => command === `esign ${name}`);
    if (entry === undefined) throw new RangeError(`the catalogue has no command ${name}`);
    const end = words.indexOf('--');
    const flags = (end === -1 ? words : words.slice(0, end)).map((word) => word.split('=')[0]);
    const isGiven = (flag: string): boolean =>
      entry.options.some(({ long, short }) => long === flag && (flags.includes(long) || flags.includes(short ?? '')));
    const flag = Object.keys(entry.output_with).find(isGiven);
    const output = flag === undefined ? entry.output : (entry.output_with[flag] ?? null);
    if (output === null || flags.includes('--jq')) return null;
    const texts = output.format === 'json' ? [stdout] : stdout.split('\n').filter((line) => line !== '');
    if (!texts.every(isJson)) return null;
    const validate = validatorOf(output);
    return {
      isOwn: output.operation === null,
      flag: flag ?? null,
      values: texts.map((text) => JSON.parse(text) as unknown),
      problems: (value) =>
        validate(value)
          ? []
          : [
              // The same in each item of a list is one problem.
              ...new Set(
                (validate.errors ?? []).map(
                  ({ instancePath, message, params }) =>
                    `${instancePath.replaceAll(/\/\d+/g, '/*')} ${message ?? ''} ${JSON.stringify(params)}`,
                ),
              ),
            ],
    };
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
