import type { EmbedOptions } from '../sending/embed/run.js';
import { Option } from 'commander';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { envelopeId } from '../sending/envelope/view.js';
import { recipientAbout } from '../sending/envelope/which-recipient.js';
import { readPort } from '../receiving/listener/arguments.js';
import { maxWaitOption } from '../cli/flags/duration.js';
import type { ShapeBlocks } from '../contract/shape.js';

/** `esign embed ENVELOPE RECIPIENT`: a local page that embeds the signing page like an application. */
export function embedCommand(context: Context): EsignCommand {
  return (
    new EsignCommand('embed')
      .description(
        'Test the embedded signing page of a recipient on a local page. The local page embeds it like your application ' +
          'would, and the command shows every message with its origin and time. Signing URLs are created and renewed ' +
          'automatically and never printed. It exits with 0 when the recipient signs, and with 10 when they decline or ' +
          'delegate, after the service confirms it. The origin of the page must be registered for the brand of the ' +
          'envelope; with the emulator, this is done automatically while the command runs.',
      )
      .argument('<envelope>', 'envelope ID', envelopeId)
      .argument('<recipient>', recipientAbout)
      .addOption(new Option('--port <n>', 'port of the page (default: a free port)').argParser(readPort))
      .addOption(maxWaitOption('wait at most this long (default: 24h)'))
      .option('--open', 'open the page in the browser')
      .example(
        'esign embed 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --open',
        'Sign in an embedded page and watch the messages.',
      )
      .example(
        'esign embed 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f 1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f --port 4700 --json',
        'Use a fixed origin, and print the messages as NDJSON.',
      )
      .usesOperations('mintSigningUrl', 'getEnvelope')
      // The output lines, which are checked there.
      .streams(embedLine)
      .exits(serviceExitCodes, 10, 12, 129, 143)
      .action((envelope: string, recipient: string, options: EmbedOptions) =>
        runEmbed(context, { ...options, envelope, recipient }),
      )
  );
}

async function runEmbed(context: Context, options: EmbedOptions): Promise<void> {
  const { serveHostPage } = await import('../sending/embed/run.js');
  await serveHostPage(context, options);
}

/** The lines of `esign embed` for programs. */
const embedLine = (s: ShapeBlocks) =>
  s.either(
    s.object({
      type: s.literal('ready'),
      url: s.url,
      origin: s.text,
      registered: s.flag,
      envelope_id: s.text,
      recipient_id: s.text,
    }),
    s.object({ type: s.literal('minted'), at: s.instant, why: s.oneOf('first', 'can_remint', 'no_ready') }),
    s.object({ type: s.literal('message'), at: s.instant, origin: s.text, trusted: s.flag, data: s.anything }),
    s.object({
      type: s.literal('ended'),
      at: s.instant,
      status: s.oneOf('signed', 'declined', 'delegated'),
      envelope_status: s.text,
    }),
  );
