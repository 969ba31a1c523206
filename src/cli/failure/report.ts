import { visible, visibleLine } from '../../core/platform/visible-text.js';
import { fold } from '../../core/terminal/wrap.js';
import type { Explanation } from './explain.js';

/** The JSON error object of `--json`: one line on stderr, secrets masked. */
export function errorAsJson(explanation: Explanation, hide: (text: string) => string): string {
  const { code, message, hint, exitCode, details } = explanation;
  const error = { code, message, hint, exit_code: exitCode, ...details };
  return `${JSON.stringify({ error }, (_, value: unknown) => (typeof value === 'string' ? visible(hide(value)) : value))}\n`;
}

/** The same for a person: the error, then what to do; wrapped for a terminal, else one line each. */
export function errorAsText(
  explanation: Explanation,
  bad: (text: string) => string,
  hide: (text: string) => string,
  columns?: number,
): string {
  const clean = (text: string): string => visible(hide(text));
  const isOfService = typeof explanation.details['status'] === 'number';
  const status = isOfService ? ` (${clean(explanation.code)})` : '';
  // A line of the service could pass for one of esign.
  const message = isOfService ? visibleLine(hide(explanation.message)) : clean(explanation.message);
  const hint = explanation.hint === null ? [] : clean(explanation.hint).split('\n');
  return [
    // Who leaves made no error.
    explanation.code === 'cancelled'
      ? fold(message, columns)
      : fold(`${bad('Error:')} ${message}${status}`, columns, 'Error: '.length),
    ...hint.map((line) => fold(`  ${line}`, columns)),
    '',
  ].join('\n');
}
