import type { Readable, Writable } from 'node:stream';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

const headRows = 3;
const footRows = 2;

/** The rows between head and foot, for moves by a page. */
export const pageOf = ({ rows }: Size): number => Math.max(1, rows - headRows - footRows);

/** A head of three rows, a page that is cut or filled up, and a foot of two. */
export function wholeScreen(
  size: Size,
  parts: { readonly head: readonly string[]; readonly body: readonly string[]; readonly foot: readonly string[] },
): readonly string[] {
  const page = pageOf(size);
  const body = [...parts.body, ...Array<string>(Math.max(0, page - parts.body.length)).fill('')].slice(0, page);
  return [...parts.head, ...body, ...parts.foot];
}

/** A terminal that is drawn whole, and gives it back as it was. */
export interface FullScreen {
  size(): Size;
  /** Covers what the terminal shows, or gives it back. */
  show(shown: boolean): void;
  draw(rows: readonly string[]): void;
  /** Puts text on the clipboard of the terminal, where it allows that (OSC 52). */
  copy(text: string): void;
  close(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly rows?: number;
  readonly columns?: number;
  setRawMode?(raw: boolean): unknown;
}

const escape = '\u001b';
const enter = `${escape}[?1049h${escape}[?25l`;
const leave = `${escape}[?25h${escape}[?1049l`;
const usual: Size = { rows: 24, columns: 80 };

/**
 * Takes the keyboard over, and the terminal when it is shown; `typed` gets what is typed, `resized` is called when
 * its size has changed.
 */
export function openScreen(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  { typed, resized }: { readonly typed: (text: string) => void; readonly resized: () => void },
): FullScreen {
  const keyboard = input as Readable & Terminal;
  const display = output as Writable & Terminal;
  const pass = (chunk: Buffer | string): void => typed(String(chunk));
  let isShown = false;
  let isOpen = true;
  let before: readonly string[] = [];
  keyboard.setRawMode?.(true);
  input.on('data', pass);
  input.resume();
  // A terminal moves and wraps what it shows by itself, so everything is redrawn.
  const redraw = (): void => {
    before = [];
    if (isShown) output.write(`${escape}[2J`);
    resized();
  };
  output.on('resize', redraw);
  const show = (shown: boolean): void => {
    if (!isOpen || shown === isShown) return;
    isShown = shown;
    before = [];
    output.write(shown ? enter : leave);
  };
  return {
    show,
    size: () => ({ rows: display.rows ?? usual.rows, columns: display.columns ?? usual.columns }),
    draw(rows) {
      if (!isShown) return;
      // Only rows that changed are written, so that nothing flickers.
      const changed = rows.map((row, index) =>
        row === before[index] ? '' : `${escape}[${index + 1};1H${row}${escape}[0m${escape}[K`,
      );
      const rest = before.length > rows.length ? `${escape}[${rows.length + 1};1H${escape}[J` : '';
      output.write(changed.join('') + rest);
      before = rows;
    },
    copy: (text) => void output.write(`${escape}]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`),
    close() {
      if (!isOpen) return;
      show(false);
      isOpen = false;
      output.off('resize', redraw);
      input.off('data', pass);
      keyboard.setRawMode?.(false);
      input.pause();
    },
  };
}
