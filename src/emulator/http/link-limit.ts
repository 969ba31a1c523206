/** How often one link may be used in a minute: plenty for a person, little for a loop. */
const maxPerMinute = 300;
/** How many links are counted at a time; a flood of made-up ones must not fill the memory. */
const maxLinks = 10_000;
const minute = 60_000;

/** Counts what is asked for through each link that opens a page, pictures and all. */
export interface LinkLimit {
  /** Seconds until the link works again, or null while it does. */
  count(token: string): number | null;
}

/**
 * The limit guards the machine and is no rule of the service: `real` is the machine's time in milliseconds, which goes
 * on where the emulator's clock stands still. The counts live in memory: a restart begins a new minute for everybody.
 */
export function createLinkLimit(real: () => number): LinkLimit {
  const counts = new Map<string, number>();
  let begun = real();
  return {
    count(token) {
      const now = real();
      if (now - begun >= minute || counts.size > maxLinks) {
        counts.clear();
        begun = now;
      }
      const counted = (counts.get(token) ?? 0) + 1;
      counts.set(token, counted);
      return counted <= maxPerMinute ? null : Math.ceil((begun + minute - now) / 1000);
    },
  };
}
