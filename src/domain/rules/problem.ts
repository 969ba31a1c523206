import type { ErrorCode } from '../../contract/error-codes.js';

/** Why the service would refuse a request, found before or while it judges it (Errors). */
export interface FormProblem {
  readonly code: ErrorCode;
  /** The property, as the service writes it: `values[3].subject`; empty for the template itself. */
  readonly path: string;
  /** What follows the path in the message: `names no field of the template.` */
  readonly says: string;
}

/** The message as the service writes it. */
export const messageOf = ({ path, says }: FormProblem): string => (path === '' ? says : `${path} ${says}`);
