import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { envelopeId } from '../../sending/envelope/view.js';

interface EnvelopeDocumentsOptions {
  readonly id: string;
}

/** `esign envelope documents ID`: the documents of an envelope, and whether they are sealed (A4). */
export function envelopeDocumentsCommand(context: Context): EsignCommand {
  return new EsignCommand('documents')
    .summary('List the documents of an envelope')
    .description('List the documents of an envelope in stacking order, and whether they are sealed.')
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign envelope documents 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'List the documents.')
    .example(
      'esign envelope documents 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --jq .sealed',
      'Print true if they are sealed.',
    )
    .usesOperations('listEnvelopeDocuments')
    .exits(serviceExitCodes)
    .action((id: string) => runEnvelopeDocuments(context, { id }));
}

async function runEnvelopeDocuments(context: Context, { id }: EnvelopeDocumentsOptions): Promise<void> {
  const client = await context.api();
  const { body } = await client.call('listEnvelopeDocuments', { parameters: { envelopeId: id } });
  await context.output.result(body, {
    items: 'documents',
    human: body.sealed ? 'Sealed.' : 'Not sealed yet.',
    table: {
      columns: ['POSITION', 'DOCUMENT', 'NAME', 'PAGES'],
      rows: body.documents.map(({ id: document, position, name, page_count }) => [
        position,
        { id: document },
        name,
        page_count,
      ]),
      empty: 'The envelope has no documents.',
    },
    next: [body.sealed ? `esign envelope download ${id} -o FILE` : `esign envelope draft ${id} -o FILE`],
  });
}
