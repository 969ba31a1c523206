import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseInstant } from '../../cli/flags/duration.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { addSecretInput, readSecrets, type SecretInputOptions } from '../../receiving/endpoint/secret-input.js';

interface WebhookSignOptions extends SecretInputOptions {
  readonly body: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
}

const bodyLimit = 16 * 1024 * 1024;

/** `esign webhook sign`: prints the signature header value for a body, like the service's. */
export function webhookSignCommand(context: Context): EsignCommand {
  const command = new EsignCommand('sign')
    .summary('Sign a body like the service does')
    .description(
      'Print the signature header value that the service would send for a body. With the previous secret it also ' +
        'contains v0.',
    );
  return addSecretInput(command)
    .requiredOption('--body <file>', 'file with the exact bytes to sign; - for stdin')
    .addOption(
      new Option('--at <time>', 'signing time with a time zone (default: now)').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .example('esign webhook sign --secret-file hook.secret --body delivery.json', 'Print a header value with t and v1.')
    .example(
      'esign webhook sign --secret-file new.secret --previous-secret-file old.secret --body delivery.json',
      'Sign as during a rotation, with v0 for the old secret.',
    )
    .prints((s) => s.object({ header: s.text }))
    .plain()
    .exits(localExitCodes)
    .action((options: WebhookSignOptions) => runWebhookSign(context, options));
}

async function runWebhookSign(context: Context, options: WebhookSignOptions): Promise<void> {
  const secrets = await readSecrets(context, options, [options.body]);
  const body = await context.files.read(options.body, { limit: bodyLimit });
  const now = options.at === undefined ? context.clock.now() : Date.parse(options.at);
  await context.output.text('header', writeSignature(secrets, body, Math.floor(now / 1000)));
}
