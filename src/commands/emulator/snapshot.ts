import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { control } from '../../emulator-client/control.js';
import { snapshotText, writeSnapshot } from '../../emulator-client/snapshot-file.js';
import { fileEndings } from '../../cli/completion-hint.js';

export interface EmulatorSnapshotOptions {
  readonly output: string;
  readonly force?: boolean;
}

/** `esign emulator snapshot`: everything that the emulator holds, as a file of text. */
export function emulatorSnapshotCommand(context: Context): EsignCommand {
  return new EsignCommand('snapshot')
    .summary('Write everything it holds to a file')
    .description(
      'Write everything that the emulator holds, its clock included, to a file of text that compares line by line: rows ' +
        'in a fixed order, documents by their SHA-256. Freeze the clock first for the same bytes each time. The file ' +
        'holds webhook secrets and links, so that only you can read it; the two first keys are not in it.',
    )
    .addOption(new Option('-o, --output <file>', 'where to write it; `-` is stdout').makeOptionMandatory())
    .addOption(new Option('--force', 'overwrite a file that is there already'))
    .offers('--output', { files: fileEndings.json })
    .example('esign emulator snapshot -o half-done.json', 'Keep it for a test.')
    .example('esign emulator snapshot -o - | jq .tables.envelopes', 'Look at a part of it.')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorSnapshotOptions) => runEmulatorSnapshot(context, options));
}

export async function runEmulatorSnapshot(context: Context, { output, force }: EmulatorSnapshotOptions): Promise<void> {
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
