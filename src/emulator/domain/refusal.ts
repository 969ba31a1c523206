import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';

/** A deliberate refusal: becomes `{ error: { code, message } }` with the code's status (Errors). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** Extra headers of the answer, such as the current ETag or Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** The one answer for unknown, foreign, deleted, malformed and hidden ids (Endpoints, conventions). */
export const notFound = (): Refusal => new Refusal('not_found', 'No such resource.');
