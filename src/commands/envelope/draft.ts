import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { positionOf } from '../../cli/flags/identifier.js';
import { addSaveOptions, type SaveOptions, reportWritten, writtenOfEnvelope } from '../../cli/files/written-files.js';
import { envelopeId } from '../../sending/envelope/view.js';

interface EnvelopeDraftOptions extends SaveOptions {
  readonly id: string;
  readonly position: string;
}

/** `esign envelope draft ID -o FILE`: a document in its current state, stamped DRAFT. */
export function envelopeDraftCommand(context: Context): EsignCommand {
  const command = new EsignCommand('draft')
    .summary('Download a document in its current state')
    .description(
      'Download a document of a sent envelope with all answers so far, DRAFT on every page, and a page that ' +
        'lists who has not signed. It is a snapshot and proves nothing. The service renders each draft on request ' +
        'and limits how many you get per minute.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .addOption(
      new Option('--position <number>', 'document, counted from 1')
        .default('1')
        .argParser(positionOf('document position')),
    );
  addSaveOptions(command, 'file or folder/ to write to; `-` is stdout')
    .example('esign envelope draft 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o draft.pdf', 'Download the first document.')
    .example(
      'esign envelope draft 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --position 2 -o - | pdftotext - -',
      'Print the text of the second one.',
    )
    .usesOperations('getEnvelopeDraft')
    .prints(writtenOfEnvelope)
    .exits(serviceExitCodes)
    .action((id: string, options: EnvelopeDraftOptions) => runEnvelopeDraft(context, { ...options, id }));
  return command;
}

async function runEnvelopeDraft(context: Context, options: EnvelopeDraftOptions): Promise<void> {
  const output = await context.files.place(options.output, `draft-${options.position}-${options.id}.pdf`);
  const target = context.files.target(output, { overwrite: options.force === true });
  const client = await context.api();
  const parameters = { envelopeId: options.id, position: options.position };
  const { bytes } = await client.download('getEnvelopeDraft', { parameters }, target);
  await reportWritten(context, [{ path: output, bytes }], { id: options.id });
}
