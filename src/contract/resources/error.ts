import { anyText, named, noted, resource } from '../schema.js';
import { errorCodes } from '../error-codes.js';
import { lazy } from '../../core/platform/lazy.js';

/** The Error shape: an answer is a failure if and only if it carries an `error` key (Errors). */

/** The set of codes is closed, and an unknown one is read all the same. */
const code = lazy(() => named('ErrorCode', noted(anyText, { enum: Object.keys(errorCodes) })));
export const errorDetail = resource('ErrorDetail', () => ({ code: code(), message: anyText }));
export const errorBody = resource('Error', () => ({ error: errorDetail() }));
