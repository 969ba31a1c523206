import { basename } from 'node:path';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { positionOf } from '../../cli/flags/identifier.js';
import { addSaveOptions, type SaveOptions, reportWritten, type WrittenFile } from '../../cli/files/written-files.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { caFileOption, type CaOptions, type Trust, trustAt } from '../../sending/sealed-pdf/trust.js';
import { isOneAddress } from '../../sending/envelope/mail-draft.js';
import { mailDrafts, type MailLink } from '../../sending/envelope/signed-copy.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { sealedFile } from '../../sending/sealed-pdf/examine-sealed.js';
import { fetchSealed } from '../../sending/sealed-pdf/fetch-sealed.js';
import { downloadMany, manyShape } from './download-many.js';
import { refuseSources, type WhichEnvelopes } from './which-envelopes.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { sealedFileName } from '../../sending/envelope/evidence-files.js';

interface EnvelopeDownloadOptions extends SaveOptions, CaOptions, WhichEnvelopes {
  readonly id?: string;
  readonly fileName?: string;
  readonly position?: string;
  /** False: keep what has arrived. */
  readonly verify?: boolean;
  readonly mailto?: boolean;
}

/** `esign envelope download ID -o FILE`: the sealed PDFs. */
export function envelopeDownloadCommand(context: Context): EsignCommand {
  const command = new EsignCommand('download')
    .summary('Download the sealed PDFs')
    .description(
      'Download the sealed documents of an envelope, with the certificate of completion. It does not wait: ' +
        'sealing takes about a minute after completion. Several documents need a folder, where the name of each file ' +
        'has the ID of the envelope. Each PDF is verified ' +
        'before it is saved. A PDF that was altered is not saved (exit 9). A PDF that cannot be verified is saved ' +
        'with a warning. The CA of an emulator is found automatically; name any other with --ca-file, otherwise ' +
        'only the seal itself is checked.\n\n' +
        'With --ids, --run or --all, the sealed documents of many envelopes are saved in a folder, with a line for each ' +
        'in its `manifest.ndjson`: run it again to add what is missing. Envelopes that are not sealed are counted.',
    )
    .argument('[envelope]', 'envelope ID', envelopeId)
    .addOption(
      new Option('--position <number>', 'download only this document, counted from 1').argParser(
        positionOf('document position'),
      ),
    );
  command
    .addOption(caFileOption('CA certificates to trust, PEM; repeatable'))
    .aliasFlags({ '--ca': '--ca-file' })
    .option('--ids <file>', 'download the envelopes with these IDs, separated by white space; `-` is stdin')
    .option('--run <name>', 'download the envelopes of a bulk run; see `esign envelope runs`')
    .option('--all', 'download all envelopes that this machine knows')
    .option('--file-name <pattern>', 'name each file of many, for example "{title} {Tenant.name}"')
    .option('--mailto', 'also print a mail to each recipient, as a link that opens a draft; attach the files to it')
    .option('--no-verify', 'save the files without verifying them');
  addSaveOptions(command, 'file or folder/ to write to; `-` is stdout')
    .offers('--ca-file', { files: fileEndings.certificates })
    .example('esign envelope download 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o lease.pdf', 'Download the document.')
    .example(
      'esign envelope download 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o signed/',
      'Download all documents into a folder.',
    )
    .example(
      'esign envelope download 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o signed/ --mailto',
      'Download, and write to everybody who signed.',
    )
    .example(
      'esign envelope download --all -o signed/ --file-name "{title} {Tenant.name}"',
      'Download what is sealed, and in the next run what was added.',
    )
    .usesOperations('listEnvelopeDocuments', 'getEnvelope')
    .prints((s) => {
      const [checked, unchecked] = sealedFile(s);
      const id = { id: s.text };
      const drafts = { drafts: s.optional(s.list(s.object({ name: s.text, email: s.text, mailto: s.text }))) };
      const files = s.list(s.either(checked, unchecked));
      return s.either(
        s.object({ ...id, ...checked.entries, ...drafts }),
        s.object({ ...id, ...unchecked.entries, ...drafts }),
        s.object({ ...id, data: files, ...drafts }),
      );
    })
    .prints(manyShape, '--ids')
    .prints(manyShape, '--run')
    .prints(manyShape, '--all')
    .exits(serviceExitCodes, 9, 13)
    .action(async (id: string | undefined, options: EnvelopeDownloadOptions) => {
      refuseSources(id, options);
      if (id !== undefined) return await runEnvelopeDownload(context, { ...options, id });
      await downloadMany(context, options);
    });
  return command;
}

async function runEnvelopeDownload(
  context: Context,
  options: EnvelopeDownloadOptions & { readonly id: string },
): Promise<void> {
  if (options.fileName !== undefined)
    throw new UsageFailure('--file-name requires --ids, --run or --all.', { hint: 'Use -o FILE.' });
  if (options.mailto === true && options.output === '-') {
    throw new UsageFailure('--mailto needs files to attach.', { code: 'invalid_value', hint: 'Use -o FOLDER/.' });
  }
  const client = await context.api();
  const { body } = await client.call('listEnvelopeDocuments', { parameters: { envelopeId: options.id } });
  const documents = body.documents.filter(
    ({ position }) => options.position === undefined || String(position) === options.position,
  );
  if (documents.length === 0) {
    throw new CommandFailure(
      4,
      'not_found',
      `Document ${options.position ?? ''} not found in this envelope.`.replace(' .', '.'),
      {
        hint: `List the documents with \`esign envelope documents ${options.id}\`.`,
      },
    );
  }
  const paths: string[] = [];
  for (const document of documents) {
    paths.push(await context.files.place(options.output, sealedFileName(document, `-${options.id}`)));
  }
  if (documents.length > 1 && paths[0] === paths[1]) {
    throw new UsageFailure(`The envelope has ${documents.length} documents, but ${options.output} is not a folder.`, {
      code: 'folder_needed',
      hint: 'End the path with / to write into a folder, or choose one document with --position.',
    });
  }
  const addresses = documents.map(({ url }) => (typeof url === 'string' ? url : null));
  const missing = addresses.indexOf(null);
  if (missing !== -1) throw await notSealed(client, options.id, documents[missing]?.position ?? 1, body.sealed);
  const trust = options.verify === false ? null : await trustOf(context, options.caFile ?? []);
  const written: WrittenFile[] = [];
  for (const [index, document] of documents.entries()) {
    const path = paths[index] ?? options.output;
    const target = context.files.target(path, { overwrite: options.force === true });
    const address = addresses[index] ?? '';
    written.push(await fetchSealed(context, client, { document, address, path, target, trust }));
  }
  const names = written.map(({ path }) => basename(path));
  const drafts = options.mailto === true ? await draftsOf(context, client, options.id, names) : null;
  await reportWritten(context, written, { id: options.id, ...(drafts === null ? {} : { drafts }) });
}

/** A mail to each recipient that is not sent. Throws the client's failures. */
async function draftsOf(
  context: Context,
  client: Client,
  id: string,
  files: readonly string[],
): Promise<readonly MailLink[]> {
  const { body } = await client.call('getEnvelope', { parameters: { envelopeId: id } });
  for (const { name, role, email } of body.recipients)
    if (!isOneAddress(email)) context.output.warn(`No draft to ${name} (${role}): not one email address.`);
  return mailDrafts(body, files);
}

const trustOf = (context: Context, files: readonly string[] = []): Promise<Trust> =>
  trustAt(context, files, context.settings().baseUrl?.value ?? null);

/** Why there is nothing to fetch: an envelope that is over without having been completed is never sealed. */
async function notSealed(client: Client, id: string, position: number, sealed: boolean): Promise<CommandFailure> {
  if (sealed) {
    return new CommandFailure(6, 'not_sealed_yet', `Document ${position} is sealed, but it cannot be downloaded yet.`, {
      hint: 'Try again in a moment.',
    });
  }
  const status = await statusOf(client, id);
  const details = status === null ? {} : { details: { envelope_id: id, status } };
  const draft = `esign envelope draft ${id} -o FILE`;
  switch (status) {
    case 'voided':
    case 'declined':
    case 'expired':
      return new CommandFailure(6, 'never_sealed', `The envelope ${overWords[status]} and will not be sealed.`, {
        hint: `Download the last draft with \`${draft}\`.`,
        ...details,
      });
    case 'draft':
      return new CommandFailure(6, 'not_sealed_yet', 'The envelope is a draft and was not sent.', {
        hint: `Send it with \`esign envelope send ${id}\`.`,
        ...details,
      });
    default:
      return new CommandFailure(6, 'not_sealed_yet', `Document ${position} is not sealed yet.`, {
        hint: `Wait with \`esign envelope wait ${id} --until sealed\`,\nor download the draft with \`${draft}\`.`,
        ...details,
      });
  }
}

const overWords = { voided: 'was voided', declined: 'was declined', expired: 'expired' } as const;

/** Null where this key may not read it. */
async function statusOf(client: Client, id: string): Promise<Envelope['status'] | null> {
  try {
    return (await client.call('getEnvelope', { parameters: { envelopeId: id } })).body.status;
  } catch (error) {
    if (error instanceof ServiceFailure) return null;
    throw error;
  }
}
