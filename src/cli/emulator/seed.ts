import { Option } from 'commander';
import { parseInstant } from '../flags/duration.js';
import { UsageFailure } from '../failure/failure.js';

/** Options that make a run repeatable. */
export interface Repeatable {
  readonly seed?: number;
  /** ISO 8601 UTC: the frozen clock starts at this time. */
  readonly now?: string;
}

export const seedOption = (): Option =>
  new Option('--seed <n>', 'make IDs, keys and seals repeatable').argParser(readSeed);

export const nowOption = (): Option =>
  new Option('--now <time>', 'start with a frozen clock at this time').argParser((text) => parseInstant(text, '--now'));

export const askOption = (): Option =>
  new Option('--ask', 'make commands ask, or need --yes, as with a live key of a real service');

/** In the form that the emulator accepts. */
export const repeatable = ({ seed, now }: Repeatable): Repeatable & { readonly frozen?: true } => ({
  ...(seed === undefined ? {} : { seed }),
  ...(now === undefined ? {} : { now, frozen: true }),
});

/** Reads a seed: a whole number of up to 15 digits. Throws UsageFailure. */
function readSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageFailure(`Invalid --seed value "${text}". Use a whole number.`, {
    code: 'invalid_value',
    hint: 'Example: --seed 7',
  });
}
