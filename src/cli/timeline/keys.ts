import type { Move } from './timeline.js';

/** What a key asks for. */
export type Key<A extends string = Act> = { readonly move: Move } | { readonly act: A | 'interrupt' };
export type Act = 'sign' | 'advance' | 'replay' | 'page' | 'copy' | 'quit' | 'interrupt';

const moves: Readonly<Record<string, Move>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  k: 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  j: 'down',
  '\u001b[5~': 'page-up',
  '\u001b[6~': 'page-down',
  '\u001b[H': 'first',
  '\u001b[1~': 'first',
  g: 'first',
  '\u001b[F': 'last',
  '\u001b[4~': 'last',
  G: 'last',
  '\r': 'open',
  '\n': 'open',
  '\u001b': 'back',
  '?': 'help',
  f: 'filter',
  '/': 'filter',
};
export const timelineActs: Readonly<Record<string, Act>> = {
  s: 'sign',
  t: 'advance',
  r: 'replay',
  o: 'page',
  c: 'copy',
  q: 'quit',
};
const interrupt = '\u0003';
const backspaces = ['\u007f', '\b'];

/**
 * What a pressed key asks for, with the keys that do something on this screen; while text is typed, letters are text.
 * Null for a key without a meaning.
 */
export function keyOf<A extends string>(
  pressed: string,
  isTyping: boolean,
  acts: Readonly<Record<string, A>>,
): Key<A> | null {
  if (pressed === interrupt) return { act: 'interrupt' };
  if (isTyping && backspaces.includes(pressed)) return { move: { typed: '\b' } };
  if (isTyping && /^[^\p{Cc}]+$/u.test(pressed)) return { move: { typed: pressed } };
  const move = Object.hasOwn(moves, pressed) ? moves[pressed] : undefined;
  if (move !== undefined) return { move };
  const act = !isTyping && Object.hasOwn(acts, pressed) ? acts[pressed] : undefined;
  return act === undefined ? null : { act };
}

/** The pressed keys in what a terminal sent: escape sequences whole, everything else by character. */
export const pressedIn = (input: string): readonly string[] =>
  // oxlint-disable-next-line no-control-regex -- these are what a terminal sends
  input.match(/\u001b\[[0-9;?<=>]*[A-Za-z~]|\u001bO[A-Z]|\u001b|[^]/gu) ?? [];
