import type { Colour } from '../../core/terminal/colour.js';
import { width } from '../../core/terminal/text.js';
import type { Finding, FindingState } from './finding.js';

/** The findings as text: state, check and finding on a line, and below it what to do. */
export function drawFindings(
  findings: readonly Finding[],
  colour: Colour,
  clean: (text: string) => string,
  columns = 100,
): string {
  const paint: Readonly<Record<FindingState, (text: string) => string>> = {
    ok: colour.good,
    fixed: colour.good,
    note: colour.accent,
    warning: colour.warn,
    failed: colour.bad,
    skipped: colour.dim,
  };
  const states = Math.max(...findings.map(({ state }) => state.length));
  const names = Math.max(...findings.map(({ check }) => width(words(check))));
  const beside = states + names + 4;
  // A narrow terminal has no room next to the names.
  const indent = ' '.repeat(columns - beside < 30 ? 2 : beside);
  const advice = (text: string): string => `${indent}→ ${colour.dim(clean(text).replaceAll('\n', `\n${indent}  `))}`;
  return findings
    .map(({ check, state, found, hint }) => {
      const head = `${paint[state](state.padEnd(states))}  ${words(check).padEnd(names)}`;
      const text = clean(found).replaceAll('\n', `\n${indent}`);
      return [
        ...(indent.length === 2 ? [head.trimEnd(), `${indent}${text}`] : [`${head}  ${text}`]),
        // A passed check needs no hint.
        ...(hint === null || state === 'ok' ? [] : [advice(hint)]),
      ].join('\n');
    })
    .join('\n');
}

const words = (check: string): string => check.replaceAll('_', ' ');
