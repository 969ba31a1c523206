import { CommandFailure } from '../../cli/failure/failure.js';
import { spanWords } from './status-words.js';

/** Creates the failure of a wait that timed out after `after` milliseconds. */
export type RequestedEnd = (after: number) => CommandFailure;

/** The failure with exit 12; `what` did not happen, and `stands` describes the last known status. */
export const ranOut =
  (what: string, stands: () => { readonly words: string; readonly details: Readonly<Record<string, unknown>> }) =>
  (after: number): CommandFailure => {
    const { words, details } = stands();
    const waited = after < 1000 ? `${after} ms` : spanWords(after);
    return new CommandFailure(12, 'timed_out', `Timed out after ${waited}: ${what}. ${words}`, {
      hint: 'Use a longer --max-wait, or omit it to wait without a limit.',
      details,
    });
  };
