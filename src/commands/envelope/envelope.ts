import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { envelopeBatchCommand } from './batch.js';
import { envelopeCreateCommand } from './create.js';
import { envelopeDocumentsCommand } from './documents.js';
import { envelopeDownloadCommand } from './download.js';
import { envelopeDraftCommand } from './draft.js';
import { envelopeGetCommand } from './get.js';
import { envelopeOneOffCommand } from './one-off.js';
import { envelopeSendCommand } from './send.js';
import { envelopeSigningUrlCommand } from './signing-url.js';
import { envelopeVoidCommand } from './void.js';

/** `esign envelope`: one sending of a document to named people. */
export function envelopeCommand(context: Context): EsignCommand {
  return new EsignCommand('envelope')
    .description('One sending of a document to named people. A draft mails nobody until it is sent.')
    .verbs(
      envelopeCreateCommand(context),
      envelopeOneOffCommand(context),
      envelopeBatchCommand(context),
      envelopeGetCommand(context),
      envelopeSendCommand(context),
      envelopeVoidCommand(context),
      envelopeDocumentsCommand(context),
      envelopeDraftCommand(context),
      envelopeDownloadCommand(context),
      envelopeSigningUrlCommand(context),
    );
}
