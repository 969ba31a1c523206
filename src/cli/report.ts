import { visible } from '../terminal/text.js';
import type { Explanation } from './explain.js';

/** The JSON error object of `--json`: one line on stderr, secrets masked. */
export function errorAsJson(explanation: Explanation, hide: (text: string) => string): string {
  const { code, message, hint, exitCode, details } = explanation;
  const error = { code, message, hint, exit_code: exitCode, ...details };
  return `${JSON.stringify({ error }, (_, value: unknown) => (typeof value === 'string' ? visible(hide(value)) : value))}\n`;
}

/** The same for a person: what happened, then what to do. */
export function errorAsText(
  explanation: Explanation,
  bad: (text: string) => string,
  hide: (text: string) => string,
): string {
  const clean = (text: string): string => visible(hide(text));
  const lines = [`${bad('Error:')} ${clean(explanation.message)}`];
  if (typeof explanation.details['status'] === 'number') lines[0] += ` (${clean(explanation.code)})`;
  if (explanation.hint !== null)
    lines.push(
      ...clean(explanation.hint)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  return `${lines.join('\n')}\n`;
}
