import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import { messageOf, type FormProblem } from '../../rules/problem.js';

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

/** A 404 of the emulator's own routes: nothing is hidden there, so that it can say what is missing. */
export const missing = (message: string): Refusal => new Refusal('not_found', message);

/** The one answer for unknown, foreign, deleted, malformed and hidden ids (Endpoints, conventions). */
export const notFound = (): Refusal => new Refusal('not_found', 'Resource not found.');

/** Refuses with the first of several problems; the service names one at a time. */
export function refuseFirst([first]: readonly FormProblem[]): void {
  if (first !== undefined) throw new Refusal(first.code, messageOf(first));
}
