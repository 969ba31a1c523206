import type { ExitCode } from './exit-code.js';

/** The failures that a command itself throws; explain.ts turns them, and the client's, into words and an exit code. */

export interface Hint {
  /** What to do next, starting with a verb. */
  readonly hint?: string;
}

/** The command line is wrong, or a value is missing: exit 2. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
  readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, told: Hint & { readonly code?: string } = {}) {
    super(message);
    this.code = told.code ?? 'usage';
    this.hint = told.hint;
  }
}

/** A word that names no command. The suggestions need the whole tree, so the program adds them. */
export class UnknownCommand extends UsageFailure {
  constructor(word: string, hint: string) {
    super(`Unknown command "${word}".`, { code: 'unknown_command', hint });
  }
}

/** Where an id is wanted stands what may be the beginning of one: exit 2, unless this machine knows how it goes on. */
export class IdBegun extends UsageFailure {
  /** What it is an id of: `envelope`. */
  readonly what: string;
  /** As it was typed. */
  readonly begun: string;

  constructor(message: string, told: Hint & { readonly code: string; readonly what: string; readonly begun: string }) {
    super(message, told);
    this.what = told.what;
    this.begun = told.begun;
  }
}

/** No API key is configured: exit 3. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
  readonly code = 'no_key';
  readonly hint: string | undefined;

  constructor(message: string, told: Hint = {}) {
    super(message);
    this.hint = told.hint;
  }
}

/** The person said no, or pressed Ctrl-C in a question: exit 130. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  readonly code = 'cancelled';

  constructor(message = 'Cancelled; nothing was sent.') {
    super(message);
  }
}

/** Why a run was stopped from outside, and the exit code that says so: Ctrl-C (130), or a request to end (143). */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: 130 | 143;
  /** What came: a program that was started is told the same. */
  readonly signal: NodeJS.Signals;

  constructor(exitCode: 130 | 143, signal: NodeJS.Signals) {
    super('interrupted');
    this.exitCode = exitCode;
    this.signal = signal;
  }
}

/**
 * A file could not be used. `input` (exit 2): unreadable or wrong content. `output` (exit 1): it could not be written; with
 * the code `file_exists` (exit 2): a file that must not be overwritten is in the way.
 */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly code: string;
  readonly side: 'input' | 'output';
  readonly file: string;
  readonly hint: string | undefined;

  constructor(side: 'input' | 'output', file: string, message: string, told: Hint & { readonly code?: string } = {}) {
    super(message);
    this.side = side;
    this.file = file;
    this.code = told.code ?? (side === 'input' ? 'file_unusable' : 'file_not_written');
    this.hint = told.hint;
  }
}

/**
 * An ending that is no error of the service, such as a signature that does not verify (9) or a wait that ran out (12).
 * `details` are extra members of the JSON error object.
 */
export class CommandFailure extends Error {
  override readonly name = 'Ended';
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    exitCode: ExitCode,
    code: string,
    message: string,
    told: Hint & { readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.hint = told.hint;
    this.details = told.details ?? {};
  }
}
