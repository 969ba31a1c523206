import { Readable } from 'node:stream';

/** The keyboard of one question. */
export interface Keyboard {
  readonly input: Readable;
  /** Gives the terminal back, with what was typed and not taken. */
  release(): void;
}

/**
 * Stands between the terminal and a question. Where Ctrl-Z has stopped the program and `fg` goes on with it, what edits
 * the line pauses its input and draws nothing: the program would end for want of anything to wait for, as if the question
 * had been left. Here the input goes on, and `again` is told to draw the question anew. `ended` is told when the input is at
 * its end (Ctrl-D): the question would wait for ever.
 */
export function openKeyboard(stdin: Readable, again: () => void, ended: () => void): Keyboard {
  const input = new Readable({ read: () => undefined });
  let raw = 0;
  let isRaw = false;
  let released = false;
  const terminal = stdin as Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  const setRawMode = (on: boolean): Readable => {
    terminal.setRawMode?.(on);
    isRaw = on;
    raw += on ? 1 : 0;
    // Set once as the question begins, and again only after a stop, while the line editor is still at it.
    if (on && raw > 1) setImmediate(goOn);
    return input;
  };
  const goOn = (): void => {
    if (released) return;
    input.resume();
    again();
  };
  const pass = (chunk: Buffer | string): void => void input.push(chunk);
  const end = (): void => void input.push(null);
  if (stdin.readableEnded) end();
  // What edits the line closes while it still reads single keys; a stop gives those back first. An answer releases the
  // keyboard before the event loop comes round.
  input.on('pause', () => {
    if (isRaw) setImmediate(() => (released ? undefined : ended()));
  });
  stdin.on('data', pass);
  stdin.on('end', end);
  stdin.resume();
  return {
    input: Object.assign(input, { isTTY: terminal.isTTY === true, setRawMode }),
    release: () => {
      released = true;
      stdin.off('data', pass);
      stdin.off('end', end);
      stdin.pause();
      const rest: unknown = input.read();
      if (!stdin.readableEnded && (typeof rest === 'string' || Buffer.isBuffer(rest))) stdin.unshift(rest);
      input.destroy();
    },
  };
}
