import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../failure/failure.js';
import { writeFileAtomic } from '../../core/platform/durable-file.js';

/** The default port. It stays the same, so that URLs stay valid. */
const usual = 4747;

/** The ports that come into question: the requested one, the last one, and those of other emulators. */
interface Ports {
  readonly asked: number | undefined;
  readonly before: number | undefined;
  readonly others: readonly number[];
}

/**
 * Listens on the requested port, or on the last one, or on the default one, or on any free port if those are in use. The
 * default one is left to another emulator that has it, running or not, so that its URL stays its own. `missed` is the last
 * port if it was in use.
 */
export async function openPort<T>(
  { asked, before, others }: Ports,
  open: (port: number) => Promise<T>,
): Promise<{ readonly opened: T; readonly missed?: number }> {
  try {
    return { opened: await open(asked ?? before ?? (others.includes(usual) ? 0 : usual)) };
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (asked === undefined) return { opened: await open(0), ...(before === undefined ? {} : { missed: before }) };
    throw new CommandFailure(6, 'port_in_use', `Port ${asked} is in use.`, {
      hint: 'Use another port, or 0 for any free port.',
    });
  }
}

/** Stored with the data, so that a moved or copied folder keeps its port. */
const fileIn = (folder: string): string => join(folder, 'port');

/** The last port of the emulator of a data folder; undefined when none is recorded. */
export async function lastPort(folder: string): Promise<number | undefined> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => '');
  const port = /^\d{1,5}\n?$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Records the port of the emulator of a data folder. */
export const keepPort = (folder: string, url: string): Promise<void> =>
  writeFileAtomic(fileIn(folder), `${new URL(url).port}\n`);

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
