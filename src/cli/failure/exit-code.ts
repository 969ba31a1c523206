/** The exit codes of all commands. Help, the manual and the tests read this table. */

export interface ExitCodeRow {
  readonly code: number;
  readonly name: string;
  readonly meaning: string;
}

export const exitCodes = [
  { code: 0, name: 'done', meaning: 'Success.' },
  { code: 1, name: 'our_fault', meaning: 'esign itself failed, or could not write its output.' },
  { code: 2, name: 'usage', meaning: 'The command line or an input file is invalid. Nothing was sent.' },
  {
    code: 3,
    name: 'not_allowed',
    meaning: 'The API key is missing, invalid or lacks permission (401, 403).',
  },
  { code: 4, name: 'not_found', meaning: 'The resource was not found, or the key cannot access it (404).' },
  { code: 5, name: 'refused', meaning: 'The service refused the request (400, 402, 422).' },
  {
    code: 6,
    name: 'conflict',
    meaning: 'Conflict, failed precondition (409, 412, 428), or differences found by a comparison.',
  },
  { code: 7, name: 'rate_limited', meaning: 'Rate limited, even after waiting (429).' },
  {
    code: 8,
    name: 'unavailable',
    meaning: 'The service or the network is unavailable, or the response is invalid, even after retries.',
  },
  {
    code: 9,
    name: 'verification_failed',
    meaning:
      'Verification failed, of a signature, a file, a receiver, an endpoint or this machine, or an envelope needs somebody.',
  },
  { code: 10, name: 'other_end', meaning: 'A different final state than the expected one was reached.' },
  { code: 11, name: 'sealing_failed', meaning: 'The envelope was completed, but sealing failed.' },
  { code: 12, name: 'timed_out', meaning: 'Timed out waiting.' },
  { code: 13, name: 'partly_failed', meaning: 'Part of a bulk run failed, or the outcome of a request is unknown.' },
  { code: 126, name: 'not_executable', meaning: 'The command after `--` could not be run.' },
  { code: 127, name: 'command_not_found', meaning: 'The command after `--` was not found.' },
  { code: 129, name: 'hung_up', meaning: 'The terminal was closed (SIGHUP), which ends any command.' },
  { code: 130, name: 'interrupted', meaning: 'Interrupted with Ctrl-C, or a confirmation was declined.' },
  { code: 143, name: 'terminated', meaning: 'Terminated by SIGTERM, which ends any command.' },
] as const satisfies readonly ExitCodeRow[];

export type ExitCode = (typeof exitCodes)[number]['code'];

/** The exit codes of every command that calls the service. */
export const serviceExitCodes: readonly ExitCode[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 130];

/** The exit codes of a command that only works on this machine. */
export const localExitCodes: readonly ExitCode[] = [0, 1, 2];

/** The row of an exit code. */
export function exitCodeRow(code: ExitCode): ExitCodeRow {
  const row = exitCodes.find((candidate) => candidate.code === code);
  if (row === undefined) throw new RangeError(`unknown exit code ${code}`);
  return row;
}
