import { spawnSync } from 'node:child_process';
import { systemOf } from './system/system.js';

/**
 * Signals a program and its children. A group of its own keeps Ctrl-C from it. Does nothing when all processes have
 * exited. Windows has no groups and knows no signals: the program ends, with SIGKILL also what it started.
 */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { endAll } = systemOf();
  if (endAll !== null && signal === 'SIGKILL') {
    const { file, args } = endAll(leader);
    spawnSync(file, args, { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(systemOf().hasGroups ? -leader : leader, signal);
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
