import type { Context } from '../../cli/context.js';
import { type ChildProgram, startChild } from '../child-program.js';

const graceMs = 1_500;

/** Runs the command after `--` with the address and the secret in its environment, and there alone. */
export const startListened = (
  context: Context,
  words: readonly string[],
  given: Readonly<Record<string, string>>,
): ChildProgram => {
  const env = { ...context.machine.env, ...given };
  return startChild(context, words, { env, ownStdout: context.output.form !== 'human', graceMs });
};
