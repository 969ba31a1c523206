import { platform } from 'node:os';

/** Whether a program gets a process group of its own: Windows has none, and ends the process tree itself. */
export const hasGroups = platform() !== 'win32';

/**
 * Signals a program and its children. A group of its own keeps Ctrl-C from the tunnel, so that deliveries in progress
 * get a response first. Does nothing when all processes have exited.
 */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(hasGroups ? -leader : leader, signal);
  } catch {
    // It is gone already.
  }
}

/** Ends the group when this process exits in a way that it can handle; returns a function to undo this. */
export function endWithUs(leader: number): () => void {
  const end = (): void => signalGroup(leader, 'SIGTERM');
  process.on('exit', end);
  return () => void process.off('exit', end);
}
