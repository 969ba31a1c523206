import { Option } from 'commander';
import { parseInstant } from '../flags/duration.js';
import type { SeedRefused } from '../../emulator/emulator.js';
import type { Output } from '../../core/terminal/output.js';
import type { Progress } from '../../core/terminal/progress.js';
import { CommandFailure, UsageFailure } from '../failure/failure.js';

/** What a test decides of a service: what it repeats, and how many requests it takes. */
export interface TestSettings {
  readonly seed?: number;
  /** ISO 8601 UTC: the frozen clock starts at this time. */
  readonly now?: string;
  /** Requests per minute of every key. */
  readonly rateLimit?: number;
}

export const seedOption = (): Option =>
  new Option('--seed <n>', 'make IDs, keys and seals repeatable').argParser(readSeed);

export const nowOption = (): Option =>
  new Option('--now <time>', 'start with a frozen clock at this time').argParser((text) => parseInstant(text, '--now'));

/** `off` allows this many. */
const manyRequests = 1_000_000;

export const rateLimitOption = (): Option =>
  new Option(
    '--rate-limit <n>',
    'requests per minute of each key, or off (default: 600; 60 on the free plan)',
  ).argParser((text) => {
    if (text === 'off') return manyRequests;
    if (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= manyRequests) return Number(text);
    throw new UsageFailure(`Invalid --rate-limit value "${text}". Use a number from 1 to ${manyRequests}, or off.`, {
      code: 'invalid_value',
    });
  });

export const askOption = (): Option =>
  new Option('--ask', 'make commands ask, or need --yes, as with a live key of a real service');

export const seedFileOption = (): Option =>
  new Option('--seed-file <file>', 'start with the data of a YAML file, as `emulator snapshot --seed-file` writes it');

/** Envelopes between two updates; in a log each is a line. */
const progressEvery = 50;

/** Says how far the load of a seed file is, where it has many envelopes. */
export function seedProgress(output: Output) {
  let progress: Progress | undefined;
  return {
    at({ done, total }: SeedDone): void {
      if (total < progressEvery) return;
      progress ??= output.progress('Loading the seed file');
      const [some, all] = [done, total].map((count) => count.toLocaleString('en'));
      if (done % progressEvery === 0) progress.update(`Loading the seed file: ${some} of ${all} envelopes`);
    },
    stop: (): void => progress?.stop(),
  };
}

export interface SeedDone {
  readonly done: number;
  readonly total: number;
}

/** A seed file that was refused, as a failure of the command; `refused` is the class of the loaded emulator. */
export function ofSeedFile(error: unknown, refused: typeof SeedRefused): unknown {
  if (!(error instanceof refused)) return error;
  const { code, message } = error;
  if (code !== 'seed_refused') return new UsageFailure(message, { code });
  return new CommandFailure(6, code, message, {
    hint: 'Use another folder with --data, or delete the data with `esign emulator reset` while it runs without --seed-file.',
  });
}

/** In the form that the emulator accepts. */
export const testSettings = ({ seed, now, rateLimit }: TestSettings): TestSettings & { readonly frozen?: true } => ({
  ...(seed === undefined ? {} : { seed }),
  ...(now === undefined ? {} : { now, frozen: true }),
  ...(rateLimit === undefined ? {} : { rateLimit }),
});

/** Reads a seed: a whole number of up to 15 digits. Throws UsageFailure. */
function readSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageFailure(`Invalid --seed value "${text}". Use a whole number.`, {
    code: 'invalid_value',
    hint: 'Example: --seed 7',
  });
}
