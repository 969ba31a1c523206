const furthest = 8_640_000_000_000_000;

/** A stored time (milliseconds since 1970) as ISO 8601; one that no date has becomes the nearest that there is. */
export const isoTime = (time: number): string => new Date(Math.min(Math.max(time, -furthest), furthest)).toISOString();
