import { CommandFailure } from '../cli/failure.js';
import { spanWords } from './status-words.js';

/** Makes the ending of a wait that ran out, after so many milliseconds. */
export type RequestedEnd = (after: number) => CommandFailure;

/** The ending with exit 12; `stands` says how things stood then. */
export const ranOut =
  (awaited: string, stands: () => { readonly words: string; readonly details: Readonly<Record<string, unknown>> }) =>
  (after: number): CommandFailure => {
    const { words, details } = stands();
    const waited = after < 1000 ? `${after} ms` : spanWords(after);
    return new CommandFailure(12, 'timed_out', `After ${waited} it is not ${awaited}. ${words}`, {
      hint: 'Wait longer with --timeout SECONDS, or leave it out to wait for as long as it takes.',
      details,
    });
  };
