import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import { messageOf, type FormProblem } from '../../domain/rules/problem.js';

/** A deliberate error: becomes `{ error: { code, message } }` with the code's status (Errors). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** Extra response headers, such as the current ETag or Retry-After. */
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

/** A 404 of the emulator's own routes, which may say what is missing. */
export const missing = (message: string): Refusal => new Refusal('not_found', message);

/** The same response for unknown, foreign, deleted, malformed and hidden IDs (Endpoints, conventions). */
export const notFound = (): Refusal => new Refusal('not_found', 'Resource not found.');

/** Throws the first of several problems; the service reports one at a time. */
export function refuseFirst([first]: readonly FormProblem[]): void {
  if (first !== undefined) throw new Refusal(first.code, messageOf(first));
}
