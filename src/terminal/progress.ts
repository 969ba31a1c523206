import type { Writable } from 'node:stream';

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

/** A spinner; ora is loaded only when one is seen, a tenth of a second after the start, so quick work shows none. */
export function spinner(stream: Writable, text: string, colour: boolean): Progress {
  let current = text;
  let ended = false;
  let drawn: { text: string; stop(): void; succeed(text?: string): void } | undefined;
  const timer = setTimeout(() => void draw(), 100);
  timer.unref();
  const draw = async (): Promise<void> => {
    const { default: ora } = await import('ora');
    if (ended) return;
    drawn = ora({
      text: current,
      stream: stream as NodeJS.WriteStream,
      discardStdin: false,
      ...(colour ? {} : { color: false as const }),
    }).start();
  };
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
  };
  return {
    update: (next) => {
      current = next;
      if (drawn !== undefined) drawn.text = next;
    },
    done: (next) => {
      end();
      if (drawn === undefined) stream.write(`${next ?? current}\n`);
      else drawn.succeed(next ?? current);
    },
    stop: () => {
      end();
      drawn?.stop();
    },
  };
}
