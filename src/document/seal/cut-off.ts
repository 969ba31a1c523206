import { withoutTrailingSpace } from './updates.js';

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
  if (/^\s*\d+\s+\d+\s+obj\b/.test(tail.slice(mark + endMark.length))) return true;
  return given.length < statedLength(pdf);
}

/** The length that a linearised file states at its beginning, in bytes; 0 where none is stated. */
function statedLength(pdf: Buffer): number {
  const head = pdf.toString('latin1', 0, endWithin);
  const dictionary = /\/Linearized\b[^>]*/.exec(head)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,12})\b/.exec(dictionary)?.[1] ?? 0);
}
