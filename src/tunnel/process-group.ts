import { platform } from 'node:os';

/** Whether a program gets a group of its own: Windows has none, and ends a program's tree by itself. */
export const hasGroups = platform() !== 'win32';

/**
 * Signals a program and everything that it started. A group of its own keeps Ctrl-C from reaching the tunnel before us:
 * deliveries under way are answered first. Does nothing when all of it is gone.
 */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(hasGroups ? -leader : leader, signal);
  } catch {
    // It is gone already.
  }
}

/** Ends the group when this process ends by itself in any way that lets it say so; returns how to take that back. */
export function endWithUs(leader: number): () => void {
  const end = (): void => signalGroup(leader, 'SIGTERM');
  process.on('exit', end);
  return () => void process.off('exit', end);
}
