import type { EmulatorClock } from '../clock.js';

/** How often one link may be used in a minute of the emulator's clock: plenty for a person, little for a loop. */
const mostPerMinute = 300;
/** How many links are counted at a time; a flood of made-up ones must not fill the memory. */
const mostLinks = 10_000;

/** Counts what is asked for through each link that opens a page, pictures and all. */
export interface LinkLimit {
  /** Seconds until the link works again, or null while it does. */
  count(token: string): number | null;
}

/** The counts live in memory: a restart begins a new minute for everybody. */
export function createLinkLimit(clock: Pick<EmulatorClock, 'now'>): LinkLimit {
  const counts = new Map<string, number>();
  let current = 0;
  return {
    count(token) {
      const now = clock.now();
      const minute = Math.floor(now / 60_000);
      if (minute !== current || counts.size > mostLinks) counts.clear();
      current = minute;
      const counted = (counts.get(token) ?? 0) + 1;
      counts.set(token, counted);
      return counted <= mostPerMinute ? null : Math.ceil(((minute + 1) * 60_000 - now) / 1000);
    },
  };
}
