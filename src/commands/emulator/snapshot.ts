import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { findEmulator } from '../../cli/emulator/control.js';
import { writeSnapshot } from '../../cli/emulator/snapshot-file.js';
import { downloadSnapshot } from '../../cli/emulator/snapshot-transfer.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { pluralize } from '../../cli/context/counted.js';

interface EmulatorSnapshotOptions {
  readonly output: string;
  readonly force?: boolean;
}

/** `esign emulator snapshot`: all data of the emulator as a text file. */
export function emulatorSnapshotCommand(context: Context): EsignCommand {
  return new EsignCommand('snapshot')
    .summary('Write the data of the emulator to a file')
    .description(
      'Write all data and the clock of the emulator to a text file. It can be compared line by line: rows have a fixed ' +
        'order, and documents are listed by SHA-256. For identical bytes each time, freeze the clock first. The file ' +
        'contains webhook secrets and links, so only you can read it. It does not contain the two initial API keys.',
    )
    .addOption(new Option('-o, --output <file>', 'file or folder/ to write to; - for stdout').makeOptionMandatory())
    .addOption(new Option('--force', 'overwrite an existing file'))
    .offers('--output', { files: fileEndings.json })
    .example('esign emulator snapshot -o half-done.json', 'Save a snapshot for a test.')
    .example('esign emulator snapshot -o - | jq .tables.envelopes', 'Show a part of the data.')
    .prints((s) => s.object({ file: s.text, rows: s.record(s.count), files: s.count }))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorSnapshotOptions) => runEmulatorSnapshot(context, options));
}

async function runEmulatorSnapshot(context: Context, { force, ...options }: EmulatorSnapshotOptions): Promise<void> {
  const output = await context.files.place(options.output, 'snapshot.json');
  if (output !== '-') await context.files.check(output, { overwrite: force === true });
  const emulator = { base: await findEmulator(context) };
  if (output === '-') {
    return await downloadSnapshot(context, emulator, async (body) => {
      for await (const part of body as AsyncIterable<Buffer>) await context.output.bytes(part);
    });
  }
  const { file, rows, files } = await downloadSnapshot(context, emulator, (body) =>
    writeSnapshot(context, output, body, force === true),
  );
  await context.output.result(
    { file, rows, files },
    {
      human: `Wrote ${output}: ${pluralize(rows['envelopes'] ?? 0, 'envelope')}, ${pluralize(files, 'file')}.`,
      ids: [file],
    },
  );
}
