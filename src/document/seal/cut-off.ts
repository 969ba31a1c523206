/** Readers look for the end of a PDF within its last kilobyte (ISO 32000-1, annex H); some tools add to it. */
const endWithin = 1024;
const endMark = '%%EOF';

/**
 * Whether the end of a PDF is missing, as after a download that broke off: no end mark where one has to be, an object
 * begun behind the last one, or fewer bytes than a file for the web says that it has. A file cut off at the very end
 * of an earlier revision cannot be told from that revision.
 */
export function isCutOff(given: Buffer): boolean {
  const pdf = withoutTrailingSpace(given);
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - endWithin));
  const mark = tail.lastIndexOf(endMark);
  if (mark < 0) return true;
  if (/^\s{0,99}\d{1,10}\s{1,9}\d{1,10}\s{1,9}obj\b/.test(tail.slice(mark + endMark.length))) return true;
  return given.length < statedLength(pdf);
}

/** The length that a linearised file states at its beginning, in bytes; 0 where none is stated. */
function statedLength(pdf: Buffer): number {
  const head = pdf.toString('latin1', 0, endWithin);
  const dictionary = /\/Linearized\b[^>]{0,200}/.exec(head)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,12})\b/.exec(dictionary)?.[1] ?? 0);
}

/** White space of a PDF (ISO 32000-1, table 1): NUL, tab, line feed, form feed, carriage return and space. */
const whiteSpace: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

function withoutTrailingSpace(file: Buffer): Buffer {
  let end = file.length;
  while (end > 0 && whiteSpace.has(file[end - 1] ?? -1)) end -= 1;
  return file.subarray(0, end);
}
