import type { EmbedOptions } from '../embed/run.js';
import { Option } from 'commander';
import { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { serviceExitCodes } from '../cli/exit-code.js';
import { envelopeId } from '../envelope/arguments.js';
import { recipientAbout } from '../envelope/which-recipient.js';
import { readPort } from '../listen-cli/arguments.js';

/** `esign embed ENVELOPE RECIPIENT`: a page that frames the signing page as an application would. */
export function embedCommand(context: Context): EsignCommand {
  return (
    new EsignCommand('embed')
      .description(
        'Serve a page on this machine that frames the signing page of an embedded recipient, as your application would, ' +
          'and show every message that it is sent, with its origin and its time. It mints the signing URL, mints another ' +
          'one where the messages call for it, and never prints one. Signed ends it with 0, declined and handed over with ' +
          '10; each is believed only once the service says so too. The origin of the page must be registered against the ' +
          "envelope's brand: with the emulator that is done for as long as it runs.",
      )
      .argument('<envelope>', 'the id of the envelope', envelopeId)
      .argument('<recipient>', recipientAbout)
      .addOption(new Option('--port <number>', 'the port of the page; any free one otherwise').argParser(readPort))
      .option('--open', 'open the page in the browser')
      .example(
        'esign embed 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --open',
        'Sign in a frame and watch the messages.',
      )
      .example(
        'esign embed 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f 1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f --port 4700 --json',
        'Always from the same origin, with each message as a line of JSON.',
      )
      .usesOperations('mintSigningUrl', 'getEnvelope')
      // Its lines: it checks them itself.
      .answers(null)
      .exits(serviceExitCodes, 10, 12, 143)
      .action((envelope: string, recipient: string, options: EmbedOptions) =>
        runEmbed(context, { ...options, envelope, recipient }),
      )
  );
}

export async function runEmbed(context: Context, options: EmbedOptions): Promise<void> {
  const { serveHostPage } = await import('../embed/run.js');
  await serveHostPage(context, options);
}
