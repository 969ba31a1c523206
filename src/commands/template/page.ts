import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { positionOf, uuidOf } from '../../cli/flags/identifier.js';
import { addSaveOptions, reportWritten, type SaveOptions, writtenFile } from '../../cli/files/written-files.js';

interface TemplatePageOptions extends SaveOptions {
  readonly document: string;
  readonly page: string;
}

/** `esign template page DOCUMENT N`: one page of a document as a PDF (A5). */
export function templatePageCommand(context: Context): EsignCommand {
  const command = new EsignCommand('page')
    .summary('Download one page of a document')
    .description('Download one page of a document of a template or envelope as a PDF.')
    .argument('<document>', 'ID of the document', documentId)
    .argument('<page>', 'page number, from 1', positionOf('page number'))
    .example('esign template page 2c9d1e0f-3b4a-4c5d-8e6f-7a8b9c0d1e2f 1 -o page-1.pdf', 'Save page 1.')
    .example('esign template page 2c9d1e0f-3b4a-4c5d-8e6f-7a8b9c0d1e2f 1 -o - | pdftotext - -', 'Print its text.')
    .usesOperations('getDocumentPage')
    .prints(writtenFile)
    .exits(serviceExitCodes)
    .action((document: string, page: string, options: TemplatePageOptions) =>
      runTemplatePage(context, { ...options, document, page }),
    );
  return addSaveOptions(command, 'file or folder/ to write to; `-` is stdout');
}

async function runTemplatePage(context: Context, options: TemplatePageOptions): Promise<void> {
  const output = await context.files.place(options.output, `page-${options.page}-${options.document}.pdf`);
  const target = context.files.target(output, { overwrite: options.force === true });
  const client = await context.api();
  const parameters = { documentId: options.document, page: options.page };
  const { bytes } = await client.download('getDocumentPage', { parameters }, target);
  await reportWritten(context, [{ path: output, bytes }]);
}

/** A reader for an ID that is checked before the network. */
const documentId = uuidOf('document', 'esign template get ID --json=documents');
