/** How the text of a CSV file is written. */
export interface CsvForm {
  /** Its first line, without what stands between quotes; empty when the text is. */
  readonly head: string;
  readonly delimiter: string;
  /** The text with the same lines; a first line `sep=;`, which is Excel's, is left empty. */
  readonly body: string;
}

/** Pipes have no ending to tell by: stdin, and what a shell makes of `<(…)`. */
const isPipe = (path: string): boolean => path === '-' || /^\/dev\/(?:stdin|fd\/\d+)$/.test(path);

/** By the ending of the file; of stdin, by the content: whatever has a head that neither YAML nor JSON begins with. */
export function isCsv(path: string, text: string): boolean {
  if (!isPipe(path)) return /\.csv$/i.test(path);
  const { head, body } = csvForm(text);
  if (head === '') return false;
  if (body !== text) return true;
  const first = linesOf(unquoted(text)).find((line) => !/^\s*#(?![,;\t])/.test(line)) ?? '';
  if (/^\s*(?:[[{]|-(?:\s|$)|---|%YAML|\? )/.test(first) || /^[^,;\t:]*:(?:\s|$)/.test(first)) return false;
  return /[,;\t]/.test(head) || linesOf(text).length > 1;
}

/** One JSON object a line: by the ending of the file; of stdin, by its lines, of which the last may be cut off. */
export function isLines(path: string, text: string): boolean {
  if (!isPipe(path)) return /\.(?:ndjson|jsonl)$/i.test(path);
  const lines = linesOf(text);
  return lines.length > 1 && /\}\s*$/.test(lines[0] ?? '') && lines.every((line) => /^\s*\{/.test(line));
}

/**
 * Spreadsheets in many countries write semicolons, and tabs when cells are copied: a line `sep=;` says which it is, else
 * the head shows it.
 */
export function csvForm(text: string): CsvForm {
  const [line = '', said] = /^\uFEFF?"?sep=([^\w\s"]|\t)"?(?=[\r\n]|$)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const head = linesOf(unquoted(body))[0] ?? '';
  const count = (mark: string): number => head.split(mark).length - 1;
  const most = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  return { head, delimiter: said ?? most, body };
}

const linesOf = (text: string): readonly string[] => text.split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** The beginning of a text without what stands between quotes, where separators and line breaks mean nothing. */
const unquoted = (text: string): string => text.slice(0, 64 * 1024).replace(/"[^"]*"/g, '""');
