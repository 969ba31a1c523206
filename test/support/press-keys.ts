import type { Screen } from '../../src/core/terminal/screen.js';

/** Presses keys one after another; answers with the result, or the state at the end. */
export function pressed<S, R>(
  { start, press }: Screen<S, R>,
  ...keys: readonly string[]
): { state: S; result: R | null } {
  let state = start;
  for (const name of keys) {
    const next = press(state, { name, text: [...name].length === 1 ? name : '' });
    if ('result' in next) return { state, result: next.result };
    ({ state } = next);
  }
  return { state, result: null };
}
