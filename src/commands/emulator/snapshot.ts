import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { control } from '../../emulator-client/control.js';
import { snapshotText, writeSnapshot } from '../../emulator-client/snapshot-file.js';
import { fileEndings } from '../../cli/completion-hint.js';

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
    .addOption(new Option('-o, --output <file>', 'write to this file; - for stdout').makeOptionMandatory())
    .addOption(new Option('--force', 'overwrite an existing file'))
    .offers('--output', { files: fileEndings.json })
    .example('esign emulator snapshot -o half-done.json', 'Save a snapshot for a test.')
    .example('esign emulator snapshot -o - | jq .tables.envelopes', 'Show a part of the data.')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorSnapshotOptions) => runEmulatorSnapshot(context, options));
}

async function runEmulatorSnapshot(context: Context, { output, force }: EmulatorSnapshotOptions): Promise<void> {
  const snapshot = await control<SnapshotShape>(context, { method: 'GET', path: '/_emulator/snapshot' });
  if (output === '-') return await context.output.bytes(Buffer.from(snapshotText(snapshot), 'utf8'));
  const file = await writeSnapshot(context, output, snapshot, force === true);
  const tables = Object.entries(snapshot.tables).map(([name, rows]): [string, number] => [name, rows.length]);
  const rows = Object.fromEntries(tables);
  const files = Object.keys(snapshot.files).length;
  await context.output.result(
    { file, rows, files },
    { human: `Wrote ${output}: ${rows['envelopes'] ?? 0} envelopes, ${files} files.`, ids: [file] },
  );
}

interface SnapshotShape {
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
  readonly files: Readonly<Record<string, readonly string[]>>;
}
