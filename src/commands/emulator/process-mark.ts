import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { kill, pid } from 'node:process';

/** Numbers of processes are used again: a process is told apart from its successors by when it began. */

export const ownPid = pid;

/**
 * When a process began, as the system tells it; null when there is no such process or nobody tells. One that has ended
 * and only waits for its parent to notice is none: in a container the first process may take its time, or never look.
 */
export async function processMark(id: number): Promise<string | null> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // The name of the program, in parentheses, may hold anything; its state follows. The 22nd number is the start.
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
  }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(id)], { timeout: 2000 }, (error, stdout) => {
      const text = stdout.trim();
      resolve(error === null && text !== '' ? text : null);
    });
  });
}

/** Whether the process is there and is the one that was marked; without a mark, whether there is any of that number. */
export async function isSameProcess(id: number, mark: string | null): Promise<boolean> {
  if (!isAlive(id)) return false;
  return mark === null || (await processMark(id)) === mark;
}

/** Asks a process to end, or ends it. Answers false when it is gone already. */
export function signalProcess(id: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return kill(id, signal);
  } catch {
    return false;
  }
}

function isAlive(id: number): boolean {
  try {
    return kill(id, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
