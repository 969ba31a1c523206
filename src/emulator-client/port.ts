import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../cli/failure.js';
import { writeFileAtomic } from '../platform/durable-file.js';

/** The port when none is asked for: one that stays the same is easier to live with. */
const usual = 4747;

/**
 * Opens on the port asked for, or on that of the last time, or on the usual one; when only those are taken, on any free
 * one. `missed` is the port of the last time where that one was taken: what this machine keeps by address is then not
 * found again.
 */
export async function openPort<T>(
  asked: number | undefined,
  before: number | undefined,
  open: (port: number) => Promise<T>,
): Promise<{ readonly opened: T; readonly missed?: number }> {
  try {
    return { opened: await open(asked ?? before ?? usual) };
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (asked === undefined) return { opened: await open(0), ...(before === undefined ? {} : { missed: before }) };
    throw new CommandFailure(6, 'port_in_use', `Port ${asked} is in use.`, {
      hint: 'Use another port, or 0 for any free port.',
    });
  }
}

/** Beside the data, so that a folder that is moved or copied brings its port along. */
const fileIn = (folder: string): string => join(folder, 'port');

/** The port that the emulator of a data folder answered at last; undefined when none is written there. */
export async function lastPort(folder: string): Promise<number | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '');
  const port = /^\d{1,5}\n?$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Writes down where the emulator of a data folder answers. */
export const keepPort = (folder: string, url: string): Promise<void> =>
  writeFileAtomic(fileIn(folder), `${new URL(url).port}\n`);

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
