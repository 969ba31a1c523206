import { contractInUse } from '../../cli/context/contract.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { requireBaseUrl } from '../../core/config/settings.js';

interface SpecShowOptions {
  readonly service?: boolean;
}

/** `esign spec show`: the OpenAPI description of esign, or the published one. */
export function specShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .summary('Print the OpenAPI description')
    .description(
      'Print the OpenAPI description that esign uses, with the lines of the contract file in use, or with --service the ' +
        'one that the service publishes.',
    )
    .option('--service', 'get the description from the service; no key is needed')
    .example('esign spec show > openapi.json', 'Save the description that esign uses.')
    .example("esign spec show --service --jq '.info.version'", 'Show the API version of the service.')
    .usesOperations('getSpecification')
    .prints({ of: 'getSpecification' })
    .exits(serviceExitCodes)
    .action((options: SpecShowOptions) => runSpecShow(context, options));
}

async function runSpecShow(context: Context, options: SpecShowOptions): Promise<void> {
  if (options.service === true) {
    const client = await context.api({ baseUrl: requireBaseUrl(context.settings()), apiKey: null });
    const { body } = await client.call('getSpecification', {});
    return context.output.result(body);
  }
  const { openApiWithExamples } = await import('../../contract/openapi-examples.js');
  await context.output.result(openApiWithExamples((await contractInUse(context.settings()))?.contract));
}
