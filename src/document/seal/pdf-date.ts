const pattern = /D:(\d{14})(Z|[+-]\d\d)?'?(\d\d)?/g;

/** The latest date of PDF (ISO 32000-1, 7.9.4) that stands in some bytes in clear, as ISO 8601 UTC; null without one. */
export const latestDateIn = (bytes: Buffer): string | null =>
  datesIn(bytes.toString('latin1')).toSorted().at(-1) ?? null;

/** The first one in a text. */
export const firstDateIn = (text: string): string | null => datesIn(text)[0] ?? null;

function datesIn(text: string): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, digits = '', zone = 'Z', minutes = '00']) => {
    const local = digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
    const at = Date.parse(`${local}${zone === 'Z' ? zone : `${zone}:${minutes}`}`);
    return Number.isNaN(at) ? [] : [new Date(at).toISOString()];
  });
}
