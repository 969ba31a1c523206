/** Bytes of white space that may stand behind the end of a file without being an update. */
const mostSpace = 512;

/** Whether nothing but a little white space follows. */
export const isOnlySpace = (tail: Buffer): boolean => tail.length <= mostSpace && /^\s*$/.test(tail.toString('latin1'));

/**
 * Why bytes at the end of a file are not an incremental update (ISO 32000-1, 7.5.6): it ends with the address of its own
 * cross-references. Null when they are one.
 */
export function whyNotUpdate(file: Buffer, from: number): string | null {
  const end = file.toString('latin1', Math.max(from, file.length - 1024));
  const stated = /startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(end)?.[1];
  const at = Number(stated ?? Number.NaN);
  if (stated === undefined || at < from) return 'they do not end with the address of their own cross-references';
  const begin = file.toString('latin1', at, at + 40);
  return /^\s*(?:xref\b|\d{1,10}\s+\d{1,5}\s+obj\b)/.test(begin) ? null : 'their cross-references are missing';
}
