import type { Streams } from './streams.js';
import { cut } from './text.js';
import { fold, foldAfter } from './wrap.js';

/** A line of progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing under --json. */
export interface Progress {
  /** Sets the current step. */
  update(text: string): void;
  /** Ends the line with a tick. */
  done(text?: string): void;
  /** Removes the line; call it in `finally`. */
  stop(): void;
}

export const silentProgress: Progress = { update: () => {}, done: () => {}, stop: () => {} };

/** Plain lines, for logs and terminals without redrawing. */
export function plainProgress(write: (line: string) => void, text: string): Progress {
  write(`${text} …`);
  let last = text;
  return {
    update: (next) => {
      if (next !== last) write(`${next} …`);
      last = next;
    },
    done: (next) => write(next ?? `${last}: done`),
    stop: () => {},
  };
}

/** False for a terminal of 0 columns, as `script` makes one: ora would clear lines there without end. */
export const hasWidth = (stream: Streams['stderr']): boolean => !('columns' in stream) || stream.columns !== 0;

/**
 * A spinner; ora is loaded after a tenth of a second, so that quick work shows none. Its line is cut to the terminal,
 * also after a resize, because a wrapped line could not be removed.
 */
export function spinner(streams: Streams, text: string, colour: boolean): Progress {
  const stream = streams.stderr;
  let current = text;
  let ended = false;
  let drawn: { text: string; stop(): void; succeed(text?: string): void } | undefined;
  const room = (): number => streams.errorColumns ?? 80;
  // The spinner takes two columns; the last column stays free, because some terminals wrap there.
  const shown = (): string => cut(current.replaceAll('\n', ' '), Math.max(1, room() - 3));
  const redraw = (): void => {
    if (drawn !== undefined) drawn.text = shown();
  };
  const timer = setTimeout(() => void draw(), 100);
  timer.unref();
  const draw = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    if (ended) return;
    drawn = ora({
      text: shown(),
      stream: stream as NodeJS.WriteStream,
      discardStdin: false,
      ...(colour ? {} : { color: false as const }),
    }).start();
    stream.on('resize', redraw);
  };
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    stream.off('resize', redraw);
  };
  return {
    update: (next) => {
      current = next;
      redraw();
    },
    done: (next) => {
      end();
      if (drawn === undefined) stream.write(`${fold(next ?? current, streams.errorColumns)}\n`);
      else drawn.succeed(foldAfter('✔', next ?? current, room(), 2));
    },
    stop: () => {
      end();
      drawn?.stop();
    },
  };
}
