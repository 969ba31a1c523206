import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { CommandFailure } from '../../cli/failure.js';
import { control } from '../../emulator-client/control.js';
import { isSameProcess, signalProcess } from '../../platform/process-identity.js';
import { emulatorProfile, forgetRunning, readRunning, type Running } from '../../emulator-client/running.js';
import type { EmulatorStatus } from '../../emulator-client/control-types.js';

const timeoutMs = 10_000;
const step = 50;

/** `esign emulator stop`: stops the emulator that was started for this profile, and no other process. */
export function emulatorStopCommand(context: Context): EsignCommand {
  return new EsignCommand('stop')
    .summary('Stop the emulator')
    .description('Stop the emulator that runs in the background or in another terminal. Its data is kept.')
    .example('esign emulator stop', 'Stop the emulator of the profile `local`.')
    .example('esign emulator stop --profile second', 'Stop the emulator of another profile.')
    .answers(['stopped', 'url', 'pid'])
    .exits([0, 1, 2, 3, 4, 130])
    .action(() => runEmulatorStop(context));
}

async function runEmulatorStop(context: Context): Promise<void> {
  const profile = emulatorProfile(context);
  const running = await readRunning(context, profile);
  if (running === null) {
    throw new CommandFailure(4, 'emulator_not_running', `No emulator is running for the profile ${profile}.`, {
      hint: 'Start one with `esign emulator start`.',
    });
  }
  if (running.started === null) await askWhetherOurs(context, running);
  signalProcess(running.pid, 'SIGTERM');
  if (!(await isGone(context, running))) signalProcess(running.pid, 'SIGKILL');
  await forgetRunning(context, running);
  const { url, pid } = running;
  await context.output.result({ stopped: true, url, pid }, { human: `Stopped the emulator at ${url}.`, ids: [] });
}

/** Where the system does not report process start times, the emulator must confirm its process ID. */
async function askWhetherOurs(context: Context, { pid }: Running): Promise<void> {
  const status = await control<EmulatorStatus>(context, { method: 'GET', path: '/_emulator/status' });
  if (status.pid === pid) return;
  throw new CommandFailure(
    1,
    'not_ours',
    `Process ${pid} is not the emulator that was started here, so it was not stopped.`,
  );
}

async function isGone(context: Context, { pid, started }: Running): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += step) {
    if (!(await isSameProcess(pid, started))) return true;
    await context.clock.sleep(step, context.signal);
  }
  return false;
}
