import { agoOf, type Seed } from './seed-schema.js';

/** When what a seed file tells of happens, in milliseconds since 1970. */
export interface SeedTimes {
  /** The earliest of all. */
  readonly start: number;
  /** Where the clock ends. */
  readonly end: number;
  /** When an envelope is created, and when each of its steps is done: never before the one above it. */
  of(envelope: number): { readonly created: number; readonly steps: readonly number[] };
}

/** The times of a seed, `now` being the clock without one in the file; a time after the clock is told to `mistake`. */
export function timesOf(
  { clock, envelopes }: Seed,
  now: number,
  mistake: (path: string, sentence: string) => void,
): SeedTimes {
  const end = clock.at === undefined ? now : Date.parse(clock.at);
  const read = (when: string | undefined, least: number, path: string): number => {
    if (when === undefined) return least;
    const ago = agoOf(when);
    const time = ago === null ? Date.parse(when) : end - ago;
    if (time > end) mistake(path, `${path} is after the clock of the seed, ${new Date(end).toISOString()}.`);
    return Math.max(least, Math.min(time, end));
  };
  const all = envelopes.map(({ at, steps = [] }, index) => {
    const path = `envelopes[${index}]`;
    const first = read(at ?? steps.find((step) => step.at !== undefined)?.at, -Infinity, `${path}.at`);
    const created = Number.isFinite(first) ? first : end;
    let last = created;
    return {
      created,
      steps: steps.map((step, number) => (last = read(step.at, last, `${path}.steps[${number}].at`))),
    };
  });
  const start = all.reduce((least, { created }) => Math.min(least, created), end);
  return { start, end, of: (envelope) => all[envelope] ?? { created: end, steps: [] } };
}
