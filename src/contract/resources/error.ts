import { answer, anyText, named, noted } from '../schema.js';
import { errorCodes } from '../error-codes.js';
import { lazy } from '../../core/platform/lazy.js';

/** The Error shape: an answer is a failure if and only if it carries an `error` key (Errors). */

/** The set of codes is closed, and an unknown one is read all the same. */
const code = lazy(() => named('ErrorCode', noted(anyText, { enum: Object.keys(errorCodes) })));
export const errorDetail = lazy(() => named('ErrorDetail', answer({ code: code(), message: anyText })));
export const errorBody = lazy(() => named('Error', answer({ error: errorDetail() })));
