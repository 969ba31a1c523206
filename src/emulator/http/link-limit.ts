/** Requests per link and minute: enough for a person, not for a loop. */
const maxPerMinute = 300;
/** The maximum number of counted links; a flood of invalid ones must not fill the memory. */
const maxLinks = 10_000;
const minute = 60_000;

/** Counts the requests of each page link, including images. */
export interface LinkLimit {
  /** Seconds until the link works again, or null. */
  count(token: string): number | null;
}

/**
 * The limit protects the machine and is not a rule of the service: `real` is real time in milliseconds. The counts are
 * in memory only.
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
      const used = (counts.get(token) ?? 0) + 1;
      counts.set(token, used);
      return used <= maxPerMinute ? null : Math.ceil((begun + minute - now) / 1000);
    },
  };
}
