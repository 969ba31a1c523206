import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { removeFaults } from '../../emulator-client/point-fault.js';

/** `esign emulator fault clear`: removes all faults of every kind. */
export function emulatorFaultClearCommand(context: Context): EsignCommand {
  return new EsignCommand('clear')
    .summary('Remove all faults')
    .description('Remove all faults, also of deliveries, and continue held requests.')
    .example('esign emulator fault clear', 'Remove all faults.')
    .prints((s) => s.object({ cleared: s.yes }))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorFaultClear(context));
}

async function runEmulatorFaultClear(context: Context): Promise<void> {
  await removeFaults(context, undefined);
  await context.output.result({ cleared: true }, { human: 'Removed all faults.', ids: [] });
}
