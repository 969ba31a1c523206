import { join } from 'node:path';
import { packageRoot } from '../../core/platform/package-files.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { isCatalogue, partOfCatalogue } from '../../cli/docs-gen/catalogue-part.js';

/** `esign spec catalogue [COMMAND…]`: every command, flag and schema, or those of some, for tools and agents. */
export function specCatalogueCommand(context: Context): EsignCommand {
  return new EsignCommand('catalogue')
    .alias('catalog')
    .summary('Print every command, flag and schema as JSON')
    .description(
      'Print every command with its arguments, flags, examples and exit codes, the JSON Schema of its input and of what ' +
        'it prints with --json, and every operation with its schemas, for tools and agents. With a command or a group of ' +
        'commands, print only that part; its `--help --json` prints the same. Works offline.',
    )
    .argument('[command...]', 'command or group of commands, for example: envelope create')
    .example("esign spec catalogue --jq '.commands[].command'", 'List the names of all commands.')
    .example(
      "esign spec catalogue envelope create --jq '.commands[0].output'",
      'Show the schema of what a command prints.',
    )
    .example(
      "esign spec catalogue --jq '.operations.createEnvelope'",
      'Show the input, output and errors of an operation.',
    )
    .prints(catalogueShape)
    .exits(localExitCodes)
    .action((words: readonly string[]) => runSpecCatalogue(context, words));
}

/** `output` of a command: the schema of what it prints with --json, of each line for `ndjson`. */
const catalogueShape = (s: ShapeBlocks) => {
  const schema = s.record(s.anything);
  const output = s.object({ format: s.oneOf('json', 'ndjson'), operation: s.nullable(s.text), schema });
  const option = s.object({
    long: s.nullable(s.text),
    short: s.nullable(s.text),
    value: s.nullable(s.text),
    value_optional: s.flag,
    required: s.flag,
    repeatable: s.flag,
    about: s.text,
    choices: s.list(s.text),
    default: s.nullable(s.text),
  });
  return s.object({
    catalogue_version: s.count,
    version: s.text,
    global_options: s.list(option),
    exit_codes: s.list(s.anything),
    commands: s.list(
      s.object({
        command: s.text,
        aliases: s.list(s.text),
        synopsis: s.text,
        summary: s.text,
        description: s.text,
        arguments: s.list(
          s.object({
            name: s.text,
            about: s.text,
            required: s.flag,
            variadic: s.flag,
            choices: s.list(s.text),
          }),
        ),
        options: s.list(option),
        examples: s.list(s.object({ line: s.text, about: s.text })),
        exit_codes: s.list(s.exitCode),
        operations: s.list(s.text),
        input: schema,
        output: s.nullable(output),
        output_with: s.record(s.nullable(output)),
        no_output: s.nullable(s.text),
      }),
    ),
    operations: s.record(s.anything),
    schemas: s.record(schema),
    error_codes: s.record(s.anything),
    error: schema,
  });
};

/** Built with each release, from the command tree and the contract; a contract file has its own operations. */
async function runSpecCatalogue(context: Context, words: readonly string[]): Promise<void> {
  const path = join(packageRoot(), 'completions', 'commands.json');
  const released: unknown = JSON.parse(await context.files.readText(path, { limit: 16 * 1024 * 1024 }));
  if (!isCatalogue(released)) throw new Error(`${path} is not a catalogue`);
  const contract = (await contractInUse(context.settings()))?.contract;
  const whole =
    contract === undefined
      ? released
      : (await import('../../cli/docs-gen/operation-schemas.js')).withRows(released, (id) => contract.row(id));
  await context.output.result(words.length === 0 ? whole : partOfCatalogue(whole, words), { ids: [] });
}
