import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { positionOf } from '../../cli/identifier.js';
import { addSaveOptions, type SaveOptions, sayWritten } from '../../cli/save.js';
import { envelopeId } from '../../envelope/arguments.js';

interface EnvelopeDraftOptions extends SaveOptions {
  readonly id: string;
  readonly position: string;
}

/** `esign envelope draft ID -o FILE`: a document as it stands mid-flight, stamped DRAFT. */
export function envelopeDraftCommand(context: Context): EsignCommand {
  const command = new EsignCommand('draft')
    .summary('Render a document as it stands, stamped DRAFT')
    .description(
      'Render a document of a sent envelope as it stands: every answer so far, DRAFT on every page, and a page that ' +
        'lists who is outstanding. A snapshot, not evidence; each call is a full render and is limited per minute.',
    )
    .argument('<id>', 'the id of the envelope', envelopeId)
    .addOption(
      new Option('--position <number>', 'which document, from 1')
        .default('1')
        .argParser(positionOf('document position')),
    );
  addSaveOptions(command, 'where to write the PDF; `-` is stdout')
    .example('esign envelope draft 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o draft.pdf', 'The first document.')
    .example(
      'esign envelope draft 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --position 2 -o - | pdftotext - -',
      'The text of the second one.',
    )
    .usesOperations('getEnvelopeDraft')
    .exits(serviceExitCodes)
    .action((id: string, options: EnvelopeDraftOptions) => runEnvelopeDraft(context, { ...options, id }));
  return command;
}

async function runEnvelopeDraft(context: Context, options: EnvelopeDraftOptions): Promise<void> {
  const target = context.files.target(options.output, { overwrite: options.force === true });
  const client = await context.api();
  const parameters = { envelopeId: options.id, position: options.position };
  const { bytes } = await client.download('getEnvelopeDraft', { parameters }, target);
  await sayWritten(context, [{ path: options.output, bytes }]);
}
