import type { ErrorCode } from './error-codes.js';

/** A refusal whose code the description shows, though not for this case. */
export interface AssumedRefusal {
  readonly code: ErrorCode;
  readonly assumption: string;
  /** The statement that says it. */
  readonly rule: string;
  /** The case and the reason for the code, in sentences. */
  readonly what: string;
}

/** The cases for which the description names no code, by the case. */
export const assumedRefusals = {
  wordWithoutConverter: {
    code: 'invalid_request',
    assumption: 'A7',
    rule: 'create-template.no-converter',
    what:
      'A Word file where no converter (LibreOffice) is installed is refused as a file that cannot be read: a retry ' +
      'cannot succeed. A converter that does not answer is service_unavailable.',
  },
} as const satisfies Readonly<Record<string, AssumedRefusal>>;
