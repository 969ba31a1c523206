/** The format of a CSV file. */
export interface CsvForm {
  /** Its first line without quoted text; empty for an empty file. */
  readonly head: string;
  readonly delimiter: string;
  /** The text with the same lines; Excel's first line `sep=;` becomes empty. */
  readonly body: string;
}

/** Null without a known file extension: for stdin, `<(…)` of a shell, and `.txt`, as which Excel saves tabs. */
const extensionOf = (path: string): string | null =>
  /\.(csv|tsv|ndjson|jsonl|json|ya?ml)$/i.exec(path)?.[1]?.toLowerCase() ?? null;

/** By the file extension, or else by content: a header that neither YAML nor JSON can start with. */
export function isCsv(path: string, text: string): boolean {
  const extension = extensionOf(path);
  if (extension !== null) return extension === 'csv' || extension === 'tsv';
  const { head, body } = csvForm(text);
  if (head === '') return false;
  if (body !== text) return true;
  const first = linesOf(unquoted(text)).find((line) => !/^\s*#(?![,;\t])/.test(line)) ?? '';
  if (/^\s*(?:[[{]|-(?:\s|$)|---|%YAML|\? )/.test(first) || /^[^,;\t:]*:(?:\s|$)/.test(first)) return false;
  return /[,;\t]/.test(head) || linesOf(text).length > 1;
}

/** One JSON object per line: by the file extension, or else by its lines, of which the last may be incomplete. */
export function isLines(path: string, text: string): boolean {
  const extension = extensionOf(path);
  if (extension !== null) return extension === 'ndjson' || extension === 'jsonl';
  const lines = linesOf(text);
  return lines.length > 1 && /\}\s*$/.test(lines[0] ?? '') && lines.every((line) => /^\s*\{/.test(line));
}

/**
 * Spreadsheets in many countries use semicolons, and tabs for copied cells: a line `sep=;` specifies it, else the
 * header shows it.
 */
export function csvForm(text: string): CsvForm {
  const [line = '', said] = /^\uFEFF?"?sep=([^\w\s"]|\t)"?(?=[\r\n]|$)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const head = linesOf(unquoted(body))[0] ?? '';
  const count = (mark: string): number => head.split(mark).length - 1;
  const mostFrequent = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  return { head, delimiter: said ?? mostFrequent, body };
}

const linesOf = (text: string): readonly string[] => text.split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** The start of a text without quoted parts, whose separators and line breaks do not count. */
const unquoted = (text: string): string => text.slice(0, 64 * 1024).replace(/"[^"]*"/g, '""');
