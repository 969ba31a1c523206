import { expect } from 'vitest';
import { Refusal } from '../../../src/emulator/domain/refusal.js';

/** The refusal that `work` throws; fails when it throws none. */
export function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('nothing was refused');
}
