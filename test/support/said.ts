import { errorAsText } from '../../src/app/report-failure.js';
import { isObject, parseJson } from '../../src/core/platform/json.js';

/**
 * What a run wrote to stderr, for a reader: without --json or --jq, the error object of a pipe as the text that a
 * terminal shows. What a pipe gets of it is the matter of `test/cli/flags/global-flags.test.ts`.
 */
export function said(argv: readonly string[], stderr: string): string {
  if (argv.some((word) => /^--(json|jq)(=|$)/.test(word))) return stderr;
  const lines = stderr.split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"error":{'));
  const found = parseJson(lines[at] ?? '');
  if (!isObject(found) || !isObject(found['error'])) return stderr;
  const { code, message, hint, exit_code: exitCode, ...details } = found['error'];
  const explanation = { code, message, hint, exitCode, details, ours: false } as Parameters<typeof errorAsText>[0];
  const text = errorAsText(
    explanation,
    (word) => word,
    (word) => word,
  ).trimEnd();
  return lines.toSpliced(at, 1, text).join('\n');
}
