import type { ExitInfo, ExitReason } from './provider.js';
import type { ProgramEnd } from './run-program.js';

/** What a line of output says about an exit. */
export interface ExitRule {
  readonly line: RegExp;
  readonly reason: ExitReason;
  readonly hint?: string;
  /** Default: true for every reason except `auth`. */
  readonly retryable?: boolean;
}

/** Lines that explain nothing: the program's own tracing, but for what an ssh host says of itself. */
const tracing = /^debug\d:(?! Remote: Server )|^OpenSSH_|^\s*$/;

/** Explains an exit from the last lines of output; the rules are tried in order, each on all lines. */
export function explainExit(title: string, end: ProgramEnd, rules: readonly ExitRule[]): ExitInfo {
  const { code, signal } = end;
  if (end.notStarted !== undefined) {
    const words = `${title} could not be started: ${firstLine(end.notStarted)}`;
    return { code, signal, reason: 'crash', retryable: false, words, hint: '' };
  }
  if (end.asked) return { code, signal, reason: 'closed', retryable: true, words: `${title} was closed`, hint: '' };
  const lines = end.lines.filter((line) => !tracing.test(line)).toReversed();
  for (const rule of rules) {
    const line = lines.find((text) => rule.line.test(text));
    if (line !== undefined) return byRule(rule, title, line, end);
  }
  const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
  const last = lines[0] === undefined ? '' : `: ${shortened(lines[0])}`;
  return { code, signal, reason: 'crash', retryable: true, words: `${title} exited ${how}${last}`, hint: '' };
}

/** The exit that a line implies while the program is still retrying. */
export function byRule(
  rule: ExitRule,
  title: string,
  line: string,
  { code, signal }: Pick<ProgramEnd, 'code' | 'signal'> = { code: null, signal: null },
): ExitInfo {
  return {
    code,
    signal,
    reason: rule.reason,
    retryable: isRetryable(rule),
    words: `${title}: ${shortened(line)}`,
    hint: rule.hint ?? '',
  };
}

/** Whether the same program, started again, may do better. */
export const isRetryable = ({ retryable, reason }: ExitRule): boolean => retryable ?? reason !== 'auth';

/** Characters: the longest sentences of ngrok have 400. */
const maxLength = 600;

function shortened(line: string): string {
  const text = line
    .trim()
    .replace(/^debug\d: Remote: /, '')
    .replace(/(?<![.:\s])[.:\s]+$/, '');
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
