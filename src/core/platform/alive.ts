import { kill } from 'node:process';
import { systemCode } from './durable-file.js';

/**
 * Whether a process has this number, at once and on every system. It may be a successor of the one that is meant:
 * `process-identity.ts` tells them apart. A file of its own, since every command with settings loads it.
 */
export function isAlive(id: number): boolean {
  // Zero and less name groups of processes.
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    return kill(id, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return systemCode(error) === 'EPERM';
  }
}
