const zone = 'Africa/Johannesburg';

/**
 * The deadline as text: `before the end of 22 November 2026`, or with the time if it is not at the end of a day:
 * `before 22 November 2026, 10:04 (South African time)`. `expires` is ISO 8601 UTC.
 */
export function deadlineWords(expires: string): string {
  const at = new Date(expires);
  const clock = at.toLocaleTimeString('en-ZA', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  // Midnight is the end of the previous day.
  if (clock === '00:00') return `before the end of ${dayOf(new Date(at.getTime() - 60_000))}`;
  return clock === '23:59' ? `before the end of ${dayOf(at)}` : `before ${dayOf(at)}, ${clock} (South African time)`;
}

const dayOf = (at: Date): string => at.toLocaleDateString('en-ZA', { dateStyle: 'long', timeZone: zone });
