import { Ended } from '../../cli/failure.js';

/** The port when none is asked for: one that stays the same is easier to live with. */
const usual = 4747;

/** Opens on the port asked for, or on the usual one, or, when only that one is taken, on any free one. */
export async function openPort<T>(asked: number | undefined, open: (port: number) => Promise<T>): Promise<T> {
  try {
    return await open(asked ?? usual);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (asked === undefined) return open(0);
    throw new Ended(6, 'port_in_use', `Port ${asked} is in use.`, { hint: 'Use another one, or 0 for any free port.' });
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
