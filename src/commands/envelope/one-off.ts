import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { readUploads } from '../../cli/files/upload.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import type { BodyOf } from '../../contract/operations.js';
import { announce, nextStepsFor } from '../../sending/envelope/next-steps.js';
import {
  addCreateOptions,
  addPeopleOptions,
  type CreateOptions,
  listOf,
  type PeopleOptions,
  readBodyFile,
  withSending,
} from '../../sending/envelope/create-options.js';
import { parseField } from '../../sending/envelope/field.js';
import { rolesOfDocuments, titleOf, uploadsIn } from '../../sending/envelope/one-off-defaults.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import { copyDeliveryIn } from '../../sending/envelope/signed-copy.js';
import { remember } from '../../sending/envelope/view.js';
import { envelopeView } from '../../sending/envelope/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface EnvelopeOneOffOptions extends WriteOptions, CreateOptions, PeopleOptions {
  readonly files: readonly string[];
  readonly field?: readonly Readonly<Record<string, unknown>>[];
  readonly input?: string;
}

/** `esign envelope one-off FILE…`: an envelope that carries its own documents and has no template (A1). */
export function envelopeOneOffCommand(context: Context): EsignCommand {
  const command = new EsignCommand('one-off')
    .summary('Create an envelope from files without a template')
    .description(
      'Create an envelope from PDF or Word files. Text tags and form fields in the files become fields; --field ' +
        'adds more. `template prepare --one-off` prints a body with both for --input. It is a draft, unless you add --send.',
    )
    .argument('[file...]', 'PDF or Word files, in order; after those of --input');
  addPeopleOptions(command, 'title that signers see (default: the name of the first file)');
  command.addOption(
    new Option(
      '--field <type=…,role=…,page=…,x=…,y=…,w=…,h=…>',
      'add a field, placed in fractions of the page; also document, label, required, data_key, subject and options; repeatable',
    ).argParser(collect(parseField)),
  );
  addCreateOptions(command);
  command
    .option('--input <file>', 'rest of the request body as YAML or JSON; flags add to it')
    .offers('file', { files: fileEndings.documents })
    .offers('--input', { files: fileEndings.yaml })
    .example(
      'esign envelope one-off lease.pdf --to "Thandi Mokoena <thandi@example.test>"',
      'Create a draft with the fields of the file.',
    )
    .example(
      'esign envelope one-off nda.pdf --title "NDA" --recipient "role=Signer,name=Sipho Dube,email=sipho@example.test" ' +
        '--field "type=signature,role=Signer,page=1,x=0.1,y=0.8,w=0.3,h=0.05"',
      'Create a draft with one signature field.',
    )
    .example(
      'esign envelope one-off tagged.pdf --title "Order" --input people.yaml --send',
      'Use the text tags in the file.',
    )
    .example(
      'esign envelope one-off --input body.json --to "Thandi Mokoena <thandi@example.test>"',
      'Create a draft from a body of `esign template prepare --one-off`.',
    )
    .usesOperations('createOneOffEnvelope')
    .exits(serviceExitCodes)
    .everyday('--recipient', '--field', '--value', '--values-file', '--title', '--send', '--expires-in', '--input')
    .everyday('--dry-run')
    .action((files: string[], options: EnvelopeOneOffOptions) => runEnvelopeOneOff(context, { ...options, files }));
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeOneOff(context: Context, options: EnvelopeOneOffOptions): Promise<void> {
  const from = await readBodyFile(context, options.input, [options.valuesFile, ...options.files]);
  const documents = [...listOf(from, 'documents'), ...(await readUploads(context.files, options.files))];
  if (documents.length === 0) {
    throw new UsageFailure('Missing argument: FILE.', {
      code: 'missing_argument',
      hint: 'Example: esign envelope one-off lease.pdf --to "Thandi Mokoena <thandi@example.test>"',
    });
  }
  const fields = [...listOf(from, 'fields'), ...(options.field ?? [])];
  const title = options.title ?? from['title'] ?? titleOf(uploadsIn(documents)[0]?.filename ?? '-');
  if (title === null) {
    throw new UsageFailure('Missing --title. The file name is not a title.', {
      code: 'missing_option',
      hint: 'Example: --title "Lease 2027"',
    });
  }
  const draft = await withSending(
    context,
    { ...from, title },
    options,
    (values) => Promise.resolve(values),
    rolesOfDocuments(context, uploadsIn(documents), fields),
  );
  const body = { ...draft, documents, ...(fields.length === 0 ? {} : { fields }) };
  if (options.dryRun !== true) await checkSending(context, 'createOneOffEnvelope', { body }, options);
  const done = await write(context, {
    operation: 'createOneOffEnvelope',
    // The client checks the body against its row and names the path of what is wrong.
    input: { body: body as BodyOf<'createOneOffEnvelope'> },
    options,
    ...announce(draft),
  });
  if (done === null) {
    const { refuseForeseenOneOff } = await import('../../sending/envelope/foresee-one-off.js');
    return await refuseForeseenOneOff(context, body, options);
  }
  const delivery = copyDeliveryIn(body);
  await remember(context, [done.body], done, delivery);
  await context.output.result(
    done.body,
    envelopeView(done.body, nextStepsFor(context, done.body), { isSendResponse: true, delivery }),
  );
}
