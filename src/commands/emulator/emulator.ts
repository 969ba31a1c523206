import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { emulatorClockCommand } from './clock.js';
import { emulatorDeclineCommand } from './decline.js';
import { emulatorDelegateCommand } from './delegate.js';
import { emulatorFaultCommand } from './fault.js';
import { emulatorInboxCommand } from './inbox.js';
import { emulatorRequeueCommand } from './requeue.js';
import { emulatorResetCommand } from './reset.js';
import { emulatorSignCommand } from './sign.js';
import { emulatorStartCommand } from './start.js';
import { emulatorStatusCommand } from './status.js';
import { emulatorStopCommand } from './stop.js';

/** `esign emulator`: the whole service on this machine. */
export function emulatorCommand(context: Context): EsignCommand {
  return new EsignCommand('emulator')
    .description('The whole service on this machine: its API, its signers, its mail, and a clock that can be moved.')
    .verbs(
      emulatorStartCommand(context),
      emulatorStopCommand(context),
      emulatorStatusCommand(context),
      emulatorResetCommand(context),
      emulatorClockCommand(context),
      emulatorInboxCommand(context),
      emulatorSignCommand(context),
      emulatorDeclineCommand(context),
      emulatorDelegateCommand(context),
      emulatorFaultCommand(context),
      emulatorRequeueCommand(context),
    );
}
