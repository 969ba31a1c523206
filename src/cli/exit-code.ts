/** The exit codes of every command, as data: help, the manual page and the tests read this one table. */

export interface ExitCodeRow {
  readonly code: number;
  readonly name: string;
  readonly meaning: string;
}

export const exitCodes = [
  { code: 0, name: 'done', meaning: 'The command did what it says.' },
  { code: 1, name: 'our_fault', meaning: 'The program itself failed, or could not write its output.' },
  { code: 2, name: 'usage', meaning: 'The command line, or a file given to it, is wrong; nothing was sent.' },
  { code: 3, name: 'not_allowed', meaning: 'No key, or the key is refused or may not do this (401, 403).' },
  { code: 4, name: 'not_found', meaning: 'There is no such thing, or this key cannot see it (404).' },
  { code: 5, name: 'refused', meaning: "Refused by the service's rules (400, 402, 422)." },
  {
    code: 6,
    name: 'conflict',
    meaning: 'A conflict, a precondition that no longer holds (409, 412, 428), or two descriptions that differ.',
  },
  { code: 7, name: 'rate_limited', meaning: 'Still rate limited after waiting (429).' },
  {
    code: 8,
    name: 'unavailable',
    meaning: 'The service or the network is unavailable, or answers nonsense, after retries.',
  },
  {
    code: 9,
    name: 'verification_failed',
    meaning: 'A signature, a file, a receiver, an endpoint or this machine did not pass its check.',
  },
  { code: 10, name: 'other_end', meaning: 'It ended in another terminal state than the one awaited.' },
  { code: 11, name: 'sealing_failed', meaning: 'The envelope completed, but sealing failed.' },
  { code: 12, name: 'timed_out', meaning: 'Waiting timed out.' },
  { code: 13, name: 'partly_failed', meaning: 'Part of a bulk run failed, or the end of a write is not known.' },
  { code: 126, name: 'not_executable', meaning: 'The command after `--` cannot be run.' },
  { code: 127, name: 'command_not_found', meaning: 'The command after `--` was not found.' },
  { code: 130, name: 'interrupted', meaning: 'Interrupted (Ctrl-C), or a question was answered with no.' },
  { code: 143, name: 'terminated', meaning: 'Terminated.' },
] as const satisfies readonly ExitCodeRow[];

export type ExitCode = (typeof exitCodes)[number]['code'];

/** The exit codes that any command which calls the service may end with. */
export const serviceExitCodes: readonly ExitCode[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 130];

/** The exit codes of a command that never leaves this machine. */
export const localExitCodes: readonly ExitCode[] = [0, 1, 2];

/** The row of an exit code. */
export function exitCodeRow(code: ExitCode): ExitCodeRow {
  const row = exitCodes.find((candidate) => candidate.code === code);
  if (row === undefined) throw new RangeError(`no exit code ${code}`);
  return row;
}
