const AHEAD = 2 * 3_600_000;

/** What a report says once about its times. */
export const ZONE = 'All times are South African Standard Time (UTC+02:00).';

/** An instant (ISO 8601) as people in South Africa write it, `20 November 2026, 11:30:05`; other text as it stands. */
export function reportTime(instant: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const date = new Date(at + AHEAD);
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const day = `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
  return `${day}, ${date.toISOString().slice(11, 19)}`;
}
