const zone = 'Africa/Johannesburg';

/**
 * Until when somebody may sign, as it is told to people: `before the end of 22 November 2026`, or with the hour where
 * the day does not end then: `before 22 November 2026, 10:04 (South African time)`. `expires` is ISO 8601 UTC.
 */
export function deadlineWords(expires: string): string {
  const at = new Date(expires);
  const clock = at.toLocaleTimeString('en-ZA', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  // Midnight is the end of the day that is over then.
  if (clock === '00:00') return `before the end of ${dayOf(new Date(at.getTime() - 60_000))}`;
  return clock === '23:59' ? `before the end of ${dayOf(at)}` : `before ${dayOf(at)}, ${clock} (South African time)`;
}

const dayOf = (at: Date): string => at.toLocaleDateString('en-ZA', { dateStyle: 'long', timeZone: zone });
