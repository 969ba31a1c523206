import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { confirmLoss } from '../../emulator-client/confirm-loss.js';
import { control } from '../../emulator-client/control.js';
import { readSnapshot } from '../../emulator-client/snapshot-file.js';
import { fileEndings } from '../../cli/completion-hint.js';

export interface EmulatorRestoreOptions {
  readonly file: string;
}

/** `esign emulator restore FILE`: everything as it was when a snapshot was taken. */
export function emulatorRestoreCommand(context: Context): EsignCommand {
  return new EsignCommand('restore')
    .summary('Put a snapshot in the place of everything it holds')
    .description(
      'Make everything as it was when a snapshot was taken, the clock included, in this emulator or another one. Its two ' +
        'first keys stay, and see what was restored. Asks first; without a terminal it needs --yes.',
    )
    .argument('<file>', 'the snapshot; `-` is stdin')
    .offers('file', { files: fileEndings.json })
    .example('esign emulator restore half-done.json --yes', 'Begin a test where another one left off.')
    .answers(['restored'])
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((file: string) => runEmulatorRestore(context, { file }));
}

export async function runEmulatorRestore(context: Context, { file }: EmulatorRestoreOptions): Promise<void> {
  const body = await readSnapshot(context, file);
  await confirmLoss(context, { what: 'This replaces everything in', question: 'Replace it?' });
  await control<undefined>(context, { method: 'POST', path: '/_emulator/restore', body });
  await context.output.result({ restored: true }, { human: `The emulator is as ${file} says.`, ids: [] });
}
