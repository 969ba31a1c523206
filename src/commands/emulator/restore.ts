import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { confirmDataLoss, findEmulator } from '../../cli/emulator/control.js';
import { openSnapshot } from '../../cli/emulator/snapshot-file.js';
import { uploadSnapshot } from '../../cli/emulator/snapshot-transfer.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface EmulatorRestoreOptions {
  readonly file: string;
}

/** `esign emulator restore FILE`: replaces all data with a snapshot. */
export function emulatorRestoreCommand(context: Context): EsignCommand {
  return new EsignCommand('restore')
    .summary('Restore a snapshot')
    .description(
      'Replace all data and the clock of the emulator with a snapshot, which can come from another emulator. No fault ' +
        'survives, as when you go back in time on the page of the emulator. The two initial API keys stay and can access ' +
        'the restored data. It asks for confirmation; without a terminal it needs --yes.',
    )
    .argument('<file>', 'snapshot file; - for stdin')
    .offers('file', { files: fileEndings.json })
    .example('esign emulator restore half-done.json --yes', 'Start a test from a snapshot.')
    .prints((s) => s.object({ restored: s.yes }))
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((file: string) => runEmulatorRestore(context, { file }));
}

async function runEmulatorRestore(context: Context, { file }: EmulatorRestoreOptions): Promise<void> {
  const body = await openSnapshot(context, file);
  try {
    await confirmDataLoss(context, { what: 'This replaces all data of', question: 'Replace it?' });
    context.output.changing();
    await uploadSnapshot(context, { base: await findEmulator(context) }, body);
  } finally {
    body.destroy();
  }
  await context.output.result({ restored: true }, { human: `Restored ${file}.`, ids: [] });
}
