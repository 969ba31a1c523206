import { defaultOutput } from '../write/result-fields.js';
import { dryRunShape } from '../write/dry-run.js';
import { exitCodes } from '../failure/exit-code.js';
import type { Printed } from '../flags/command.js';
import { errorCodes, type ErrorCodeRow } from '../../contract/error-codes.js';
import type { Components } from '../../contract/json-schema.js';
import { operations } from '../../contract/operations.js';
import * as blocks from '../../contract/shape-blocks.js';
import { type CommandNode, leavesOf, synopsisOf } from './node.js';
import { answerSchema, catalogueComponents, operationSchemas } from './operation-schemas.js';

/** Counts the changes of its own shape that a program has to follow. */
const catalogueVersion = 1;

type Json = Readonly<Record<string, unknown>>;

/**
 * Every command with its arguments, flags, examples, exit codes and operations, the JSON Schema of its input and of its
 * output, and the input, output and errors of the operations, as JSON for programs.
 */
export async function catalogue(root: CommandNode, version: string): Promise<object> {
  const components = catalogueComponents();
  const described = operationSchemas(components);
  const commands: Json[] = [];
  for (const node of leavesOf(root)) {
    // One after another, so that the schemas have one order.
    commands.push({ ...commandAsJson(node), ...(await outputOf(node, components)) });
  }
  return {
    catalogue_version: catalogueVersion,
    version,
    global_options: root.options.filter((option) => option.global).map(optionAsJson),
    exit_codes: exitCodes,
    commands,
    operations: described,
    schemas: components.schemas,
    error_codes: Object.fromEntries(
      Object.entries<ErrorCodeRow>(errorCodes).map(([code, row]) => [code, codeAsJson(row)]),
    ),
    error: errorSchema,
  };
}

const commandAsJson = (node: CommandNode): Json => ({
  command: node.path,
  aliases: node.aliases,
  synopsis: synopsisOf(node),
  summary: node.summary,
  description: node.description,
  arguments: node.arguments.map(({ name, about, required, variadic, choices }) => ({
    name,
    about,
    required,
    variadic,
    choices,
  })),
  options: node.options.filter((option) => !option.global).map(optionAsJson),
  examples: node.examples,
  exit_codes: node.exitCodes,
  operations: node.operations,
  input: inputSchema(node),
});

/** The arguments and flags of a command, by their names, as one object. */
function inputSchema({ arguments: taken, options }: CommandNode): Json {
  const own = options.filter((option) => !option.global && option.long !== null);
  const word = (choices: readonly string[]): Json => ({
    type: 'string',
    ...(choices.length > 0 ? { enum: choices } : {}),
  });
  const several = (item: Json, isMany: boolean): Json => (isMany ? { type: 'array', items: item } : item);
  const ofFlag = ({ value, valueOptional, choices, repeatable }: CommandNode['options'][number]): Json => {
    if (value === null) return { type: 'boolean' };
    return several(valueOptional ? { type: ['string', 'boolean'] } : word(choices), repeatable);
  };
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...taken.map(({ name, about, choices, variadic }) => [
        name,
        { description: about, ...several(word(choices), variadic) },
      ]),
      ...own.map((option) => [option.long, { description: option.about, ...ofFlag(option) }]),
    ]),
    required: [
      ...taken.filter(({ required }) => required).map(({ name }) => name),
      ...own.filter(({ required }) => required).map(({ long }) => long),
    ],
    additionalProperties: false,
  };
}

/** What a list adds to the response of the service. */
const cutSchema: Json = { type: 'object', properties: { more: { type: 'boolean' } }, required: ['more'] };

/**
 * What it prints with --json, and with --json and a flag, of which the first one given counts; null with the reason where
 * that has no schema.
 */
async function outputOf(node: CommandNode, components: Components): Promise<Json> {
  if (node.noOutput !== null) return { output: null, output_with: {}, no_output: node.noOutput };
  const { outputs } = node;
  const asJson = async (printed: Printed | null, format: 'json' | 'ndjson'): Promise<Json | null> => {
    if (printed === null) return null;
    if (typeof printed === 'function') {
      return { format, operation: null, schema: components.refer(await printed(blocks), { basis: null }) };
    }
    const answer = answerSchema(printed.of, operations[printed.of], components);
    const schema = printed.more === true ? { allOf: [answer, cutSchema] } : answer;
    return { format, operation: printed.of, schema };
  };
  const plain = outputs.find(({ flag }) => flag === null);
  const printed = plain?.printed ?? defaultOutput(node.operations);
  const isDry =
    node.options.some(({ long }) => long === '--dry-run') && !outputs.some(({ flag }) => flag === '--dry-run');
  if (printed === null) throw new Error(`${node.path} does not say what it prints with --json`);
  const others: Record<string, Json | null> = isDry ? { '--dry-run': await asJson(dryRunShape, 'json') } : {};
  for (const { flag, printed: other, format } of outputs) {
    if (flag !== null) others[flag] = await asJson(other, format);
  }
  return {
    output: await asJson(printed, plain?.format ?? 'json'),
    output_with: others,
    no_output: null,
  };
}

const optionAsJson = ({
  long,
  short,
  value,
  valueOptional,
  required,
  repeatable,
  about,
  choices,
  default: usual,
}: CommandNode['options'][number]): object => ({
  long,
  short,
  value,
  value_optional: valueOptional,
  required,
  repeatable,
  about,
  choices,
  default: usual,
});

const codeAsJson = ({ status, retry, meaning, next }: ErrorCodeRow): object => ({ status, retry, meaning, next });

/** The error object on stderr when a command fails with --json. */
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'hint', 'exit_code'],
      properties: {
        code: {
          type: 'string',
          description: 'One of error_codes, or a code of esign itself; `esign explain` knows each.',
        },
        message: { type: 'string' },
        hint: { type: ['string', 'null'], description: 'What to do next.' },
        exit_code: { enum: exitCodes.map(({ code }) => code) },
        status: { type: 'integer', description: 'The HTTP status of a refused request.' },
        operation: { type: 'string' },
        idempotency_key: {
          type: 'string',
          description: 'Retry the command with it within 24 hours: nothing happens twice.',
        },
        outcome_unknown: { type: 'boolean', description: 'The service may have processed the request.' },
      },
    },
  },
} as const;
