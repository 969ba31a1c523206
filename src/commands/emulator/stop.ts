import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { emulatorProfile, readRunning, waysToAnEmulator } from '../../cli/emulator/running.js';
import { stopRunning } from '../../cli/emulator/stop-running.js';

/** `esign emulator stop`: stops the emulator that was started for this profile, and no other process. */
export function emulatorStopCommand(context: Context): EsignCommand {
  return new EsignCommand('stop')
    .summary('Stop the emulator')
    .description('Stop the emulator that runs in the background or in another terminal. Its data is kept.')
    .example('esign emulator stop', 'Stop the emulator of this project, or else that of the machine.')
    .example('esign emulator stop --profile second', 'Stop the emulator of another profile.')
    .prints((s) => s.object({ stopped: s.yes, url: s.url, pid: s.count }))
    .exits([0, 1, 2, 3, 4, 130])
    .action(() => runEmulatorStop(context));
}

async function runEmulatorStop(context: Context): Promise<void> {
  const profile = emulatorProfile(context);
  const running = await readRunning(context, profile);
  if (running === null) {
    throw new CommandFailure(4, 'emulator_not_running', `No emulator is running for the profile ${profile}.`, {
      hint: await waysToAnEmulator(context),
    });
  }
  await stopRunning(context, running);
  const { url, pid } = running;
  await context.output.result({ stopped: true, url, pid }, { human: `Stopped the emulator at ${url}.`, ids: [] });
}
