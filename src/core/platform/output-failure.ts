/** Why a file that a user named cannot be written. No part of it is left. */
export class OutputFailure extends Error {
  override readonly name = 'OutputFailure';
  readonly file: string;
  /** The system's code, such as `ENOSPC`; `EEXIST`: it exists and was not overwritten; `THEIRS`, `LINK`: of another user. */
  readonly systemCode: string;
  readonly hint: string;

  constructor(file: string, systemCode: string, message: string, hint: string) {
    super(message);
    this.file = file;
    this.systemCode = systemCode;
    this.hint = hint;
  }
}
