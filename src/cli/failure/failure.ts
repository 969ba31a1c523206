import type { OutputFailure } from '../../core/platform/output-failure.js';
import type { ExitCode } from './exit-code.js';
import type { CodeOf } from './own-codes.js';

/** The failures of commands. explain.ts turns them into messages and exit codes. */

export interface Hint {
  /** What to do next, starting with a verb. */
  readonly hint?: string;
}

declare const explained: unique symbol;

/** The code of a failure that was explained: of `own-codes.ts`, or as a service named it. */
export type ExplainedCode = string & { readonly [explained]: true };

/** The code of a failure that was explained before: by a child process, of a recorded row, or of an answer. */
export const explainedBefore = (code: string): ExplainedCode => code as ExplainedCode;

/** The command line is invalid: exit 2. */
export class UsageFailure extends Error {
  override readonly name = 'UsageFailure';
  readonly code: CodeOf<2> | ExplainedCode;
  readonly hint: string | undefined;

  constructor(message: string, facts: Hint & { readonly code?: CodeOf<2> | ExplainedCode } = {}) {
    super(message);
    this.code = facts.code ?? 'usage';
    this.hint = facts.hint;
  }
}

/** A word that names no command. The suggestions need the whole tree, so the program adds them. */
export class UnknownCommand extends UsageFailure {
  constructor(word: string, hint: string) {
    super(`Unknown command "${word}".`, { code: 'unknown_command', hint });
  }
}

/** `--help --json`: not a failure, but another command line, which prints the help as JSON. */
export class HelpAsJson extends Error {
  override readonly name = 'HelpAsJson';
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    super('Help as JSON.');
    this.words = words;
  }
}

/** An incomplete ID: exit 2, unless this machine knows exactly one ID that starts with it. */
export class IdBegun extends UsageFailure {
  /** What the ID belongs to: `envelope`. */
  readonly what: string;
  /** As it was typed. */
  readonly begun: string;

  constructor(
    message: string,
    facts: Hint & { readonly code: CodeOf<2>; readonly what: string; readonly begun: string },
  ) {
    super(message, facts);
    this.what = facts.what;
    this.begun = facts.begun;
  }
}

/** A confirmation was declined, or Ctrl-C was pressed at a prompt: exit 130. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  readonly code = 'cancelled';

  constructor(message = 'Cancelled. Nothing was sent.') {
    super(message);
  }
}

/** The run was stopped by Ctrl-C (exit 130), SIGTERM (exit 143) or SIGHUP (exit 129). */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: 129 | 130 | 143;
  /** The signal, which is passed on to child processes. */
  readonly signal: NodeJS.Signals;

  constructor(exitCode: 129 | 130 | 143, signal: NodeJS.Signals) {
    super('interrupted');
    this.exitCode = exitCode;
    this.signal = signal;
  }
}

type FileCode = CodeOf<1> | CodeOf<2> | ExplainedCode;

/**
 * A file cannot be used. `input` (exit 2): it is unreadable or invalid. `output` (exit 1): it could not be written. With
 * the code `file_exists` (exit 2), it exists and must not be overwritten; with `folder_missing` (exit 2), its folder does
 * not exist.
 */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly code: FileCode;
  readonly side: 'input' | 'output';
  readonly file: string;
  readonly hint: string | undefined;

  constructor(
    side: 'input' | 'output',
    file: string,
    message: string,
    facts: Hint & { readonly code?: FileCode } = {},
  ) {
    super(message);
    this.side = side;
    this.file = file;
    this.code = facts.code ?? (side === 'input' ? 'file_unusable' : 'file_not_written');
    this.hint = facts.hint;
  }

  /** A file that a user named cannot be written. */
  static ofOutput({ file, systemCode, message, hint }: OutputFailure, existsHint = hint): FileFailure {
    if (systemCode === 'EEXIST')
      return new FileFailure('output', file, message, { code: 'file_exists', hint: existsHint });
    const code = systemCode === 'ENOENT' ? { code: 'folder_missing' as const } : {};
    return new FileFailure('output', file, message, { ...code, hint });
  }
}

/**
 * A command failed, but not because of the service: for example a signature does not verify (9), or waiting timed out
 * (12). `details` are extra properties of the JSON error object.
 */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;
  readonly code: CodeOf<ExitCode> | ExplainedCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(...[exitCode, code, message, facts = {}]: FailureOf[ExitCode]) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.hint = facts.hint;
    this.details = facts.details ?? {};
  }
}

/** An exit code with a code that ends with it. */
type FailureOf = {
  [Exit in ExitCode]: [
    exitCode: Exit,
    code: CodeOf<Exit> | ExplainedCode,
    message: string,
    facts?: Hint & { readonly details?: Readonly<Record<string, unknown>> },
  ];
};
