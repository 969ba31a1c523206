/** Listening cannot begin or go on; `code` says why. The message is a sentence, the hint says what to do. */
export class ListenFailure extends Error {
  override readonly name = 'ListenFailure';
  readonly code: ListenFailureCode;
  readonly hint: string;

  constructor(code: ListenFailureCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export type ListenFailureCode =
  /** A flag cannot be read. */
  | 'invalid_value'
  /** The port is taken, or may not be used. */
  | 'port_unavailable'
  /** Another listener of this machine forwards to the same app. */
  | 'listener_running'
  /** Ten endpoints are registered already, and none of them is ours to remove. */
  | 'endpoints_used_up'
  /** A rotation less than a day ago still has its grace period. */
  | 'rotation_in_grace';
