import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { emulatorFaultClearCommand } from './fault-clear.js';
import { emulatorFaultDeliveriesCommand } from './fault-deliveries.js';
import { emulatorFaultListCommand } from './fault-list.js';
import { emulatorFaultOperationCommand } from './fault-operation.js';
import { emulatorFaultReleaseCommand } from './fault-release.js';

/** `esign emulator fault`: faults on demand. */
export function emulatorFaultCommand(context: Context): EsignCommand {
  return new EsignCommand('fault')
    .summary('Inject faults into the emulator')
    .description('Inject faults into operations, sealing, the renderer, or webhook deliveries.')
    .unsupported({
      seal: 'Did you mean `esign emulator fault operation seal`?',
      renderer: 'Did you mean `esign emulator fault operation renderer`?',
    })
    .verbs(
      emulatorFaultOperationCommand(context),
      emulatorFaultDeliveriesCommand(context),
      emulatorFaultListCommand(context),
      emulatorFaultReleaseCommand(context),
      emulatorFaultClearCommand(context),
    );
}
