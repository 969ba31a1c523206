import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { emulatorFaultClearCommand } from './fault-clear.js';
import { emulatorFaultDeliveriesCommand } from './fault-deliveries.js';
import { emulatorFaultListCommand } from './fault-list.js';
import { emulatorFaultOperationCommand } from './fault-operation.js';
import { releaseHeld, servicePoints } from '../../cli/emulator/point-fault.js';

/** `esign emulator fault`: faults on demand. */
export function emulatorFaultCommand(context: Context): EsignCommand {
  return new EsignCommand('fault')
    .summary('Inject faults into the emulator')
    .description('Inject faults into operations, sealing, the renderer, mail, or webhook deliveries.')
    .unsupported(
      Object.fromEntries(
        servicePoints.map((each) => [each, `Did you mean \`esign emulator fault operation ${each}\`?`]),
      ),
    )
    .verbs(
      emulatorFaultOperationCommand(context),
      emulatorFaultDeliveriesCommand(context),
      emulatorFaultListCommand(context),
      emulatorFaultReleaseCommand(context),
      emulatorFaultClearCommand(context),
    );
}

/** `esign emulator fault release`: continues what `--hold` and `--stuck` hold. */
function emulatorFaultReleaseCommand(context: Context): EsignCommand {
  return new EsignCommand('release')
    .summary('Continue held requests')
    .description('Continue the requests that --hold, --stuck or --delay hold. The faults stay.')
    .example('esign emulator fault release', 'Continue held requests.')
    .prints((s) => s.object({ released: s.yes }))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorFaultRelease(context));
}

async function runEmulatorFaultRelease(context: Context): Promise<void> {
  await releaseHeld(context);
  await context.output.result({ released: true }, { human: 'Released the held requests.', ids: [] });
}
