import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { recipientAbout, whichRecipient } from '../../sending/envelope/which-recipient.js';

interface EnvelopeSigningUrlOptions extends WriteOptions {
  readonly id: string;
  readonly recipient: string;
  readonly print?: boolean;
}

/** `esign envelope signing-url ENVELOPE RECIPIENT --print`: mints a single-use address for an embedded signer. */
export function envelopeSigningUrlCommand(context: Context): EsignCommand {
  const command = new EsignCommand('signing-url')
    .summary('Create a signing URL for an embedded recipient')
    .description(
      'Create a single-use URL for an embedded recipient, valid for 10 minutes. Anyone with the URL can sign. ' +
        'Use it only in the frame that it is for. It is shown with --print only, and never stored.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .argument('<recipient>', recipientAbout)
    .option('--print', 'print the URL to stdout')
    .example(
      'esign envelope signing-url 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --print',
      'Create a URL and print it.',
    )
    .example(
      'esign envelope signing-url 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f 1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f --dry-run',
      'Print the request instead.',
    )
    .usesOperations('mintSigningUrl', 'getEnvelope')
    .plain()
    .exits(serviceExitCodes)
    .action((id: string, recipient: string, options: EnvelopeSigningUrlOptions) => {
      return runEnvelopeSigningUrl(context, { ...options, id, recipient });
    });
  return addWriteOptions(command, 'takes no key');
}

async function runEnvelopeSigningUrl(context: Context, options: EnvelopeSigningUrlOptions): Promise<void> {
  if (options.print !== true && options.dryRun !== true) {
    throw new UsageFailure('A signing URL is a credential and needs --print. None was created.', {
      code: 'missing_option',
      hint: 'Add --print to print it to stdout.',
    });
  }
  const recipientId = await whichRecipient(await context.api(), options.id, options.recipient);
  const done = await write(context, {
    operation: 'mintSigningUrl',
    input: { parameters: { envelopeId: options.id, recipientId } },
    options,
  });
  if (done === null) return;
  const { url, expires_at } = done.body;
  if (context.output.form === 'json') return context.output.result(done.body);
  await context.output.text('url', url);
  context.output.note(`Valid once, until ${context.output.instant(expires_at)}.`);
}
