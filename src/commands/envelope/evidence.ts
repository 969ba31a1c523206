import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Option } from 'commander';
import { reason } from '../../core/platform/durable-file.js';
import { OutputFailure } from '../../core/platform/output-failure.js';
import { writeOutputFile } from '../../core/platform/output-file.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, FileFailure } from '../../cli/failure/failure.js';
import type { Client } from '../../client/client.js';
import type { Envelope, EnvelopeDocuments } from '../../contract/resources/envelope.js';
import { deliveryBody, listDeliveries } from '../../store/deliveries.js';
import { caFileOption, type CaOptions, type Trust, trustAt } from '../../sending/sealed-pdf/trust.js';
import { envelopeId } from '../../sending/envelope/view.js';
import {
  type EvidenceFile,
  evidenceFiles,
  genuineDeliveries,
  type SealedFile,
  sealedFileName,
  sha256,
  writesAbout,
} from '../../sending/envelope/evidence-files.js';
import { examineSealed } from '../../sending/sealed-pdf/examine-sealed.js';
import { openMemory } from '../../sending/envelope/known-status.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface EnvelopeEvidenceOptions extends CaOptions {
  readonly id: string;
  readonly output: string;
  readonly force?: boolean;
  readonly unfinished?: boolean;
}

/** `esign envelope evidence ID -o DIR|FILE.zip`: what proves how an envelope came about, in one place. */
export function envelopeEvidenceCommand(context: Context): EsignCommand {
  return new EsignCommand('evidence')
    .summary('Collect the evidence of an envelope')
    .description(
      'Collect the evidence of an envelope in a new folder or a .zip file: the sealed PDFs, each verified first ' +
        '(exit 9 if one was altered), the envelope and its documents as the service returns them, the verified ' +
        'deliveries that this machine received, the requests that it sent, and manifest.json with the SHA-256 of ' +
        'each file. `sha256sum -c SHA256SUMS` checks all files. It contains no secrets and no signing URLs. The ' +
        'same state gives the same bytes.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .addOption(new Option('-o, --output <path>', 'new folder or .zip file to write to').makeOptionMandatory())
    .option('--force', 'overwrite an existing .zip file')
    .option('--unfinished', 'also collect what exists before the envelope is sealed')
    .addOption(caFileOption('CA certificates to trust, PEM; repeatable'))
    .aliasFlags({ '--ca': '--ca-file' })
    .offers('--ca-file', { files: fileEndings.certificates })
    .offers('--output', { files: ['zip'] })
    .example('esign envelope evidence 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o evidence', 'Write a folder.')
    .example('esign envelope evidence 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o evidence.zip', 'Write one file.')
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(evidence)
    .exits(serviceExitCodes, 9)
    .action((id: string, options: Omit<EnvelopeEvidenceOptions, 'id'>) =>
      runEnvelopeEvidence(context, { ...options, id }),
    );
}

const evidence = (s: ShapeBlocks) =>
  s.object({
    output: s.text,
    id: s.text,
    status: s.text,
    sealed: s.nullable(s.flag),
    files: s.list(s.object({ path: s.text, bytes: s.count, sha256: s.text })),
  });

async function runEnvelopeEvidence(context: Context, options: EnvelopeEvidenceOptions): Promise<void> {
  const { id } = options;
  const full = context.files.resolve(options.output);
  const zipped = isArchive(options.output);
  await checkPlace(options.output, full, zipped, options.force === true);
  const client = await context.api();
  const parameters = { envelopeId: id };
  const { body: envelope } = await client.call('getEnvelope', { parameters });
  const { body: documents } = await client.call('listEnvelopeDocuments', { parameters });
  if (options.unfinished !== true) requireEnd(envelope, documents);
  const { host } = await openMemory(context);
  const state = await context.state();
  const genuine = genuineDeliveries(listDeliveries(state, { envelope: id }), host);
  const deliveries = genuine.map((delivery) => ({ delivery, body: deliveryBody(state, delivery) }));
  const writes = writesAbout(await (await context.journal()).listRequests(), id, host);
  const trust = await trustAt(context, options.caFile ?? [], context.settings().baseUrl?.value ?? null);
  const working = join(dirname(full), `.esign-${randomBytes(8).toString('hex')}.part`);
  try {
    await inPlace(options.output, () => mkdir(working, { mode: 0o700 }));
    const sealed = documents.sealed ? await fetchSealed(context, client, documents, working, trust) : [];
    const files = evidenceFiles({ host, envelope, documents, sealed, deliveries, writes });
    if (zipped) {
      const { zipFiles } = await import('../../document/zip-files.js');
      await context.files.write(options.output, zipFiles(files), { private: true, overwrite: options.force === true });
    } else {
      await inPlace(options.output, () => writeFolder(working, full, options.output, files));
    }
    await tell(context, options.output, full, files, { envelope, sealed: documents.sealed });
  } finally {
    await rm(working, { recursive: true, force: true });
  }
}

/** A path that ends in a slash is a folder, whatever its name. */
const isArchive = (path: string): boolean => /\.zip$/i.test(path);

function requireEnd({ id, status }: Envelope, { sealed }: EnvelopeDocuments): void {
  if (['voided', 'declined', 'expired'].includes(status) || sealed) return;
  const completed = status === 'completed';
  throw new CommandFailure(
    6,
    completed ? 'not_sealed_yet' : 'not_over',
    `The envelope is ${status} ${completed ? 'but not sealed yet' : 'and can still change'}.`,
    {
      hint: `Wait with \`esign envelope wait ${id} --until sealed\`,\nor collect what exists now with --unfinished.`,
    },
  );
}

async function checkPlace(path: string, full: string, zipped: boolean, force: boolean): Promise<void> {
  const found = await stat(full).catch(() => undefined);
  const isEmpty = found?.isDirectory() === true && (await readdir(full).catch(() => ['?'])).length === 0;
  if (found === undefined || (zipped ? found.isFile() && force : isEmpty)) return;
  throw new FileFailure('output', path, `${path} already exists and was not changed.`, {
    code: 'file_exists',
    hint: zipped ? 'Use another file, or overwrite it with --force.' : 'Use a folder that does not exist yet.',
  });
}

/** Fetches each sealed PDF into the working folder; one that is proven altered ends it (9). */
async function fetchSealed(
  context: Context,
  client: Client,
  { documents }: EnvelopeDocuments,
  working: string,
  trust: Trust,
): Promise<readonly SealedFile[]> {
  const sealed: SealedFile[] = [];
  for (const document of documents) {
    const { position, url } = document;
    if (typeof url !== 'string') {
      throw new CommandFailure(
        6,
        'not_sealed_yet',
        `Document ${position} is sealed, but it cannot be downloaded yet.`,
        {
          hint: 'Try again in a moment.',
        },
      );
    }
    const path = join(working, `${position}.fetched`);
    const file = `documents/${sealedFileName(document)}`;
    let facts: Readonly<Record<string, unknown>> = {};
    const examine = async (pdf: Buffer): Promise<void> => {
      const examined = await examineSealed(pdf, { ...document, file }, trust);
      if (examined.warning !== null) context.output.warn(examined.warning);
      facts = examined.facts;
    };
    await client.downloadFrom(url, { kind: 'file', path, overwrite: false }, { examine });
    sealed.push({ path: file, bytes: await readFile(path), position, facts });
    await rm(path);
  }
  return sealed;
}

/** The folder appears whole or not at all. */
async function writeFolder(
  working: string,
  full: string,
  shown: string,
  files: readonly EvidenceFile[],
): Promise<void> {
  for (const { path, bytes } of files) {
    const target = join(working, ...path.split('/'));
    await writeOutputFile(target, bytes, { shown, private: true, makesFolder: true });
  }
  await rename(working, full);
}

async function inPlace<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OutputFailure) throw error;
    throw new FileFailure('output', path, `Cannot write ${path}: ${reason(error)}.`);
  }
}

async function tell(
  context: Context,
  path: string,
  full: string,
  files: readonly EvidenceFile[],
  { envelope, sealed }: { readonly envelope: Envelope; readonly sealed: boolean },
): Promise<void> {
  const pdfs = files.filter((each) => each.path.startsWith('documents/')).length;
  const events = files.filter((each) => each.path.startsWith('deliveries/')).length;
  const value: Shaped<typeof evidence> = {
    output: full,
    id: envelope.id,
    status: envelope.status,
    sealed,
    files: files.map((each) => ({ path: each.path, bytes: each.bytes.length, sha256: sha256(each.bytes) })),
  };
  const check = isArchive(path) ? `unzip ${path} -d evidence && cd evidence` : `cd ${path}`;
  await context.output.result(value, {
    human: `Wrote ${path}: ${pdfs} sealed ${pdfs === 1 ? 'PDF' : 'PDFs'}, ${events} ${events === 1 ? 'delivery' : 'deliveries'}, ${files.length} files in all.`,
    ids: [full],
    items: 'files',
    next: [`${check} && sha256sum -c SHA256SUMS`],
  });
}
