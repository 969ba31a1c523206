/** White space of a PDF (ISO 32000-1, table 1): NUL, tab, line feed, form feed, carriage return and space. */
const whiteSpace: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** The file up to its last byte that is no white space: what stands behind it changes nothing that a reader shows. */
export function withoutTrailingSpace(file: Buffer): Buffer {
  let end = file.length;
  while (end > 0 && whiteSpace.has(file[end - 1] ?? -1)) end -= 1;
  return file.subarray(0, end);
}

/** Whether nothing but white space follows, however much. */
export const isOnlySpace = (tail: Buffer): boolean => withoutTrailingSpace(tail).length === 0;

/**
 * Why bytes at the end of a file are not an incremental update (ISO 32000-1, 7.5.6): it ends with the address of its own
 * cross-references. Null when they are one.
 */
export function whyNotUpdate(given: Buffer, from: number): string | null {
  const file = withoutTrailingSpace(given);
  const end = file.toString('latin1', Math.max(from, file.length - 1024));
  const stated = /startxref\s+(\d{1,12})\s+%%EOF$/.exec(end)?.[1];
  const at = Number(stated ?? Number.NaN);
  if (stated === undefined || at < from) return 'they do not end with the address of their own cross-references';
  const begin = file.toString('latin1', at, at + 40);
  return /^\s*(?:xref\b|\d{1,10}\s+\d{1,5}\s+obj\b)/.test(begin) ? null : 'their cross-references are missing';
}
