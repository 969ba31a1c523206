import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { leavesOpen } from '../../client/failure.js';
import type { EventName } from '../../contract/events.js';
import { brandId, eventOption } from '../../receiving/endpoint/arguments.js';
import { type ReservedFile, reserveSecretFile } from '../../receiving/endpoint/reserved-file.js';
import {
  addSecretOptions,
  placeSecretFile,
  secretFileName,
  type SecretOptions,
  showSecret,
} from '../../receiving/endpoint/secret-file.js';

interface WebhookRegisterOptions extends WriteOptions, SecretOptions {
  readonly url: string;
  readonly event: readonly EventName[];
  readonly brand?: string;
}

/** `esign webhook register`: a new endpoint; its secret is shown once. */
export function webhookRegisterCommand(context: Context): EsignCommand {
  const command = new EsignCommand('register')
    .summary('Register a webhook endpoint')
    .description('Register a webhook endpoint. Its signing secret is shown once.')
    .requiredOption('--url <url>', 'public https URL that receives the events')
    .addOption(eventOption('event to deliver (repeatable)').makeOptionMandatory())
    .addOption(new Option('--brand <id>', 'deliver events of this brand only').argParser(brandId));
  addSecretOptions(command)
    .example(
      'esign webhook register --url https://app.example.com/hooks --event envelope.sealed --secret-file hook.secret',
      'Write the secret to a file.',
    )
    .example(
      'esign webhook register --url https://app.example.com/hooks --event envelope.completed --event envelope.declined',
      'Subscribe to two events and print the secret.',
    )
    .usesOperations('registerWebhook')
    .prints({ of: 'registerWebhook' })
    .prints({ of: 'getWebhook' }, '--secret-file')
    .exits(serviceExitCodes)
    .action((options: WebhookRegisterOptions) => runWebhookRegister(context, options));
  return addWriteOptions(command, 'takes no key');
}

async function runWebhookRegister(context: Context, given: WebhookRegisterOptions): Promise<void> {
  const options = await placeSecretFile(context, given, secretFileName(given.url));
  const file = options.dryRun === true ? null : await reserveSecretFile(context, options);
  try {
    await register(context, options, file);
  } finally {
    await file?.release();
  }
}

async function register(context: Context, options: WebhookRegisterOptions, file: ReservedFile | null): Promise<void> {
  const done = await write(context, {
    operation: 'registerWebhook',
    input: {
      body: {
        url: options.url,
        events: [...options.event],
        ...(options.brand === undefined ? {} : { brand_id: options.brand }),
      },
    },
    options,
  }).catch((error: unknown) => {
    if (leavesOpen(error)) {
      context.output.note(
        'If `esign webhook list` shows the endpoint, rotate its secret, which no receiver has yet: ' +
          'esign webhook rotate ID --secret-file FILE',
      );
    }
    throw error;
  });
  if (done === null) return;
  const { id, secret } = done.body;
  await file?.store(secret).catch((error: unknown) => {
    if (!(error instanceof FileFailure)) throw error;
    // Nobody has the first secret yet, so a rotation breaks no receiver.
    throw new FileFailure(
      'output',
      error.file,
      `${error.message} Endpoint ${id} is registered, but its secret is lost.`,
      {
        code: error.code,
        hint: `Rotate the secret, which no receiver has yet: esign webhook rotate ${id} --secret-file FILE`,
      },
    );
  });
  await showSecret(context, done.body, options, file !== null);
}
