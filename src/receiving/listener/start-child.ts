import type { Context } from '../../cli/context/context.js';
import { type ChildProgram, startChild } from '../../cli/context/child-program.js';
import type { OwnAddress } from './own-address.js';
import { hasScreen } from '../../cli/context/has-screen.js';
import type { ListenOptions } from './options.js';

const graceMs = 1_500;

/**
 * Runs the command after `--` with the URLs and the secret in its environment only. It is kept running while a request
 * of it waits for its response.
 */
export const startListened = (
  context: Context,
  words: readonly string[],
  given: Readonly<Record<string, string>>,
  own: OwnAddress,
): ChildProgram => {
  const env = { ...context.machine.env, ...own.env, ...given };
  const child = startChild(context, words, { env, ownStdout: context.output.form !== 'human', graceMs });
  return { ...child, isRunning: () => child.isRunning() || own.isBusy() };
};

/** What the log says about the keys of a listener. */
export const keyWords = '↑↓ Enter look at deliveries, r replay, f filter, ? help, q quit';

/** Whether a person is there to press keys: a command after `--` has the keyboard for itself. */
export const isWatched = (context: Context, { words }: ListenOptions): boolean =>
  hasScreen(context) && words.length === 0;
