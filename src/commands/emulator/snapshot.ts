import { basename, dirname, extname, join } from 'node:path';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { control, findEmulator } from '../../cli/emulator/control.js';
import { writeSnapshot } from '../../cli/emulator/snapshot-file.js';
import { downloadSnapshot } from '../../cli/emulator/snapshot-transfer.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { pluralize } from '../../cli/context/counted.js';

interface EmulatorSnapshotOptions {
  readonly output?: string;
  readonly seedFile?: string;
  readonly seedSchema?: boolean;
  readonly force?: boolean;
}

/** `esign emulator snapshot`: all data of the emulator as a text file. */
export function emulatorSnapshotCommand(context: Context): EsignCommand {
  return new EsignCommand('snapshot')
    .summary('Write the data of the emulator to a file')
    .description(
      'Write all data and the clock of the emulator to a text file. It can be compared line by line: rows have a fixed ' +
        'order, and documents are listed by SHA-256. For identical bytes each time, freeze the clock first. The file ' +
        'contains webhook secrets and links, so only you can read it. It does not contain the two initial API keys.\n\n' +
        'With --seed-file, write a YAML file for people instead, which `emulator start --seed-file` starts with: what ' +
        'happened to each envelope as steps, and the documents in a folder beside it. It contains no keys, secrets, mails, ' +
        'deliveries and authorisations.',
    )
    .addOption(new Option('-o, --output <file>', 'file or folder/ to write to; - for stdout'))
    .addOption(new Option('--seed-file <file>', 'write a seed file, and its documents in a folder named after it'))
    .addOption(new Option('--seed-schema', 'print the JSON Schema of seed files, for editors'))
    .addOption(new Option('--force', 'overwrite an existing file'))
    .offers('--output', { files: fileEndings.json })
    .offers('--seed-file', { files: fileEndings.yaml })
    .example('esign emulator snapshot -o half-done.json', 'Save a snapshot for a test.')
    .example('esign emulator snapshot -o - | jq .tables.envelopes', 'Show a part of the data.')
    .example('esign emulator snapshot --seed-file service.yaml', 'Save what a project starts with.')
    .prints((s) => s.object({ file: s.text, rows: s.record(s.count), files: s.count }))
    .prints((s) => s.object({ file: s.text, documents: s.list(s.text) }), '--seed-file')
    .prints(
      (s) =>
        s.object({
          title: s.text,
          type: s.text,
          properties: s.record(s.anything),
          required: s.list(s.text),
          additionalProperties: s.flag,
        }),
      '--seed-schema',
    )
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorSnapshotOptions) => runEmulatorSnapshot(context, options));
}

async function runEmulatorSnapshot(context: Context, options: EmulatorSnapshotOptions): Promise<void> {
  const { output, seedFile, seedSchema, force = false } = options;
  const wanted = [output, seedFile, seedSchema].filter((each) => each !== undefined);
  if (wanted.length !== 1) {
    throw new UsageFailure('Use one of --output, --seed-file and --seed-schema.', {
      code: wanted.length === 0 ? 'missing_option' : 'conflicting_options',
      hint: 'Example: esign emulator snapshot -o half-done.json',
    });
  }
  if (seedSchema === true) {
    const { seedFileSchema } = await import('../../emulator/emulator.js');
    return await context.output.result(await seedFileSchema(), { ids: [] });
  }
  if (seedFile !== undefined) return await writeSeedFile(context, seedFile, force);
  await writeWhole(context, output ?? '-', force);
}

async function writeWhole(context: Context, path: string, overwrite: boolean): Promise<void> {
  const output = await context.files.place(path, 'snapshot.json');
  if (output !== '-') await context.files.check(output, { overwrite });
  const emulator = { base: await findEmulator(context) };
  if (output === '-') {
    return await downloadSnapshot(context, emulator, async (body) => {
      for await (const part of body as AsyncIterable<Buffer>) await context.output.bytes(part);
    });
  }
  const { file, rows, files } = await downloadSnapshot(context, emulator, (body) =>
    writeSnapshot(context, output, body, overwrite),
  );
  await context.output.result(
    { file, rows, files },
    {
      human: `Wrote ${output}: ${pluralize(rows['envelopes'] ?? 0, 'envelope')}, ${pluralize(files, 'file')}.`,
      ids: [file],
    },
  );
}

interface WrittenSeed {
  readonly yaml: string;
  readonly files: readonly { readonly name: string; readonly pdf: string }[];
}

/** The documents first, so that a seed file never names one that is missing. */
async function writeSeedFile(context: Context, path: string, overwrite: boolean): Promise<void> {
  const output = await context.files.place(path, 'service.yaml');
  await context.files.check(output, { overwrite });
  const folder = `${basename(output, extname(output))}-files`;
  const route = `/_emulator/seed-file?folder=${encodeURIComponent(folder)}` as const;
  const { yaml, files } = await control<WrittenSeed>(context, { method: 'GET', path: route });
  const documents: string[] = [];
  for (const { name, pdf } of files) {
    // The name comes from the emulator, and stays within the folder.
    const place = `${join(dirname(output), folder)}/`;
    const target = await context.files.place(place, basename(name));
    documents.push(await context.files.write(target, Buffer.from(pdf, 'base64'), { overwrite }));
  }
  const file = await context.files.write(output, yaml, { overwrite });
  const beside = documents.length === 0 ? '' : `, with ${pluralize(documents.length, 'document')} in ${folder}`;
  await context.output.result({ file, documents }, { human: `Wrote ${output}${beside}.`, ids: [file] });
}
