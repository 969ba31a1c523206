import { exitCodes } from '../cli/exit-code.js';
import { errorCodes, type ErrorCodeRow } from '../contract/error-codes.js';
import { allOf, type CommandNode, synopsisOf } from './node.js';
import { operationSchemas } from './operation-schemas.js';

/**
 * Every command with its arguments, flags, examples, exit codes and operations, and the input, output and errors of
 * those operations, as JSON for programs. A command with one operation returns its response with --json.
 */
export function catalogue(root: CommandNode, version: string): object {
  return {
    version,
    global_options: root.options.filter((option) => option.global).map(optionAsJson),
    exit_codes: exitCodes,
    commands: allOf(root)
      .filter((node) => node.commands.length === 0)
      .map((node) => ({
        command: node.path,
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
      })),
    ...operationSchemas(),
    error_codes: Object.fromEntries(
      Object.entries<ErrorCodeRow>(errorCodes).map(([code, row]) => [code, codeAsJson(row)]),
    ),
    error: errorSchema,
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
}: CommandNode['options'][number]): object => ({
  long,
  short,
  value,
  value_optional: valueOptional,
  required,
  repeatable,
  about,
  choices,
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
        code: { type: 'string', description: 'One of error_codes, or a code of esign itself.' },
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
