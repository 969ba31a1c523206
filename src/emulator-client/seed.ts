import { Option } from 'commander';
import { parseInstant } from '../cli/duration.js';
import { UsageFailure } from '../cli/failure.js';

/** What makes a run repeatable. */
export interface Repeatable {
  readonly seed?: number;
  /** ISO 8601 UTC: the clock begins there, and stands still until it is moved. */
  readonly now?: string;
}

export const seedOption = (): Option =>
  new Option('--seed <number>', 'make IDs, keys and seals repeatable').argParser(readSeed);

export const nowOption = (): Option =>
  new Option('--now <instant>', 'start with a frozen clock at this time').argParser((text) =>
    parseInstant(text, '--now'),
  );

/** As the emulator takes it. */
export const repeatable = ({ seed, now }: Repeatable): Repeatable & { readonly frozen?: true } => ({
  ...(seed === undefined ? {} : { seed }),
  ...(now === undefined ? {} : { now, frozen: true }),
});

/** Reads a seed: a whole number of up to 15 digits. Throws UsageFailure. */
function readSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageFailure(`Invalid --seed value "${text}". Use a whole number.`, {
    code: 'invalid_value',
    hint: 'For example: --seed 7',
  });
}
