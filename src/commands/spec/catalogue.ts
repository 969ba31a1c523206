import { join } from 'node:path';
import { packageRoot } from '../../platform/package-files.js';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { localExitCodes } from '../../cli/exit-code.js';

/** `esign spec catalogue`: every command, flag and schema, for tools and agents. */
export function specCatalogueCommand(context: Context): EsignCommand {
  return new EsignCommand('catalogue')
    .alias('catalog')
    .summary('Print every command, flag and schema as JSON')
    .description(
      'Print every command with its arguments, flags, examples and exit codes, and every operation with the JSON Schemas ' +
        'of its input and output, for tools and agents. Works offline.',
    )
    .example("esign spec catalogue --jq '.commands[].command'", 'List the names of all commands.')
    .example(
      "esign spec catalogue --jq '.operations.createEnvelope'",
      'Show the input, output and errors of an operation.',
    )
    .exits(localExitCodes)
    .action(() => runSpecCatalogue(context));
}

/** Built with each release, from the command tree and the contract. */
async function runSpecCatalogue(context: Context): Promise<void> {
  const path = join(packageRoot(), 'completions', 'commands.json');
  await context.output.result(JSON.parse(await context.files.readText(path, { limit: 16 * 1024 * 1024 })), { ids: [] });
}
