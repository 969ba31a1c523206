/** A quarter of a year in UTC, `2026-Q4`: records are stored and deleted by quarter. */

export const isQuarter = (name: string): boolean => /^\d{4}-Q[1-4]$/.test(name);

/** The quarter of a time in milliseconds since 1970. */
export function quarterOf(instant: number): string {
  const date = new Date(instant);
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** The first moment after a quarter, in milliseconds since 1970. */
export function endOfQuarter(name: string): number {
  const [year = '', quarter = ''] = name.split('-Q');
  return Date.UTC(Number(year), Number(quarter) * 3, 1);
}
