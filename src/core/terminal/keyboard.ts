import { Readable } from 'node:stream';

/** The keyboard of one question. */
export interface Keyboard {
  readonly input: Readable;
  /** Restores the terminal, with typed characters that were not read. */
  release(): void;
}

/** What the Tab key does in a question. */
export interface Tab {
  /** Whether it would only put a tab into the answer. */
  isIgnored: boolean;
  /** What it types in place of the tab. */
  complete?: () => Promise<string>;
}

/**
 * Manages the terminal during a question. After Ctrl-Z and `fg`, the line editor would pause its input and draw
 * nothing, and the program would exit without anything to wait for. Here the input continues, and `again` redraws the
 * question. `ended` is called at the end of the input (Ctrl-D), where the question would wait without end. A Tab key is
 * dropped while `tab` says so, or completes the answer.
 */
export function openKeyboard(
  stdin: Readable,
  again: () => void,
  ended: () => void,
  tab: Tab = { isIgnored: false },
): Keyboard {
  const input = new Readable({ read: () => undefined });
  let raw = 0;
  let isRaw = false;
  let released = false;
  const terminal = stdin as Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  const setRawMode = (on: boolean): Readable => {
    terminal.setRawMode?.(on);
    isRaw = on;
    raw += on ? 1 : 0;
    // Set when the question starts, and again after a stop while the line editor is active.
    if (on && raw > 1) setImmediate(goOn);
    return input;
  };
  const goOn = (): void => {
    if (released) return;
    input.resume();
    again();
  };
  /** Bytes that wait for what a Tab before them does. */
  let held = Buffer.alloc(0);
  let isHeld = false;
  const pass = (chunk: Buffer | string): void => {
    held = Buffer.concat([held, Buffer.from(chunk as Buffer)]);
    if (!isHeld) passHeld();
  };
  const passHeld = (): void => {
    const at = held.indexOf('\t');
    const text = at === -1 ? held : held.subarray(0, at);
    held = held.subarray(text.length + 1);
    if (text.length > 0) input.push(text);
    if (at === -1) return;
    isHeld = true;
    // The line editor reads first what was typed before the Tab.
    setImmediate(async () => {
      const found = tab.isIgnored ? ((await tab.complete?.()) ?? '') : '\t';
      isHeld = false;
      if (released) return;
      if (found !== '') input.push(found);
      passHeld();
    });
  };
  const end = (): void => void input.push(null);
  if (stdin.readableEnded) end();
  // The line editor closes while it still reads single keys; a stop returns those first. An answer releases the
  // keyboard in the same turn of the event loop.
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
      const unread = input.read() as Buffer | null;
      const rest = Buffer.concat([unread ?? Buffer.alloc(0), held]);
      if (!stdin.readableEnded && rest.length > 0) stdin.unshift(rest);
      input.destroy();
    },
  };
}
