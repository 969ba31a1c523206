import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { emulatorFaultAtCommand } from './fault-at.js';
import { emulatorFaultClearCommand } from './fault-clear.js';
import { emulatorFaultDeliveriesCommand } from './fault-deliveries.js';
import { emulatorFaultListCommand } from './fault-list.js';
import { emulatorFaultOperationCommand } from './fault-operation.js';
import { emulatorFaultReleaseCommand } from './fault-release.js';

/** `esign emulator fault`: faults on demand. */
export function emulatorFaultCommand(context: Context): EsignCommand {
  const fault = new EsignCommand('fault')
    .summary('Inject faults into the emulator')
    .description('Inject faults into operations, sealing, the renderer, or webhook deliveries.')
    .hides('at');
  fault.addCommand(emulatorFaultAtCommand(context), { isDefault: true });
  return fault.verbs(
    emulatorFaultOperationCommand(context),
    emulatorFaultDeliveriesCommand(context),
    emulatorFaultListCommand(context),
    emulatorFaultReleaseCommand(context),
    emulatorFaultClearCommand(context),
  );
}
