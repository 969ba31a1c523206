import { Option } from 'commander';
import { basename, extname } from 'node:path';
import type { PreparePageOptions } from '../../authoring/prepare/page/run.js';
import type { Context } from '../../cli/context/context.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { maxWaitOption } from '../../cli/flags/duration.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { readPort } from '../../receiving/listener/arguments.js';

interface TemplatePrepareOptions extends Omit<PreparePageOptions, 'output'> {
  readonly output?: string;
  readonly fields?: string;
  readonly printFields?: boolean;
  readonly oneOff?: boolean;
}

/** The lines of the page of `esign template prepare` for programs. */
const prepareLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), url: s.url, file: s.text }),
    s.object({
      type: s.literal('prepared'),
      file: s.text,
      fields: s.count,
      signatures: s.count,
      people: s.list(s.text),
    }),
  );

/** What is printed about a PDF that was prepared from a file of fields. */
const preparedFile = (s: ShapeBlocks) =>
  s.object({
    file: s.text,
    fields: s.count,
    signatures: s.count,
    people: s.list(s.text),
    warnings: s.list(s.text),
  });

/** The body of `envelope one-off`, as far as `--one-off` writes it. */
const oneOffBody = (s: ShapeBlocks) =>
  s.object({
    title: s.optional(s.text),
    documents: s.list(s.object({ filename: s.text, file: s.text })),
    fields: s.list(s.anything),
  });

/** `esign template prepare FILE`: fields that are drawn on a document before it is uploaded. */
export function templatePrepareCommand(context: Context): EsignCommand {
  return (
    new EsignCommand('prepare')
      .summary('Draw the fields of a file before you upload it')
      .description(
        'Open a local page that shows the pages of a PDF or Word file with the fields that were read. Draw, move, resize ' +
          'and delete fields; say what the signer reads, who fills each in, and what is required. What is doubtful is ' +
          'listed first. Each change is saved at once, as form fields of a new PDF, which you then upload with `template ' +
          'create`. With --as tags they are text tags, which a service takes off the page with what is printed beneath them. --fields takes the fields from a file instead, and --print-fields prints one to start from. This works ' +
          'offline, without a key. Only the first browser that opens the page can use it. A PDF that is signed is refused. ' +
          'A field on a text tag of another service, such as ${name}, or on [Name] takes its place; --brackets makes ' +
          'a field of each [Name]. ' +
          'Answers that are filled in already are left out, and counted. That a service reads form fields of an upload is ' +
          'an assumption: see `esign spec rule create-template.form-fields`; who fills in each, it reads in its own way.',
      )
      .argument('<file>', 'PDF or Word file')
      .offers('file', { files: fileEndings.documents })
      .addOption(new Option('-o, --output <path>', 'prepared PDF (default: NAME.prepared.pdf in this folder)'))
      .offers('--output', { files: ['pdf'] })
      .addOption(new Option('--force', 'overwrite an existing file'))
      .addOption(
        new Option(
          '--fields <file>',
          'write the fields of a YAML or JSON file instead of opening the page; `-` is stdin',
        ),
      )
      .offers('--fields', { files: fileEndings.yaml })
      .addOption(new Option('--print-fields', 'print the fields that were read, as a file for --fields'))
      .addOption(
        new Option(
          '--brackets',
          'make fields of words in brackets that ask for an answer, such as [Company Name] or [Enter here]',
        ),
      )
      .addOption(
        new Option(
          '--as <form>',
          'what to write: form fields (widgets), or text tags that nobody sees, and form fields for what a tag cannot say',
        ).choices(['widgets', 'tags']),
      )
      .addOption(
        new Option(
          '--one-off',
          'print the request body for `envelope one-off --input` instead of writing a PDF: with the fields of --fields, or those that were read',
        ),
      )
      .addOption(new Option('--port <n>', 'port of the page (default: a free port)').argParser(readPort))
      .addOption(maxWaitOption('stop after this long (default: 24h)'))
      .addOption(new Option('--no-open', 'print the URL without opening the browser'))
      .example('esign template prepare lease.pdf', 'Draw fields in the browser, and write lease.prepared.pdf.')
      .example('esign template prepare lease.pdf -o ready.pdf --no-open', 'Print the URL of the page only.')
      .example(
        'esign template prepare lease.pdf --print-fields > fields.yaml',
        'Save the fields that were read, to edit them.',
      )
      .example(
        'esign template prepare lease.pdf --fields fields.yaml',
        'Write the fields of a file into lease.prepared.pdf.',
      )
      .example(
        'esign template prepare lease.pdf --fields fields.yaml --as tags',
        'Write text tags instead of form fields.',
      )
      .example(
        'esign template prepare lease.pdf --fields fields.yaml --one-off > body.json',
        'Print the fields as a request; then run `esign envelope one-off --input body.json`.',
      )
      .streams(prepareLine)
      // Before the others, since it is given beside --fields.
      .prints(oneOffBody, '--one-off')
      .prints(preparedFile, '--fields')
      .prints((s) => s.object({ yaml: s.text }), '--print-fields')
      .plain('--print-fields')
      .exits([0, 1, 2, 5, 8, 12, 130], 129, 143)
      .action((file: string, options: Omit<TemplatePrepareOptions, 'file'>) =>
        runTemplatePrepare(context, { ...options, file }),
      )
  );
}

async function runTemplatePrepare(context: Context, options: TemplatePrepareOptions): Promise<void> {
  const { file, fields, printFields: isPrinted = false, oneOff: isOneOff = false } = options;
  if (isPrinted) {
    if (fields !== undefined) throw new UsageFailure('--print-fields cannot be combined with --fields.');
    if (isOneOff) throw new UsageFailure('--print-fields cannot be combined with --one-off.');
    const { printFields } = await import('../../authoring/prepare/from-file.js');
    return await printFields(context, file, options.brackets);
  }
  if (fields !== undefined && options.brackets === true) {
    throw new UsageFailure('--brackets cannot be combined with --fields.', {
      hint: 'Add it to --print-fields, which prints them for --fields.',
    });
  }
  if (fields === '-' && file === '-') throw new UsageFailure('Only one of the file and --fields can be `-` (stdin).');
  const name = preparedName(file);
  if (isOneOff) {
    if (options.output !== undefined) {
      throw new UsageFailure('--one-off cannot be combined with --output.', {
        hint: 'It prints the body: redirect it into a file with `>`.',
      });
    }
    if (options.as !== undefined) throw new UsageFailure('--one-off cannot be combined with --as.');
    const { printOneOff } = await import('../../authoring/prepare/from-file.js');
    const { titleOf } = await import('../../sending/envelope/one-off-defaults.js');
    return await printOneOff(context, { ...options, filename: name, title: titleOf(file) });
  }
  const output = await context.files.place(options.output ?? name, name);
  if (fields !== undefined) {
    const { prepareFromFile } = await import('../../authoring/prepare/from-file.js');
    return await prepareFromFile(context, { ...options, fields, output });
  }
  const { prepareOnPage } = await import('../../authoring/prepare/page/run.js');
  await prepareOnPage(context, { ...options, output });
}

/** `lease.pdf` and `lease.prepared.pdf` become `lease.prepared.pdf`. */
function preparedName(file: string): string {
  const name = file === '-' ? 'document' : basename(file, extname(file));
  return `${name.replace(/\.prepared$/, '')}.prepared.pdf`;
}
