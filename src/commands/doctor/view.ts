import type { Colour } from '../../terminal/colour.js';
import { width, wrap } from '../../terminal/text.js';
import type { Finding, FindingState } from './finding.js';

/** The findings for a person: what was looked at, how it is, and below it what to do. */
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
  const indent = ' '.repeat(states + names + 4);
  const room = Math.max(30, columns - indent.length);
  return findings
    .map(({ check, state, found, hint }) => {
      const [first = '', ...rest] = wrap(clean(found), room);
      const below = [
        ...rest.map((line) => `${indent}${line}`),
        // What is fine needs no advice.
        ...(hint === null || state === 'ok'
          ? []
          : wrap(clean(hint), room - 2).map((line, at) => `${indent}${at === 0 ? '→' : ' '} ${colour.dim(line)}`)),
      ];
      return [`${paint[state](state.padEnd(states))}  ${words(check).padEnd(names)}  ${first}`, ...below].join('\n');
    })
    .join('\n');
}

const words = (check: string): string => check.replaceAll('_', ' ');
