import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { requireBaseUrl } from '../../config/settings.js';

interface SpecShowOptions {
  readonly service?: boolean;
}

/** `esign spec show`: the OpenAPI description, ours or the one that the service publishes. */
export function specShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .summary('Print the OpenAPI description')
    .description(
      'Print the OpenAPI description that esign is built on, or with --service the one the service publishes.',
    )
    .option('--service', 'fetch the description from the service; it needs no key')
    .example('esign spec show > openapi.json', 'Save the description that esign is built on.')
    .example("esign spec show --service --jq '.info.version'", 'The version that the service says it has.')
    .usesOperations('getSpecification')
    .exits(serviceExitCodes)
    .action((options: SpecShowOptions) => runSpecShow(context, options));
}

async function runSpecShow(context: Context, options: SpecShowOptions): Promise<void> {
  if (options.service === true) {
    const client = await context.api({ baseUrl: requireBaseUrl(context.settings()), apiKey: null });
    const { body } = await client.call('getSpecification', {});
    return context.output.result(body);
  }
  const { openApi } = await import('../../contract/openapi.js');
  await context.output.result(openApi());
}
