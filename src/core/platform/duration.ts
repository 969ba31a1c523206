const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;

/**
 * Milliseconds of a duration such as `34h1m`, `14d`, `90s`, `1.5s` or `250ms`; undefined for any other text. Each unit can occur once, larger units first.
 */
export function durationOf(text: string): number | undefined {
  const match = /^(?:(\d{1,7})d)?(?:(\d{1,7})h)?(?:(\d{1,7})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s)?(?:(\d{1,7})ms)?$/.exec(
    text.trim(),
  );
  if (match === null || text.trim() === '') return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0', thousandths = '0'] = match;
  const whole = Number(days) * units.d + Number(hours) * units.h + Number(minutes) * units.m;
  return whole + Number(seconds) * units.s + Number(thousandths);
}
