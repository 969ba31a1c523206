/** Listening cannot start or continue; `code` says why. The message is a sentence, the hint says what to do. */
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
  /** The port is in use or not allowed. */
  | 'port_unavailable'
  /** Another listener of this machine forwards to the same app. */
  | 'listener_running'
  /** Ten endpoints are registered, and none of them can be removed by this listener. */
  | 'endpoints_used_up'
  /** The grace period of a rotation in the last 24 hours is not over. */
  | 'rotation_in_grace';
