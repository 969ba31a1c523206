import type { Streams } from './streams.js';
import { cut } from './text.js';
import { fold, foldAfter } from './wrap.js';

/** A line of progress on stderr: a spinner on a terminal, plain lines elsewhere, nothing under --json. */
export interface Progress {
  /** Says what is happening now. */
  update(text: string): void;
  /** Ends the line with a tick. */
  done(text?: string): void;
  /** Takes the line away; call it in `finally`. */
  stop(): void;
}

export const silentProgress: Progress = { update: () => {}, done: () => {}, stop: () => {} };

/** Plain lines, for logs and for terminals that cannot redraw one. */
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

/**
 * A spinner; ora is loaded only when one is seen, a tenth of a second after the start, so quick work shows none. Its line
 * is cut to the terminal, also when that is made narrower: one that took two lines would leave rubbish behind.
 */
export function spinner(streams: Streams, text: string, colour: boolean): Progress {
  const stream = streams.stderr;
  let current = text;
  let ended = false;
  let drawn: { text: string; stop(): void; succeed(text?: string): void } | undefined;
  const room = (): number => streams.errorColumns ?? 80;
  // The sign before it takes two; the last column stays free, where some terminals go on to the next line.
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
