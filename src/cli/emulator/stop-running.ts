import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { isSameProcess, processMark, signalProcess } from '../../core/platform/process-identity.js';
import { control } from './control.js';
import type { EmulatorStatus } from './control-types.js';
import { forgetRunning, type Running } from './running.js';

const timeoutMs = 10_000;
const step = 50;

/**
 * Stops an emulator, and waits until it has exited; its data is kept. Throws CommandFailure (1) when the process is
 * another one.
 */
export async function stopRunning(context: Context, running: Running): Promise<void> {
  const { pid, started } = running;
  const isTold = started !== null && (await processMark(pid)) !== null;
  // It may have ended in the meantime.
  if (!isTold && (await isSameProcess(pid, started))) await askWhetherOurs(context, running);
  signalProcess(running.pid, 'SIGTERM');
  if (!(await isGone(context, running))) signalProcess(running.pid, 'SIGKILL');
  await forgetRunning(context, running);
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
    await context.clock.sleep(step);
  }
  return false;
}
