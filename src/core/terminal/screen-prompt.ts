import { createPrompt, type KeypressEvent, useEffect, useKeypress, useRef, useState } from '@inquirer/core';
import type { Colour } from './colour.js';
import { type Changes, drawScreen, type Key, type Screen } from './screen.js';

interface Config {
  readonly screen: Screen<unknown, unknown>;
  /** The size of the terminal at the time of the next frame, without the rows that stay above. */
  readonly room: () => { readonly columns: number; readonly rows: number };
  readonly colour: Colour;
  readonly changes: Changes | undefined;
}

const hideCursor = '\u001b[?25l';

/** Draws a screen and hands it each key, until one ends it. */
export const screenPrompt = createPrompt<unknown, Config>(({ screen, room, colour, changes }, done) => {
  const [state, setState] = useState<unknown>(screen.start);
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => changes?.(() => screen.changed !== undefined && done(screen.changed(latest.current))), []);
  useKeypress((event, line) => {
    // The line editor keeps what is typed, and would show it.
    line.clearLine(0);
    const pressed = screen.press(state, keyOf(event));
    if ('result' in pressed) done(pressed.result);
    else setState(pressed.state);
  });
  return `${drawScreen(screen.view(state), room(), colour)}${hideCursor}`;
});

function keyOf({ name, ctrl, sequence }: KeypressEvent & { readonly sequence?: string }): Key {
  const text = !ctrl && sequence !== undefined && /^[^\p{Cc}]$/u.test(sequence) ? sequence : '';
  if (name === 'return') return { name: 'enter', text };
  if (ctrl) return { name: `ctrl-${name}`, text };
  return { name: text === '' || text === ' ' ? name : text, text };
}
